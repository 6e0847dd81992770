"""The cage's tables of people, of what operators did and look at, and of evenings."""

from __future__ import annotations

from typing import Final

from sqlalchemy import (
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    ForeignKey,
    Index,
    Table,
    Text,
    UniqueConstraint,
    false,
    text,
)

from pitboss.ledger.money_schema import NUMBER, metadata

_OPEN: Final = text("closed IS NULL")
_RUNNING: Final = text("state = 'running'")

people: Final = Table(  # a row stays for ever, because rounds hold its id; deleting empties it
    "people",
    metadata,
    Column("id", Text, primary_key=True),
    Column("name", Text),  # empty for guests
    Column("folded", Text),  # the name without regard to case
    Column("password", Text),  # its Argon2id hash
    Column("role", Text, nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("last_seen", BigInteger, nullable=False),
    Column("deleted", Boolean, nullable=False),
    Column("loss", BigInteger),  # cents that may be lost in one session of play
    Column("loss_next", BigInteger),  # a looser limit, and from when on; empty: no limit from then on
    Column("loss_from", BigInteger),
    Column("minutes", BigInteger),
    Column("minutes_next", BigInteger),
    Column("minutes_from", BigInteger),
    Column("excluded_until", BigInteger),
    Column("playing_from", BigInteger),  # the session of play: its first bet
    Column("playing_after", BigInteger),  # the last transfer before it
    Column("playing_carried", BigInteger),  # micro-cents that waited on tables when it began
    Column("progress_after", BigInteger),  # the last transfer whose round was looked at for progress
    Column("skeleton", Text),  # what the name looks like; empty where it looked like another's already
    Column("alias", Text),  # what a guest is called; several may be called the same
    Column("avatar", Text),  # the key of the picture that stands for them
    UniqueConstraint("folded", name="one_name"),
    CheckConstraint("role IN ('player', 'operator')", name="one_role"),
    CheckConstraint("(name IS NULL) = (folded IS NULL)", name="whole_name"),
    CheckConstraint("NOT deleted OR (name IS NULL AND password IS NULL)", name="erased"),
    Index("one_look", "skeleton", unique=True),
)

spent_names: Final = Table(  # names of deleted people, which nobody takes for a while
    "spent_names",
    metadata,
    Column("digest", Text, primary_key=True),  # SHA-256 of the name's skeleton
    Column("until", BigInteger, nullable=False),
)

tokens: Final = Table(
    "tokens",
    metadata,
    Column("digest", Text, primary_key=True),  # SHA-256 of the secret, which is kept nowhere
    Column("person", Text, ForeignKey("people.id"), nullable=False),
    Column("kind", Text, nullable=False),
    Column("made", BigInteger, nullable=False),
    Column("expires", BigInteger),  # empty: when it is revoked
    Column("last_used", BigInteger),
    Column("label", Text, nullable=False),
    Column("extra", Text, nullable=False),  # the table that a ticket is for
    CheckConstraint("kind IN ('session', 'bearer', 'ticket', 'device', 'reset')", name="one_kind"),
    Index("tokens_of_person", "person"),
)

acts: Final = Table(  # what operators did
    "acts",
    metadata,
    Column("number", NUMBER, primary_key=True),
    Column("at", BigInteger, nullable=False),
    Column("actor", Text, nullable=False),
    Column("what", Text, nullable=False),
    Column("before", Text, nullable=False),
    Column("after", Text, nullable=False),
    Column("felt", Text, ForeignKey("felts.id")),
    Column("round", Text, ForeignKey("rounds.id")),
)

notes: Final = Table(  # what was said about a disputed round
    "notes",
    metadata,
    Column("number", NUMBER, primary_key=True),
    Column("at", BigInteger, nullable=False),
    Column("author", Text, nullable=False),
    Column("round", Text, ForeignKey("rounds.id"), nullable=False),
    Column("text", Text, nullable=False),
    Index("notes_of_round", "round"),
)

disputes: Final = Table(  # rounds that somebody doubts; what was said is in notes, how it ended in acts
    "disputes",
    metadata,
    Column("number", NUMBER, primary_key=True),
    Column("round", Text, ForeignKey("rounds.id"), nullable=False),
    Column("note", BigInteger, ForeignKey("notes.number"), nullable=False),  # with which it began
    Column("closed", BigInteger, ForeignKey("acts.number")),  # empty: it is open
    Index("one_open_dispute", "round", unique=True, sqlite_where=_OPEN, postgresql_where=_OPEN),
    Index("disputes_of_round", "round"),
)

audits: Final = Table(  # that were asked for while the house ran, with how far each has come
    "audits",
    metadata,
    Column("number", NUMBER, primary_key=True),
    Column("at", BigInteger, nullable=False),
    Column("operator", Text, nullable=False),
    Column("state", Text, nullable=False),
    Column("seen", BigInteger, nullable=False),  # when the server that runs it last said so
    Column("done", BigInteger, nullable=False),  # rounds
    Column("total", BigInteger, nullable=False),
    Column("ended", BigInteger),
    Column("faults", BigInteger, nullable=False),
    Column("result", Text, nullable=False),  # figures and the first faults, as JSON
    CheckConstraint("state IN ('running', 'clean', 'faulty', 'stopped', 'lost', 'failed')", name="one_state"),
    Index("one_audit", "state", unique=True, sqlite_where=_RUNNING, postgresql_where=_RUNNING),
)

records: Final = Table(  # the chain of what was done outside tables; each is about one row
    "records",
    metadata,
    Column("number", BigInteger, primary_key=True, autoincrement=False),
    Column("deed", BigInteger, ForeignKey("deeds.id")),
    Column("act", BigInteger, ForeignKey("acts.number")),
    Column("note", BigInteger, ForeignKey("notes.number")),
    Column("person", Text, ForeignKey("people.id")),
    Column("content", Text, nullable=False),
    Column("head", Text, nullable=False),
    UniqueConstraint("deed", name="one_record_of_a_deed"),
    UniqueConstraint("act", name="one_record_of_an_act"),
    UniqueConstraint("note", name="one_record_of_a_note"),
    CheckConstraint(
        "(deed IS NOT NULL AND act IS NULL AND note IS NULL AND person IS NULL)"
        " OR (deed IS NULL AND act IS NOT NULL AND note IS NULL AND person IS NULL)"
        " OR (deed IS NULL AND act IS NULL AND note IS NOT NULL AND person IS NULL)"
        " OR (deed IS NULL AND act IS NULL AND note IS NULL AND person IS NOT NULL)",
        name="about_one",
    ),
    Index("records_of_person", "person", "number"),
)

incidents: Final = Table(  # what operators should look at, whichever server has met it
    "incidents",
    metadata,
    Column("kind", Text, primary_key=True),
    Column("subject", Text, primary_key=True),  # a person, a table, a name and a network
    Column("first", BigInteger, nullable=False),
    Column("last", BigInteger, nullable=False),
    Column("times", BigInteger, nullable=False),
    Column("detail", Text, nullable=False),
    Index("incidents_by_time", "last"),
)

decisions: Final = Table(  # what people with a name decided, at tables and in drills; theirs to delete
    "decisions",
    metadata,
    Column("id", NUMBER, primary_key=True),
    Column("person", Text, ForeignKey("people.id"), nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("kind", Text, nullable=False),
    Column("house", Text, nullable=False),
    Column("sheet", Text, nullable=False),  # its hash; a drill's sheet need not be stored
    Column("cards", Text, nullable=False),
    Column("up", Text, nullable=False),
    Column("action", Text, nullable=False),
    Column("best", Text, nullable=False),
    Column("cost", BigInteger, nullable=False),  # micro-cents given up against the best
    Column("ante", BigInteger, nullable=False),
    Column("round", Text, ForeignKey("rounds.id")),
    Column("seat", BigInteger),
    Column("drill", BigInteger),  # its number, for this person and house
    Column("step", BigInteger),  # how far a missed hand has come; empty: it need not come back
    Column("ms", BigInteger),
    UniqueConstraint("person", "round", "seat", name="one_decision"),
    CheckConstraint("kind IN ('table', 'drill')", name="one_sort"),
    CheckConstraint("(kind = 'table') = (round IS NOT NULL)", name="of_a_round"),
    CheckConstraint("cost >= 0 AND ante > 0", name="some_stake"),
    Index("decisions_of_person", "person", "id"),
)

leagues: Final = Table(  # that add evenings up
    "leagues",
    metadata,
    Column("id", Text, primary_key=True),
    Column("name", Text, nullable=False),
    Column("host", Text, nullable=False),  # the person who began it
    Column("made", BigInteger, nullable=False),
)

evenings: Final = Table(  # tournaments, each as it stands after its last event
    "evenings",
    metadata,
    Column("id", Text, primary_key=True),
    Column("host", Text, nullable=False),
    Column("league", Text, ForeignKey("leagues.id")),
    Column("phase", Text, nullable=False),
    Column("invite", Text, nullable=False),  # what one must know to come to a private one
    Column("made", BigInteger, nullable=False),
    Column("version", BigInteger, nullable=False),  # how many events it has
    Column("private", Boolean, nullable=False, server_default=false()),
    Column("network", Text, nullable=False, server_default=text("''")),  # a digest of where it was announced
    Column("places", BigInteger, nullable=False, server_default=text("0")),  # that it holds for its tables
    Column("seen", BigInteger, nullable=False, server_default=text("0")),  # when a person was there last
    Column("state", Text, nullable=False),
    CheckConstraint("phase IN ('listed', 'running', 'ended', 'called_off')", name="one_phase"),
    Index("evenings_by_phase", "phase"),
    Index("evenings_of_host", "host"),
)

entrants: Final = Table(  # the people of an evening, bots are none
    "entrants",
    metadata,
    Column("evening", Text, ForeignKey("evenings.id"), primary_key=True),
    Column("person", Text, primary_key=True),
)

evening_events: Final = Table(  # what has happened to them; each is a deed
    "evening_events",
    metadata,
    Column("evening", Text, ForeignKey("evenings.id"), primary_key=True),
    Column("number", BigInteger, primary_key=True, autoincrement=False),
    Column("deed", BigInteger, ForeignKey("deeds.id"), nullable=False),
    Column("body", Text, nullable=False),
    UniqueConstraint("deed", name="one_event_of_a_deed"),
)
