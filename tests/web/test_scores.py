"""What stands beside a board is what the solvers say: in discs, in plies to mate, in plies to five."""

import random
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from starlette.testclient import TestClient

from kishi._native import SearchControl, fours_win, solve
from kishi.core import Position, Record, game

from .tables import begin, next_event, sit

MANY = 50
Thought = dict[str, Any]


def look(client: TestClient, position: Position, **asked: Any) -> Thought:
    answer = client.post(
        "/api/analysis",
        json={
            "game": position.game.name,
            "start": str(position),
            "moves": [],
            "lines": 30,
            "nodes": 100_000,
            "seconds": 60,
            **asked,
        },
    )
    assert answer.status_code == 200, answer.text
    thought: Thought = answer.json()
    return thought


def by_chance(
    name: str, seed: int, choose: Callable[[Position, random.Random], int]
) -> Iterator[Position]:
    """Running positions of games that chance plays, one game after the other."""
    chance = random.Random(seed)
    while True:
        record = Record.new(game(name))
        while not record.over:
            yield record.position
            record = record.play(choose(record.position, chance))


def any_move(position: Position, chance: random.Random) -> int:
    return chance.choice(position.legal_moves())


def close_by(position: Position, chance: random.Random) -> int:
    """A point next to a stone, so that lines come about."""
    size = position.game.shape[1]
    stones = [i for i, cell in enumerate(position.picture()[0]) if cell]
    near = [
        m
        for m in position.legal_moves()
        if any(max(abs(m // size - s // size), abs(m % size - s % size)) == 1 for s in stones)
    ]
    return chance.choice(near or position.legal_moves())


def discs(position: Position) -> int:
    """The difference at the end for the first player, if both play as well as can be."""
    if position.over:
        return position.score or 0
    found = solve(position, SearchControl())
    return found.number * (1 - 2 * position.turn)


def test_every_square_of_an_ending_shows_its_exact_discs(client: TestClient) -> None:
    endings = (p for p in by_chance("othello", 23, any_move) if p.picture()[0].count("") == 8)
    seen = 0
    for position in endings:
        if len(position.legal_moves()) < 2:
            continue
        thought = look(client, position)
        shown = {m["move"]: m["score"] for m in thought["moves"]}
        exact = {m: discs(position.play(m)) for m in position.legal_moves()}
        assert {m: score["lead"] for m, score in shown.items()} == exact
        assert all(score["exact"] and not score["plies"] for score in shown.values())
        mover = 1 - 2 * position.turn
        best = max(exact.values(), key=lambda lead: mover * lead)
        assert exact[thought["move"]] == thought["score"]["lead"] == best
        assert [m["score"]["lead"] * mover for m in thought["moves"]] == sorted(
            (mover * lead for lead in exact.values()), reverse=True
        )
        seen += 1
        if seen == MANY:
            return


@pytest.mark.parametrize(
    ("name", "choose", "least"), [("minishogi", any_move, 3), ("gomoku", close_by, 5)]
)
def test_a_forced_win_is_shown_with_its_length(
    client: TestClient, name: str, choose: Callable[[Position, random.Random], int], least: int
) -> None:
    """As the solver has it, or shorter where the search beside it has proved that."""
    seen = 0
    for position in by_chance(name, 23, choose):
        found = solve(position, SearchControl(), nodes=2_000)
        if not found.found or found.number < least:
            continue
        thought = look(client, position, lines=2, nodes=40_000)
        score = thought["score"]
        assert score["value"] == 1 - 2 * position.turn, "the mover wins"
        assert score["exact"] and score["lead"] is None
        assert 0 < score["plies"] <= found.number and score["plies"] % 2 == 1
        assert position.game.parse_move(thought["line"][0]) == thought["move"]
        first = thought["moves"][0]
        assert (first["move"], first["score"]) == (thought["move"], score)
        seen += 1
        if seen == MANY:
            return


def test_a_win_by_fours_is_called_so(client: TestClient) -> None:
    """What is said of the position and of each move is what the solver of fours says."""
    seen = {"fours": 0, "": 0}
    for position in by_chance("gomoku", 42, close_by):
        found = solve(position, SearchControl(), nodes=2_000)
        if not found.found or found.number < 5:
            continue
        thought = look(client, position, lines=3, nodes=20_000)
        by = by_fours(position, thought["score"])
        assert (thought["score"]["by"], thought["score"]["plies"]) == by
        for move in thought["moves"]:
            score = move["score"]
            if score["plies"] > 1:
                then = {**score, "plies": score["plies"] - 1}
                word, plies = by_fours(position.play(move["move"]), then)
                assert (score["by"], score["plies"]) == (word, plies + 1)
        seen[thought["score"]["by"]] += 1
        if seen["fours"] >= MANY and seen[""]:
            return


def by_fours(position: Position, score: Thought) -> tuple[str, int]:
    """What a score should say of itself: the word, and the plies."""
    side, plies = fours_win(position, 4_000) or (0, 0)
    told = 2 < plies <= score["plies"] and score["value"] == 1 - 2 * side
    return ("fours", plies) if told else ("", score["plies"])


def test_the_game_is_judged_by_a_strong_search_whoever_plays(client: TestClient) -> None:
    """A mate that both random players overlook stands beside the board."""
    mate = next(
        p
        for p in by_chance("minishogi", 5, any_move)
        if solve(p, SearchControl(), nodes=20_000).number >= 3
    )
    id = begin(client, "minishogi", ["human", "random"], start=str(mate), moves=[])
    with sit(client, id) as socket:
        judged = next_event(socket, "judged")
    assert judged["ply"] == 0
    assert judged["score"]["plies"] == solve(mate, SearchControl()).number
    assert judged["score"]["value"] == 1 - 2 * mate.turn


def test_scores_stay_with_the_game(client: TestClient) -> None:
    id = begin(client, "othello-6", ["human", "human"])
    with sit(client, id) as socket:
        score = next_event(socket, "judged")["score"]
    assert score["lead"] is not None and not score["exact"]
    assert client.get(f"/api/tables/{id}").json()["plies"][0]["score"] == score


def test_opinions_of_other_players_are_chances_not_discs(client: TestClient) -> None:
    thought = look(client, game("othello").start(), player="uct:rollouts=200", nodes=200)
    assert thought["score"]["lead"] is None and abs(thought["score"]["value"]) < 1
