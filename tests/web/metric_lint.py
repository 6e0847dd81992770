"""What `promtool check metrics` looks for, as rules: Prometheus's conventions for names, units and labels."""

from __future__ import annotations

import re
from collections.abc import Iterator

from prometheus_client import Metric

# Where a base unit is to be used: seconds, bytes, ratio, meters, grams, …
NOT_BASE = {
    "milliseconds", "microseconds", "nanoseconds", "minutes", "hours", "days", "weeks",
    "kilobytes", "megabytes", "gigabytes", "bits", "kibibytes", "mebibytes",
    "percent", "cents", "kilometers", "celsius_degrees", "fahrenheit",
}  # fmt: skip
SHORT = {"s", "ms", "us", "ns", "sec", "secs", "b", "kb", "mb", "gb", "m", "h", "d"}
TYPES = {"counter", "gauge", "histogram", "summary"}
RESERVED = {"le": "histogram", "quantile": "summary"}
NAME = re.compile(r"[a-z][a-z0-9_]*")


def faults(family: Metric) -> Iterator[str]:
    """What is wrong with one metric."""
    name, words = family.name, family.name.split("_")
    if not family.documentation.strip():
        yield "no help text"
    if not NAME.fullmatch(name) or "__" in name:
        yield "the name is not in snake case"
    if found := NOT_BASE & {*words}:
        yield f"not a base unit: {found}"
    if found := SHORT & {*words}:
        yield f"a unit that is cut short: {found}"
    if found := TYPES & {*words}:
        yield f"the type is in the name: {found}"
    if family.type != "counter" and words[-1] == "total":
        yield "ends with _total and is no counter"
    if family.type not in ("histogram", "summary") and words[-1] in ("count", "sum", "bucket"):
        yield f"ends with _{words[-1]} and is no histogram"
    if family.type in ("unknown", "untyped"):
        yield "no type"
    for each in family.samples:
        if family.type == "counter" and each.name != f"{name}_total":
            yield f"a counter's sample is {each.name}"
        if family.type == "counter" and each.value < 0:
            yield "a counter below zero"
        for label in each.labels:
            if not NAME.fullmatch(label) or label.startswith("__"):
                yield f"the label {label}"
            if RESERVED.get(label, family.type) != family.type:
                yield f"the label {label} is kept for others"
            if label in words[1:] and label != "state":
                yield f"the label {label} is in the name too"
