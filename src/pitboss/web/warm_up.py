"""What everybody asks first is worked out before: the figures of the houses on their pages."""

from __future__ import annotations

import asyncio
from typing import Final

from pitboss.desk.question import question
from pitboss.desk.tables import pays_question, table_values
from pitboss.house.house_cards import HOUSE
from pitboss.round import Refusal, open_table
from pitboss.sheet import houses, load_house
from pitboss.web.lab_routes import what_asked
from pitboss.web.pages import TEMPLATES
from pitboss.web.server_state import House

FIRST: Final = 6.0  # seconds in which whoever has waited for the house to open comes first


async def warm(house: House) -> None:
    """Reads the pages' templates, and asks the desk, one after the other, for what stands on those pages."""
    await asyncio.sleep(FIRST)
    for name in TEMPLATES.list_templates():
        TEMPLATES.get_template(name)
        await asyncio.sleep(0)  # tables come in between
    tables = [open_table(load_house(name)) for name in houses()]
    printed = what_asked()
    for asked in (
        *(question("edge", house=name) for name in houses()),
        *(question("fair_meter", **table_values(table)) for table in tables if table.sheet.meter),
        *(pays_question(table) for table in tables),
        *(printed.of("lab", name, distribution=False) for name in houses()),
        *(printed.of("lab_chart", name, up="") for name in houses()),
    ):
        try:
            await house.desk.ask(HOUSE, asked, lane="house")
        except Refusal:  # whoever wants to see it asks again
            continue
