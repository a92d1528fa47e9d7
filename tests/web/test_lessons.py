"""What the lessons tell is what the core plays, and the texts' own examples come out as printed."""

import itertools
from typing import Any

import numpy as np
import pytest

from kishi.core import Choice, Limit, Record, game
from kishi.games.gomoku import LINE_SCORES
from kishi.players import make_player
from kishi.web.lessons import ga, lines, pso
from kishi.web.reading import Fields

OTHELLO, BOARD = game("othello"), game("gomoku-16")


def asked(answer: Any, **fields: Any) -> dict[str, Any]:
    found: dict[str, Any] = answer(Fields(fields))
    return found


def some_line(of: Any, plies: int, seed: int) -> Record:
    chance, record = np.random.default_rng(seed), Record.new(of)
    while len(record.moves) < plies and not record.over:
        moves = record.position.legal_moves()
        record = record.play(Choice(move=int(chance.choice(moves))))
    return record


def choice_of(player: str, record: Record) -> int:
    answer = make_player(record.game, player).choose(record, Limit())
    assert isinstance(answer, Choice)
    return answer.move


# Value map and PSO.


def test_the_seven_values_of_the_text() -> None:
    example = asked(pso.example)
    found = asked(pso.worth, game="othello", start=example["start"], map=example["map"])
    values = {row["text"]: row["worth"] for row in found["moves"]}
    assert values == {"f3": -1, "f5": -1, "f6": -1, "d7": -1, "e7": -3, "f7": -1, "b8": -5}
    assert OTHELLO.move_text(found["chosen"]) == "f3"


@pytest.mark.parametrize("placed", [False, True])
def test_worth_is_what_the_greedy_player_maximises(placed: bool) -> None:
    values = pso.maps()["classic"]
    for seed in range(8):
        record = some_line(OTHELLO, 6 + 4 * seed, seed)
        found = asked(
            pso.worth, game="othello", moves=list(record.moves), map=values, placed=placed
        )
        worth = {row["move"]: row["worth"] for row in found["moves"]}
        chosen = choice_of(f"greedy:faithful={str(not placed).lower()}", record)
        assert chosen == found["chosen"] and worth[chosen] == max(worth.values())


def test_the_terms_of_a_velocity_bring_a_particle_where_it_is_next() -> None:
    flight = asked(pso.swarm, seed=2, fair=True)
    for before, after in zip(flight["steps"], flight["steps"][1:], strict=False):
        terms = [np.array(before[name]) for name in ("inertia", "to_own", "to_common")]
        wanted = np.clip(np.array(before["at"]) + sum(terms), -1, 1)
        assert np.allclose(before["next"], wanted, atol=1e-3)
        assert np.allclose(after["at"], before["next"], atol=1e-3)
    best = flight["steps"][-1]
    corner, diagonal = best["best"][best["leader"]]
    assert corner > 0 > diagonal  # where the landscape is high


def test_a_particle_of_64_weights_flies_as_the_formula_says() -> None:
    steps = asked(pso.whole_swarm, seed=3)["steps"]
    assert len(steps) == 10 and all(
        len(step[name]) == 64 for step in steps for name in ("at", "own")
    )
    for before, after in itertools.pairwise(steps):
        wanted = np.clip(np.array(before["at"]) + before["speed"], -30, 30)
        assert np.allclose(after["at"], wanted, atol=0.2)
        assert after["own_score"] == max(before["own_score"], after["score"])
        assert after["common_score"] >= before["common_score"]
    race = asked(pso.race, seed=3)["written"]["map"]
    assert np.allclose(race, steps[-1]["common"], atol=0.1)


def test_one_game_hardly_ranks_maps_and_fair_games_do() -> None:
    found = [asked(pso.ranking, seed=seed) for seed in (101, 102, 103)]
    assert np.mean([f["one_correlation"] for f in found]) < 0.4
    assert min(f["fair_correlation"] for f in found) > 0.6


@pytest.mark.parametrize("seed", range(101, 111))
def test_the_corrected_swarm_beats_the_texts_at_equal_games(seed: int) -> None:
    found = asked(pso.race, seed=seed)
    assert found["games"] == found["written_games"] == 1500
    assert found["met"]["score"] > 0.5


def test_a_map_is_measured() -> None:
    scores = asked(pso.measure, maps=[[1.0] * 64], games=20)["scores"]
    assert 0 <= scores[0]["low"] <= scores[0]["score"] <= scores[0]["high"] <= 1


def test_repeated_single_games_differ_more_than_means() -> None:
    found = asked(pso.noise, map=pso.maps()["classic"])
    assert np.std(np.array(found["single"]) / 64) > 1.5 * np.std(found["means"])


# Genetic algorithm.


def test_the_layout_of_the_genes() -> None:
    """1-4 the diagonal, 5-7 a2 b3 c4, 8-9 a3 b4, 10 a4, mirrored to all eight places."""
    found = asked(ga.layout)
    squares = np.array(found["squares"]).reshape(8, 8)
    names = dict(zip(found["names"], range(10), strict=True))
    for name, gene in names.items():
        column, row = "abcdefgh".index(name[0]), int(name[1]) - 1
        assert squares[row, column] == squares[column, row] == squares[7 - row, column] == gene
    assert [names[n] for n in ("a1", "d4", "a2", "c4", "a3", "b4", "a4")] == [0, 3, 4, 6, 7, 8, 9]


@pytest.mark.parametrize("program", [False, True])
def test_a_generation_is_bred_as_it_is_told(program: bool) -> None:
    found = asked(ga.generation, seed=3, program=program)
    table = np.array(found["table"])
    assert (table == -table.T).all() and table.sum(axis=1).tolist() == found["scores"]
    best, other = found["parents"]
    assert found["scores"][best] == max(found["scores"]) and best != other
    parents = [found["genes"][best], found["genes"][other]]
    for child, first, cut, mutated in zip(
        found["next"][2:], found["first"], found["cut"], found["mutated"][2:], strict=True
    ):
        for i, value in enumerate(child):
            if not mutated[i]:
                assert value == parents[first if i < cut else 1 - first][i]
    assert not program or set(found["first"]) == {0}


def test_diversity_collapses_as_written_and_less_so_when_corrected() -> None:
    found = asked(ga.collapse, seed=1)
    left = {name: values[3] / values[0] for name, values in found.items()}
    assert left["program"] < left["text"] < 0.75 < left["corrected"]


def test_bred_maps_make_sense() -> None:
    told: list[list[float]] = []
    while True:
        found = asked(ga.breed, seed=104, told=told or None)
        told.append(found["scores"])
        if len(told) == found["most"]:
            break
    corner, diagonal, *_ = genes = found["genes"]
    assert corner == max(genes) and diagonal < 0 and diagonal in sorted(genes)[:3]
    assert found["measured"]["score"] > 0.4


# Attack and guard.


def test_line_scores_explain_the_player_of_that_name() -> None:
    for seed in range(6):
        record = some_line(game("gomoku-9"), 3 + 4 * seed, seed)
        if record.over:
            continue
        found = asked(lines.line_scores, game="gomoku-9", moves=list(record.moves))
        scores = {r["move"]: r["attack"] + r["guard"] + r["place"] for r in found["moves"]}
        assert scores[found["chosen"]] == max(scores.values())
        assert found["chosen"] == choice_of("lines", record)


def test_the_texts_diagrams() -> None:
    diagrams = asked(lines.tables)["diagrams"]
    corner = asked(lines.rows, game=BOARD.name, moves=diagrams["corner"])["moves"]
    assert {r["text"] for r in corner if r["value"] == 10} == {"c16", "c14"}
    assert max(r["value"] for r in corner) == 10
    four = {
        r["text"]: r for r in asked(lines.rows, game=BOARD.name, moves=diagrams["four"])["moves"]
    }
    assert (four["f9"]["value"], four["f9"]["made"]) == (30, 4)
    assert (four["f5"]["value"], four["f5"]["made"]) == (-1000, 4)
    assert [text for text, row in four.items() if row["value"] > 0] == ["f9"]


def test_the_windows_add_up_to_attack_and_guard() -> None:
    moves = asked(lines.tables)["diagrams"]["four"]
    own = [1.0, 2.0, 5.0, 11.0, 23.0, 3.0, 7.0, 13.0, 29.0, 31.0, 4.0]
    for scores in (LINE_SCORES.tolist(), own):
        found = asked(lines.line_scores, game=BOARD.name, moves=moves, scores=scores)
        for row in found["moves"][::40]:
            told = asked(lines.windows, game=BOARD.name, moves=moves, cell=row["to"], scores=scores)
            assert told["windows"][-1]["sum"] == row["attack"] + row["guard"]
            assert told["place"] == row["place"]


def test_corrected_lines_meet_those_as_written() -> None:
    found = asked(lines.compare, seed=1)
    assert found["wins"] + found["draws"] + found["losses"] == 200
