"""Results as rows and data frames: plain values, exact fractions as two whole numbers beside a float.

Every result has `rows()`, `to_pandas()` and `to_polars()`; the frames need `pip install 'pitboss[frames]'`.

>>> from pitboss.odds import price_sheet
>>> from pitboss.sheet import load_house
>>> row = price_sheet(load_house("rivers")).rows()[1]
>>> row["wager"], row["ev_numerator"], row["ev_denominator"], round(row["ev"], 6)
('pair_plus', -402, 5525, -0.07276)
"""

from pitboss.dataframes.plain_numbers import exact, share
from pitboss.dataframes.rows import Rows, Tabular

__all__ = ["Rows", "Tabular", "exact", "share"]
