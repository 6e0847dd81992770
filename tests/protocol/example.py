"""The round that docs/protocol.md tells: always the same cards, ids and times. Run it to see all of it."""

from __future__ import annotations

import json
from functools import cache

from tests.protocol.evening import Said, evening


@cache
def told() -> tuple[Said, ...]:
    """All bodies, answers, messages and frames, in order."""
    with evening("the page") as night:
        me = night.guest()
        wanted = {"house": "atlantic-city", "title": "The back room", "clock": False, "private": True}
        wanted |= {"id": "c-table"}
        opened = night.ask("POST", "/api/tables", wanted | {"bots": ["optimal"]}, me)
        table = opened["table"]
        night.log.append(night.ask("GET", "/api/tables", None, me))
        night.log.append({"invite": opened["invite"]})
        place = night.come(table, me)
        place.say("sit", seat=3)
        place.say("draft", seat=3, wagers={"ante": 1000})
        place.say("bets", seat=3, wagers={"ante": 1000, "pair_plus": 500})
        seed = "9f3c6a1be27d40588c15f7a2d06e94b3"
        bet = {"ante": 1000, "pair_plus": 1000}
        place.say("bets", seat=3, wagers=bet, seed=seed)
        early = place.view["rev"]
        place.say("ready")
        command = {"t": "cmd", "id": "c-6", "rev": early, "do": "play", "seat": 3}
        place.send(command)  # its view is too old by now
        night.come(table, me)  # on another screen: the whole table in the middle of the round
        again = command | {"id": "c-7", "rev": place.view["rev"]}
        place.send(again)
        place.send(again)  # as after a lost answer
        place.send({"t": "cmd", "id": "c-8", "rev": place.view["rev"], "do": "coach", "seat": 3})
        gesture = {"do": "gesture", "gesture": "nice_hand"}
        place.send({"t": "cmd", "id": "c-9", "rev": place.view["rev"], **gesture})
        terms = {"do": "change", "low": 1000, "high": 50000}
        place.send({"t": "cmd", "id": "c-terms", "rev": place.view["rev"], **terms})
        while next(night.ids) < 9:  # an id is taken once, at whatever table
            pass
        night.ask("GET", "/api/rounds", None, me)
        night.ask("GET", f"/api/tables/{table}/sitting", None, me)
        night.ask("GET", f"/api/rounds/{table}:1/receipt", None, me)
        night.ask("POST", "/api/tables", wanted | {"id": "c-moon", "house": "the moon"}, me)
        night.log.append(night.ask("GET", "/api/houses"))
        other = night.table(me, "rivers")
        place = night.come(other, me)
        place.say("sit", seat=1)
        place.say("ready")  # before a bet: the view says what the table waits for
        place.round(1, {"ante": 1000, "progressive": 100})
        place.send({"t": "cmd", "id": "c-20", "rev": place.view["rev"], "do": "close"})
        night.ask("DELETE", f"/api/tables/{night.table(me, 'shine')}", None, me)
        return tuple(night.log)


if __name__ == "__main__":
    for each in told():
        print(json.dumps(each))
