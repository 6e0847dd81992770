"""How hard the properties are tried: always the same examples in CI, other and more ones on request.

`HYPOTHESIS_PROFILE=deep pytest tests/properties` looks for new rounds.
"""

import os

from hypothesis import HealthCheck, settings

settings.register_profile(
    "pitboss",
    max_examples=25,
    stateful_step_count=40,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.register_profile("deep", settings.get_profile("pitboss"), max_examples=1_000, derandomize=False)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "pitboss"))
