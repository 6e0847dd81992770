"""docs/protocol.md and docs/serve.md are true: examples, words, codes, limits and settings."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from copy import deepcopy
from functools import cache
from itertools import combinations
from pathlib import Path
from typing import Any, get_args

import pytest
from jsonschema import Draft202012Validator

import pitboss
from pitboss.desk import desk
from pitboss.desk.question import SECONDS
from pitboss.evening.model import Clock
from pitboss.hands import category3
from pitboss.house import accounts, people, rates
from pitboss.round.state import Phase
from pitboss.round.views import SeatStatus
from pitboss.table import live_state
from pitboss.table.bots import BOTS
from pitboss.table.planning import MOST_BETS, MOST_CHANGES
from pitboss.table.rooms import DESERTED, EMPTY
from pitboss.table.seating import Instruction
from pitboss.table.settings import HELD_ROUNDS, LAPSES, OFFER_WAIT, PRIVATE_WAIT, PUBLIC_WAIT
from pitboss.table.view_types import Awaited
from pitboss.web import door, guard, lab, server, server_state, socket
from pitboss.web import limits as web_limits
from pitboss.web.refusals import STATUS
from pitboss.web.settings import PREFIX, ServeSettings, read_settings
from pitboss.web.tables import GO_THERE
from tests.protocol.evening import evening
from tests.protocol.example import told
from tests.protocol.test_frames import allowed, check, closed, committed, named

DOCS = Path(__file__).parents[2] / "docs"
PAGE = (DOCS / "protocol.md").read_text(encoding="utf-8")
SERVE = (DOCS / "serve.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"```json\n(.*?)```", PAGE, re.DOTALL)
SOURCE = Path(pitboss.__file__).parent


def within(part: Any, whole: Any) -> bool:
    """Whether something is a shortened form: fields and items may be left out, nothing may differ."""
    if isinstance(part, dict) and isinstance(whole, dict):
        return all(key in whole and within(value, whole[key]) for key, value in part.items())
    if isinstance(part, list) and isinstance(whole, list):
        rest = iter(whole)
        return all(any(within(item, each) for each in rest) for item in part)
    return bool(part == whole and type(part) is type(whole))


def test_every_example_was_said_in_the_round_that_the_page_tells() -> None:
    check(list(told()))
    assert len(EXAMPLES) >= 20
    for text in EXAMPLES:
        example = json.loads(text)
        found = [each for each in told() if within(example, each)]
        assert found, text
        if "t" in example and example["t"] == "cmd":  # nothing is left out of what a client writes
            assert example in found


# What the page shows of HTTP, in its order: a body that is asked with, or the answer of a status.
HTTP = (
    "POST /api/guests 201",
    "GET /api/tables 200",
    "GET /api/houses 200",
    "POST /api/tables",
    "POST /api/tables 201",
    "DELETE /api/tables/{table} 200",
    "POST /api/tables/{table}/ticket",
    "POST /api/tables/{table}/ticket 200",
    "GET /api/rounds 200",
    "GET /api/tables/{table}/sitting 200",
    "POST /api/tables 4XX",
)


def test_every_example_has_the_shape_of_the_committed_schemas() -> None:
    """Over HTTP whole; of the socket's frames fields may be left out, and none may be added."""
    examples = [json.loads(text) for text in EXAMPLES]
    for each in examples:
        if "t" in each:
            (closed("ClientMessage") if each["t"] == "cmd" else shortened("ServerFrame")).validate(each)
    over_http = [each for each in examples if "t" not in each]
    for each, place in zip(over_http, HTTP, strict=True):
        http_shape(*place.split()).validate(each)


@cache
def shortened(definition: str) -> Draft202012Validator:
    """A definition of the socket's schema in which only the fields that name a kind must be there."""
    schema: Any = deepcopy(closed(definition).schema)
    for each in schema["$defs"].values():
        each["required"] = [name for name in each.get("required", ()) if name in ("t", "k")]
    return Draft202012Validator(schema)


def http_shape(method: str, path: str, status: str = "") -> Draft202012Validator:
    """The body of a request or of an answer, as openapi.json has it, with no other field."""
    api = json.loads((DOCS / "schema" / "openapi.json").read_text(encoding="utf-8"))
    call, schemas = api["paths"][path][method.lower()], api["components"]["schemas"]
    for each in schemas.values():
        if "properties" in each:
            each.setdefault("additionalProperties", False)
    body = call["responses"][status] if status else call["requestBody"]
    shape = body["content"]["application/json"]["schema"]
    return Draft202012Validator(shape | {"components": {"schemas": schemas}})


def test_a_shortened_form_is_found_only_in_what_it_is_of() -> None:
    whole: Any = {"a": [1, 2, {"b": None}], "c": True}
    parts: list[Any] = [whole, {}, {"a": []}, {"a": [1, {"b": None}]}]
    assert all(within(part, whole) for part in parts)
    for other in ({"a": [2, 1]}, {"a": [3]}, {"c": 1}, {"d": None}, {"a": [{"b": 0}]}, [1]):
        assert not within(other, whole)


def rows(page: str, head: str) -> list[list[str]]:
    """The table under a head, cell by cell."""
    lines = page[page.index(head) :].split("\n\n", maxsplit=1)[0].splitlines()[2:]
    return [[cell.strip() for cell in line.strip("|").split(" | ")] for line in lines]


def words(cells: list[list[str]], column: int = 0) -> set[str]:
    return {word for row in cells for word in re.findall(r"`([^`]+)`", row[column])}


def test_every_kind_of_frame_event_and_command_is_explained() -> None:
    definitions = committed()["$defs"]
    frames = [each["$ref"].rpartition("/")[2] for each in definitions["ServerFrame"]["oneOf"]]
    assert words(rows(PAGE, "| `t` |")) == {definitions[each]["properties"]["t"]["const"] for each in frames}
    assert words(rows(PAGE, "| `k` |")) == named("TableEvent", "k")
    assert words(rows(PAGE, "| `do` |")) == named("ClientMessage", "do")


@pytest.mark.parametrize(
    "name",
    [
        "TableView",
        "TableFrame",
        "StateFrame",
        "YouFrame",
        "UpdateFrame",
        "OwnBank",
        "SeatFrame",
        "HandView",
        "SpotFrame",
        "PlayFrame",
        "LineFrame",
        "Showdown",
        "JudgedHand",
        "SideResult",
        "SureBet",
        "Jackpot",
        "EnvyPay",
        "PaidBy",
        "PrintedTable",
        "BankFrame",
        "CoveredSeat",
        "CoveredWager",
        "WagerEnd",
        "BankPriceFrame",
        "MeterFrame",
        "FeltFrame",
        "Stake",
        "WaitFrame",
        "LimitsFrame",
        "Clock",
        "BotFrame",
        "MeFrame",
        "CoachFrame",
        "CoachedAction",
        "ShadowFrame",
    ],
)
def test_every_field_is_explained(name: str) -> None:
    told_ = set(re.findall(r"`(\w+)`", PAGE))
    assert set(committed()["$defs"][name]["properties"]) - told_ - {"t"} <= {"offered_to"}


def test_every_field_of_an_event_is_explained() -> None:
    """What the table says goes with a kind are the fields of that kind."""
    definitions = committed()["$defs"]
    of_kind = {
        kind: {*each["properties"]} - {"k"}
        for each in definitions.values()
        if "k" in each.get("properties", {})
        for kind in allowed(each["properties"]["k"])
    }
    for kind, _, with_ in rows(PAGE, "| `k` |"):
        kinds, said = re.findall(r"`(\w+)`", kind), set(re.findall(r"`(\w+)`", with_))
        assert said == set().union(*(of_kind[each] for each in kinds)), kind


def test_words() -> None:
    assert words(rows(PAGE, "| `phase` | what goes on")) == {*get_args(Phase), "closed"}
    text = re.search(r"`status` is (.*?) for one with a bet\.", PAGE, re.DOTALL)
    assert text
    before, _, after = text[1].partition("without a bet")
    assert set(re.findall(r"`([^`]+)`", after)) == set(get_args(SeatStatus))
    source = "".join(path.read_text(encoding="utf-8") for path in (SOURCE / "table").glob("*.py"))
    assert all(f'"{each}"' in source for each in re.findall(r"`([^`]+)`", before))
    hands = next(row for row in rows(PAGE, "| what | how it is written |") if row[0] == "hand")
    every = {category3(*cards).text for cards in combinations(range(52), 3)}
    assert set(re.findall(r"`(\w+)`", hands[1])) - {"label"} == every
    bots = re.search(r"\*\*Bots\*\* are (.*?)\.\s", PAGE, re.DOTALL)
    assert bots
    assert re.findall(r"`(\w+)`", bots[1]) == list(BOTS)
    asked = next(row for row in rows(PAGE, "| `do` |") if row[0] == "`instruct`")
    assert re.findall(r"`([^`]+)`", asked[2]) == list(get_args(Instruction))


def codes() -> Iterator[str]:
    """Every code of a refusal in the source, but for the commands, which print the sentence alone."""
    for path in SOURCE.rglob("*.py"):
        if any(path.is_relative_to(SOURCE / each) for each in ("cli", "terminal")):
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ClassDef) and any(ast.unparse(each) == "Refusal" for each in node.bases):
                calls = [each for each in ast.walk(node) if isinstance(each, ast.Call)]
                yield from (_first(call) for call in calls if ast.unparse(call.func) == "super().__init__")
            elif isinstance(node, ast.Call) and ast.unparse(node.func) == "limit_refusal":
                yield _first(node)
            elif isinstance(node, ast.Call) and ast.unparse(node.func).rpartition(".")[2] == "Refusal":
                if node.args and isinstance(node.args[0], ast.Constant):
                    yield _first(node)
                else:
                    # one that was raised before, perhaps in another process
                    again = (
                        "Refusal(fault.code, ",
                        "Refusal(found.code, ",
                        "Refusal(refusal.code, ",
                        "Refusal(code, ",
                        "Refusal(**json.loads(",
                    )
                    assert ast.unparse(node).startswith(again), path


def _first(call: ast.Call) -> str:
    assert isinstance(call.args[0], ast.Constant)
    return str(call.args[0].value)


def test_every_code_has_its_meaning_and_its_status() -> None:
    table = [row for row in rows(PAGE, "| code | status |") if row[0].startswith("`")]
    listed = [row[0].strip("`") for row in table]
    inside = re.search(r"never come over the network: (.*?)\.\n", PAGE, re.DOTALL)
    assert inside
    own = set(re.findall(r"`(\w+)`", inside[1]))
    assert len(listed) == len(set(listed))
    assert {*listed} | own == {*codes()}
    assert not own & {*listed}
    assert {row[0].strip("`"): int(row[1]) for row in table} == {
        each: STATUS.get(each, 422) for each in listed
    }
    assert set(STATUS) <= set(listed)
    assert all(len(row[2]) > 3 for row in table)


def test_limits_and_clocks() -> None:
    limits = {row[0]: row[1].replace(",", "") for row in rows(PAGE, "| what | how much |")}

    def numbers(what: str) -> list[int]:
        return [int(each) for each in re.findall(r"(?<!\^)\b\d+\b", limits[what])]

    def steady(pace: web_limits.Pace) -> list[int]:
        return [pace.burst, round(60 * pace.per_second)]

    assert numbers("a message over the socket") == [socket.LARGEST]
    defaults = ServeSettings()
    messages = [defaults.messages_at_once, defaults.messages_person]
    assert numbers("messages of one person, pings too, over all sockets") == messages
    for who, each in (("one person", defaults.requests_person), ("one address", defaults.requests_address)):
        asked = numbers(f"requests {'of' if who == 'one person' else 'from'} {who}")
        assert asked == [server_state.AT_ONCE * each, each]
    assert numbers("bytes of requests from one address") == [*server_state.BODIES]
    assert numbers("sockets of one person") == [web_limits.MOST_OF_PERSON]
    assert numbers("sockets from one address") == [defaults.most_sockets_address]
    assert numbers("connections of any kind from one address") == [defaults.most_connections_address]
    assert numbers("a request as a whole") == [int(door.WHOLE)]
    assert numbers("a request") == [guard.LARGEST]
    assert numbers("new guests from one address") == [*rates.GUESTS]
    assert numbers("attempts to sign in") == [
        *rates.BY_NAME,
        *rates.BY_ADDRESS,
        *rates.BY_STRANGERS,
    ]
    assert numbers("attempts of a known browser, or of a person who is signed in") == [*rates.BY_NAME]
    assert numbers("names tried, to register or to be called so") == [*rates.BY_NAME]
    assert numbers("gestures of one person at one table") == [live_state.MOST, int(live_state.SPAN)]
    assert numbers("bearer tokens of one person") == [accounts.MOST_TOKENS]
    assert numbers("questions to the desk from one address, and of one person") == steady(
        server_state.QUESTIONS
    )
    assert numbers("sheets and posted pays from one address, and of one person") == steady(
        server_state.SHEETS
    )
    assert numbers("questions that wait for an answer") == [
        desk.MOST_EACH,
        desk.MOST_ADDRESS,
        desk.MOST_WAITING,
    ]
    assert numbers("worker time of one person, and of one address") == [
        desk.EACH.seconds,
        desk.ADDRESS.seconds,
        60 * desk.EACH.back,
        60 * desk.ADDRESS.back,
    ]
    assert numbers("the answer to a question") == [int(SECONDS), lab.SECONDS]
    assert numbers("a ticket")[0] * 1000 == accounts.TICKET
    assert numbers("open tables of one host") == [ServeSettings().most_tables_each]
    assert numbers("open tables that were opened from one address") == [ServeSettings().most_tables_address]
    assert numbers("bets of one person at one seat in one round") == [MOST_CHANGES, MOST_BETS]
    held = {row[0]: row[1] for row in rows(SERVE, "| what | bound |")}
    for what, seconds in (
        ("a request that does not come to its end", door.WHOLE),
        ("a connection that is kept for a next request", door.KEPT),
        ("a TLS handshake that does not come to its end", server.HANDSHAKE),
        ("an answer that the client does not take", door.STUCK),
    ):
        assert held[what] == f"{seconds:.0f} seconds"
    clock = Clock()
    said = re.search(r"\*\*Clocks\.\*\*.*?\n\n", PAGE, re.DOTALL)
    assert said
    times = [clock.bets, clock.decision, clock.extension, clock.result, clock.bank_offer]
    assert [float(each) for each in re.findall(r"\d+", said[0])] == times
    assert (clock.extensions, HELD_ROUNDS) == (2, 3)
    assert f"{socket.WAITING} frames" in PAGE
    assert f"${people.FIRST // 100:,}" in PAGE
    assert f"${people.BROKE // 100}," in PAGE
    assert f"`{guard.COOKIE}`" in PAGE


def test_the_longest_wait() -> None:
    said = re.search(r"\*\*The longest wait\.\*\*.*?\n\n", PAGE, re.DOTALL)
    assert said
    times = [PUBLIC_WAIT / 60, PRIVATE_WAIT / 3600, OFFER_WAIT]
    assert [float(each) for each in re.findall(r"(?<![\d-])\d+", said[0])] == times
    assert words(rows(PAGE, "| `what` |")) == set(get_args(Awaited))
    limits = {row[0]: " ".join(row[1:]) for row in rows(SERVE, "| what | bound |")}
    found = {
        what: [int(each) for each in re.findall(r"(?<![\d-])\d+", text)] for what, text in limits.items()
    }
    assert found["a public table where nobody sits"] == [EMPTY / 3600]
    assert found["a private table that nobody comes to"] == [DESERTED / 3600]
    phase = "a phase with a person's money in it at a table without a clock"
    assert found[phase][:2] == [PUBLIC_WAIT / 60, PRIVATE_WAIT / 3600]
    assert found["an offer of the bank at a table without a clock"] == [OFFER_WAIT, LAPSES]
    bets = "bets of one person at one seat in one round; of all people in one round"
    assert found[bets][:2] == [MOST_CHANGES, MOST_BETS]


def test_every_close_code_is_explained() -> None:
    listed = {int(each) for row in rows(PAGE, "| code | why |") for each in re.findall(r"\d+", row[0])}
    sent = {socket.NOT_TEXT, socket.TOO_LARGE, socket.TOO_FAST, socket.TOO_SLOW, socket.FAULT}
    assert sent | {door.NOT_TEXT, GO_THERE, 1000, 1001, 1012} == listed


@pytest.mark.parametrize("page", [PAGE, SERVE], ids=["protocol", "serve"])
def test_links_lead_somewhere(page: str) -> None:
    anchors = {
        re.sub(r"[^\w -]", "", head.lower()).replace(" ", "-")
        for head in re.findall(r"^#+ (.*)$", page, re.M)
    }
    for target in re.findall(r"\]\(([^)]+)\)", page):
        path, _, anchor = target.partition("#")
        assert (DOCS / path).exists() if path else anchor in anchors, target


def test_paths_on_the_page_are_those_of_the_api() -> None:
    api = json.loads((DOCS / "schema" / "openapi.json").read_text(encoding="utf-8"))["paths"]
    known = {re.sub(r"\{\w+\}", "{}", path): {method.upper() for method in how} for path, how in api.items()}
    for method, path in re.findall(r"\b(GET|POST|PUT|DELETE) (/api/[\w{}/-]+)", PAGE):
        assert method in known.get(re.sub(r"\{\w+\}", "{}", path), set()), path


def test_the_files_of_settings_on_the_page_are_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ServeSettings.model_fields:
        monkeypatch.delenv(PREFIX + name.upper(), raising=False)
    texts = re.findall(r"```toml\n(.*?)```", SERVE, re.DOTALL)
    file = tmp_path / "pitboss.toml"
    found = []
    for text in texts:
        file.write_text(text, encoding="utf-8")
        found.append(read_settings(file))
    alone, club, proxied, named, listed = found
    assert (club.registration, club.offered) == ("invitation", ("napa-valley", "rivers"))
    assert alone.addresses == proxied.addresses == ("https://cards.example",)
    assert proxied.proxies == named.proxies == ("127.0.0.1",)
    assert "https://cards.example" in named.allowed_origins
    assert set(listed.addresses) <= listed.allowed_origins


def test_metrics_and_health_on_the_page() -> None:
    with evening("metrics") as night:
        figures = night.client.get("/metrics").text
        assert night.client.get("/healthz").json() == {"alive": True}
    shown = [name for row in rows(SERVE, "| figure |") for name in re.findall(r"`(\w+)`", row[0])]
    assert sorted(re.findall(r"^# HELP (\w+)", figures, re.MULTILINE)) == sorted(shown)
