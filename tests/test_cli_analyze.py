"""What players tell of each move: `kishi analyze`, `kishi explain --player`, `kishi weights show`."""

import json
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner

from kishi import _native
from kishi.cli import main
from kishi.core import Choice, Limit, Record, Weights, game
from kishi.players import make_player
from kishi.store import Store

PSO_EXAMPLE = "-----------O--------O------OXO-----OX------XX-----X------------- O"
SEVEN = {"f3": -1, "f5": -1, "f6": -1, "d7": -1, "e7": -3, "f7": -1, "b8": -5}
# Who can be asked, on a game that they play.
TELLERS = {
    "othello": "greedy table td search montecarlo level ga pso hillclimb",
    "gomoku": "lines uct minimax cmaes",
    "minishogi": "valuenet alphabeta nnue",
}
ASKED = [(name, kind) for name, kinds in TELLERS.items() for kind in kinds.split()]


@pytest.fixture(autouse=True)
def own_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KISHI_HOME", str(tmp_path))


def told(*args: str) -> str:
    result = CliRunner().invoke(main, list(args))
    assert result.exit_code == 0, result.output
    return result.stdout


def thought(record: Record, spec: str) -> Choice:
    answer = make_player(record.game, spec).choose(record, Limit())
    assert isinstance(answer, Choice)
    return answer


def random_record(name: str, plies: int, seed: int) -> Record:
    record, chance = Record.new(game(name)), Random(seed)
    while len(record.choices) < plies and not record.over:
        record = record.play(Choice(move=chance.choice(record.position.legal_moves())))
    return record


def analyzed(*args: str) -> dict[str, Any]:
    answer: dict[str, Any] = json.loads(told("analyze", *args, "--json"))
    return answer


def test_the_seven_values_of_the_pso_write_up() -> None:
    args = ("othello", "--position", PSO_EXAMPLE, "--player", "greedy:faithful=true")
    found = analyzed(*args)
    assert {row["move"]: row["worth"] for row in found["moves"]} == SEVEN
    assert found["move"] == "f3" and found["value"] is None
    lines = told("analyze", *args).splitlines()
    assert lines[0].split() == ["move", "worth"]
    assert lines[1].split() == ["f3", "-1"] and lines[7].split() == ["b8", "-5"]
    assert "e7         -3  = e4 -1  e5 -1  e6 -1" in told("explain", *args).splitlines()


@pytest.mark.parametrize(("name", "kind"), ASKED)
def test_a_player_tells_what_it_thinks(name: str, kind: str) -> None:
    quick = ("--limit", "depth=1") if kind in ("search", "level", "nnue") else ()
    found = analyzed(name, "--player", kind, *quick)
    assert found["moves"] and found["move"] in {row["move"] for row in found["moves"]}
    row = found["moves"][0]
    assert row["value"] is not None or row["worth"] is not None


def test_a_network_tells_its_priors() -> None:
    found = analyzed("othello-6", "--player", "alphazero:simulations=20")
    priors = [row["prior"] for row in found["moves"]]
    assert sum(priors) == pytest.approx(1)
    assert all(p is not None for p in priors)
    assert "prior" in told("analyze", "othello-6", "--player", "alphazero:simulations=20")


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize(("spec", "name"), [
    ("greedy", "othello"), ("greedy:swh,faithful=true", "othello-6"), ("table", "othello"),
    ("table:swh,late=classic,switch=20", "othello"), ("lines", "gomoku-9"),
    ("lines:faithful=true", "gomoku-16"),
])  # fmt: skip
def test_the_move_played_is_the_first_of_the_highest_worth(spec: str, name: str, seed: int) -> None:
    record = random_record(name, 8 + 5 * seed, seed)
    worths = thought(record, spec).worths
    if record.over or not worths:
        return
    assert set(worths) == set(record.position.legal_moves())
    best = max(worths.values())
    assert thought(record, spec).move == next(m for m, w in worths.items() if w == best)


def test_a_table_is_own_minus_opponents_after_the_move() -> None:
    record = Record.new(game("othello"), game("othello").parse(PSO_EXAMPLE))
    values = np.array(thought_map("swh"))
    worths = thought(record, "table").worths or {}
    assert len(worths) == 7
    for move, worth in worths.items():
        after = record.position.play(move).picture()[0]
        sums = {s: sum(values[c] for c in range(64) if after[c] == s) for s in "XO"}
        assert worth == pytest.approx(sums["O"] - sums["X"], abs=1e-6)


def thought_map(name: str) -> list[float]:
    quarter = {"swh": _native.standard_weights(), "classic": _native.classic_map()}[name]
    upper = [row + row[::-1] for row in quarter]
    return [v for row in upper + upper[::-1] for v in row]


@pytest.mark.parametrize("seed", range(3))
def test_line_scores_are_told_in_parts(seed: int) -> None:
    record = random_record("gomoku-9", 6 + 4 * seed, seed)
    scores = np.array(_native.line_scores(), np.float32)
    worths = thought(record, "lines").worths or {}
    parts = _native.cell_scores(record.position, scores)
    assert {m: a + g + p for m, a, g, p in parts} == worths
    with pytest.raises(ValueError, match="gomoku"):
        _native.cell_scores(game("othello").start(), scores)


def test_values_of_one_ply_players_are_of_every_move() -> None:
    for name, spec in (("othello", "td"), ("minishogi", "valuenet")):
        record = random_record(name, 10, 3)
        choice = thought(record, spec)
        assert choice.values is not None
        assert set(choice.values) == set(record.position.legal_moves())
        assert choice.value == max(choice.values.values()) == choice.values[choice.move]


def test_as_written_the_means_explode() -> None:
    worths = thought(Record.new(game("othello")), "montecarlo:faithful=true").worths or {}
    assert len(worths) == 4 and max(map(abs, worths.values())) > 1e6


def test_who_tells_nothing_says_so() -> None:
    for spec in ("random", "human", "first"):
        result = CliRunner().invoke(main, ["analyze", "othello", "--player", spec])
        assert result.exit_code == 2 and "does not tell what it thinks" in result.stderr


def test_weights_show_both_tables_and_the_switch() -> None:
    genes = np.arange(21, dtype=np.float32)
    genes[20] = -0.5
    assert _native.table_switch(game("othello"), genes) == 30
    with Store.open() as store:
        run = store.start_run("two", "othello", "ga", {})
        id = store.put_weights(Weights("othello", "tables", {"numbers": genes}), {})
        store.add_step(run, id, {})
    out = told("weights", "show", "two")
    assert "opening table, before move 30" in out and "endgame table, from move 30 on" in out
    assert "switch: -0.5, so at move 30 of 60" in out


def test_weights_show_names_numbers() -> None:
    out = told("weights", "show", "cmaes-gomoku").splitlines()
    assert [line.split()[0] for line in out[1:4]] == ["attack", "guard", "centre"]
    assert out[1].split()[1::2] == ["1", "2", "3", "4", "5"]
