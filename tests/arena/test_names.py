"""How players are shown: the plain text, but where one text has meant two players."""

from dataclasses import replace
from pathlib import Path

from kishi import game, parse_spec
from kishi.arena.names import shown
from kishi.arena.tournament import Crosstable, is_listed_as, stored_tables
from kishi.core import Identity
from kishi.store import PackedGame, PackedGames, Result, Store

MINE = Identity("pso:mine", "2f8c1234567890ab")
LATER = Identity("pso:mine", "91ab1234567890ab")
NEARLY = Identity("pso:mine", "2f8c1299999999ff")


def test_one_meaning_is_the_plain_text() -> None:
    other = Identity("pso:yours", LATER.weights)
    assert shown([MINE, other, Identity("random")]) == {
        MINE: "pso:mine", other: "pso:yours", Identity("random"): "random"
    }  # fmt: skip
    assert shown([MINE, MINE]) == {MINE: "pso:mine"}
    assert shown([]) == {}


def test_two_meanings_are_told_apart_by_as_few_digits_as_will_do() -> None:
    assert list(shown([MINE, LATER]).values()) == ["pso:mine@2f8c", "pso:mine@91ab"]
    assert list(shown([LATER, MINE, NEARLY]).values()) == [
        "pso:mine@91ab123", "pso:mine@2f8c123", "pso:mine@2f8c129"
    ]  # fmt: skip


def test_whose_weights_nobody_noted_stays_plain() -> None:
    assert list(shown([MINE, Identity("pso:mine")]).values()) == ["pso:mine@2f8c", "pso:mine"]


def test_a_player_of_two_weights_shows_both() -> None:
    text, one, two = "table:a,late=b", "aaaa000000000001", "bbbb000000000002"
    players = [Identity(text, f"{one}+{two}"), Identity(text, f"{one}+{LATER.weights}")]
    assert list(shown(players).values()) == [f"{text}@aaaa+bbbb", f"{text}@aaaa+91ab"]


def test_how_settings_list_players() -> None:
    two = Identity("table:a,late=b", f"{MINE.weights}+{LATER.weights}")
    assert is_listed_as(MINE, "pso:mine") and is_listed_as(MINE, "pso:mine@2f8c")
    assert is_listed_as(two, "table:a,late=b@2f8c+91ab")
    for other in ("pso:mine@91ab", "pso:yours", "pso:yours@2f8c", "@2f8c", "pso"):
        assert not is_listed_as(MINE, other)
    assert not is_listed_as(two, "table:a,late=b@2f8c+2f8c")
    assert is_listed_as(Identity("gtp:ssh me@beef"), "gtp:ssh me@beef")


def test_a_crosstable_has_a_row_for_each() -> None:
    random = Identity("random")
    table = Crosstable(shown([MINE, LATER, random]))
    table.add_results([Result(MINE, random, 0, 1), Result(LATER, random, 0, 2)])
    rows = {row["player"]: row for row in table.as_dict()["players"]}
    assert {name: (row["text"], row["weights"], row["score"]) for name, row in rows.items()} == {
        "pso:mine@2f8c": (*MINE, 1.0), "pso:mine@91ab": (*LATER, 0.0), "random": (*random, 0.5)
    }  # fmt: skip


def test_who_has_yet_to_play_is_no_other_player(tmp_path: Path) -> None:
    """A ladder stopped after its first limit: the second has its players in its settings alone."""
    spec = parse_spec(game("othello"), "pso:mine")
    rest = parse_spec(game("othello"), "random")
    with Store.open(tmp_path / "kishi.db") as store:
        settings = {"players": ["pso:mine", "random"]}
        events = [store.event(name, "ladder", "othello", settings) for name in ("l/1s", "l/2s")]
        ids = store.player(replace(spec, weights=(MINE.weights,))), store.player(rest)
        store.add_games(
            events[0], *ids, PackedGames.of([PackedGame(0, None, 0, b"", None, None, 1, None)])
        )
        tables = stored_tables(store, events)
    assert [table.players for table in tables] == [["pso:mine", "random"]] * 2
    assert [table.games for table in tables] == [1, 0]
