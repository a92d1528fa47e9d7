"""Training patterns in discs: games, fitting, and that a stopped run comes to the same end."""

from dataclasses import replace
from itertools import islice, pairwise
from pathlib import Path

import numpy as np
import pytest
from outcomes import outcome

from kishi import _native
from kishi._native import DISC_POINTS, DiscGamesPlan, textbook_search
from kishi.arena import compare
from kishi.cluster import Threads
from kishi.core import Choice, Limit, Record, SearchControl, Weights, game
from kishi.errors import BadInput
from kishi.formats import write
from kishi.players import make_player
from kishi.players.genomes import numbers_of
from kishi.players.registry import shipped, weights_named
from kishi.players.trained import engine_of
from kishi.store import Store
from kishi.store.tensors import from_bytes
from kishi.training import TrainingContext
from kishi.training.fitness import MatchRunner
from kishi.training.patterns import positions, trainer
from kishi.training.patterns.positions import DiscGamesTask, LabelTask, PlayedPositions
from kishi.training.patterns.trainer import DISCS_OF_A_VALUE, Fit, PatternsTrainer
from kishi.training.versions import Version
from samples import random_line

OTHELLO = game("othello")
TINY = PatternsTrainer(rounds=3, games=18, depth=1, solved=8, window=1, epochs=2, match=4, nodes=30)
NOTHING = np.zeros(0, np.float32)
TASK = DiscGamesTask("othello", "", 2, 10, 2, 6, 5)
PLAN = DiscGamesPlan(depth=1, solved=8, departures=2)


@pytest.fixture(autouse=True)
def small_batches(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trainer, "GAMES_IN_A_BATCH", 3)
    monkeypatch.setattr(compare, "PAIRS_AT_ONCE", 1)


def played(task: DiscGamesTask, folder: Path) -> PlayedPositions:
    (folder / "games").write_bytes(positions.play(task, SearchControl()))
    return positions.read([folder / "games"])


def played_out(task: DiscGamesTask, folder: Path) -> PlayedPositions:
    known = played(task, folder)
    return known[~np.isnan(known.scores)]


def text_of(boards: np.ndarray) -> str:
    mine, theirs = (int(b) for b in boards)
    return (
        "".join("X" if mine >> s & 1 else "O" if theirs >> s & 1 else "-" for s in range(64)) + " X"
    )


# Games.


def test_games_depend_on_their_task_alone(tmp_path: Path) -> None:
    data = positions.play(TASK, SearchControl())
    assert positions.play(TASK._replace(threads=2), SearchControl()) == data
    assert positions.play(TASK._replace(seed=6), SearchControl()) != data
    file = tmp_path / "games"
    file.write_bytes(data)
    assert positions.holds(file, TASK) and positions.holds(file, TASK._replace(threads=2))
    assert not positions.holds(file, TASK._replace(seed=6))
    file.write_bytes(data[:-1])
    assert not positions.holds(file, TASK)


def test_a_game_does_not_depend_on_those_played_before_it() -> None:
    """What the solver had kept of earlier games once chose among lines of the same score."""
    plan = DiscGamesPlan(depth=1, solved=12, departures=4)
    none = np.zeros((0, 2), np.uint64)
    one, two = (
        _native.play_disc_games(
            OTHELLO, NOTHING, none,
            seed=5, games=200, plan=plan, threads=threads, control=SearchControl(),
        )
        for threads in (1, 2)
    )  # fmt: skip
    assert one == two


def test_scores_near_the_end_are_exact(tmp_path: Path) -> None:
    known = played(TASK, tmp_path)
    different = len(np.unique(known.boards, axis=0))
    # what stands beside a position may be the next one of the game
    assert known.empties.min() == 6 and different > 0.85 * len(known.boards)
    unknown = np.isnan(known.scores)
    assert (known.empties[unknown] > TASK.solved).all() and 0.3 < unknown.mean() < 0.5
    near = np.flatnonzero(known.empties <= 10)[::10]
    assert len(near) > 5
    for i in near.tolist():
        solved = _native.solve(OTHELLO.parse(text_of(known.boards[i])), SearchControl())
        assert solved.number == known.scores[i]


def test_positions_after_any_move_are_learned_from_too(tmp_path: Path) -> None:
    """Not only those of good play: of the solved positions with a move to come, many follow a mistake."""
    known = played(TASK, tmp_path)
    worth = {b.tobytes(): float(r) for b, r in zip(known.boards, known.scores, strict=True)}
    lost = []  # what the move to a position that is known gave away
    for board, result in zip(known.boards, known.scores, strict=True):
        position = OTHELLO.parse(text_of(board))
        for move in position.legal_moves():
            after = position.play(move)
            if after.over:
                continue
            there = np.array([_bits(after, after.turn), _bits(after, 1 - after.turn)], np.uint64)
            if there.tobytes() in worth and known.empties.min() <= text_of(board).count("-") <= 10:
                lost.append(float(result) + worth[there.tobytes()])
    assert min(lost) >= 0  # no move gains
    assert sum(x > 0 for x in lost) > 0.2 * len(lost) > 5
    assert sum(x == 0 for x in lost) > 0.2 * len(lost)


def test_half_of_the_games_begin_with_openings_of_a_file(tmp_path: Path) -> None:
    line = random_line(OTHELLO, 3)
    record = Record.new(OTHELLO)
    for before, after in pairwise(line[:20]):
        record = record.play(next(m for m in before.legal_moves() if before.play(m) == after))
    file = tmp_path / "game.json"
    file.write_bytes(b"".join(write([record], "json")))
    boards = positions.opening_boards(str(file), OTHELLO)
    assert len(boards) == 19 - 4
    assert {text_of(b)[:64].count("-") for b in boards} == {60 - ply for ply in range(4, 19)}
    none = _native.play_disc_games(OTHELLO, NOTHING, boards[:0], seed=1, games=20, plan=PLAN, threads=1,
                                   control=SearchControl())  # fmt: skip
    some = _native.play_disc_games(OTHELLO, NOTHING, boards[-1:], seed=1, games=20, plan=PLAN, threads=1,
                                   control=SearchControl())  # fmt: skip
    taken = int(boards[-1, 0] | boards[-1, 1])

    def begun(data: bytes) -> list[bool]:
        """Whether each position may have come from the opening: its squares are taken."""
        all = np.frombuffer(data, np.uint64).reshape(-1, 2)
        return [int(a | b) & taken == taken for a, b in all if 30 <= int(a | b).bit_count() <= 34]

    assert sum(begun(some[0])) > 0.25 * len(begun(some[0])) > sum(begun(none[0]))
    for bad, why in ((tmp_path / "none", "cannot read"), (tmp_path / "empty", "no games")):
        if bad.name == "empty":
            bad.write_bytes(b"".join(write([Record.new(OTHELLO)], "json")))
        with pytest.raises(BadInput, match=why):
            positions.opening_boards(str(bad), OTHELLO)


def test_stages_are_read_one_by_one(tmp_path: Path) -> None:
    files = [tmp_path / "one", tmp_path / "two"]
    for seed, file in enumerate(files):
        file.write_bytes(positions.play(TASK._replace(seed=seed), SearchControl()))
    whole = positions.read(files)
    for stage in range(16):
        here, same = positions.read(files, stage), whole.stages == stage
        assert (here.boards == whole.boards[same]).all()
        assert np.array_equal(here.scores, whole.scores[same], equal_nan=True)
    assert len(np.unique(whole.stages)) > 10 and len(positions.read([]).scores) == 0


# Labels.


def test_a_label_is_the_value_of_the_search_tree(tmp_path: Path) -> None:
    known = played(TASK, tmp_path)
    some = known[np.flatnonzero(known.empties > 12)[::97]]
    numbers = weights_named(OTHELLO, "patterns-othello").arrays["numbers"].astype(np.float32)
    said = [np.zeros(len(some.scores), np.float32) for _ in range(2)]
    for threads, out in enumerate(said, start=1):
        _native.label_discs(OTHELLO, numbers, some.boards, out, depth=2, threads=threads,
                            control=SearchControl())  # fmt: skip
    assert (said[0] == said[1]).all() and len(said[0]) > 10
    for board, value in zip(some.boards, said[0], strict=True):
        tree = textbook_search(
            [OTHELLO.parse(text_of(board))], "patterns", numbers, SearchControl(), depth=2, pruning=False
        )  # fmt: skip
        assert value * DISC_POINTS == pytest.approx(tree.score, abs=0.01)


def test_labels_are_made_by_any_worker_alike(tmp_path: Path) -> None:
    known = played(TASK, tmp_path)
    numbers = weights_named(OTHELLO, "patterns-othello").arrays["numbers"].astype(np.float32)
    task = LabelTask("othello", "w", 4, 0, known.boards[:20].tobytes())
    (_, once), (_, twice) = Threads(2).map(
        positions.LABEL, [task, task._replace(threads=2)], {"w": numbers.tobytes()}
    )
    assert once == twice and len(once) == 4 * 20


def test_what_weights_say_too_much_for_whoever_moves_is_no_part_of_labels(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else it grows from stage to stage: it came to 7 discs in a run whose labels were those of one depth."""
    known, fit = played(TASK, tmp_path), Fit.begun(NOTHING)
    fit.weights[-61:] = (
        3.0  # and nothing else: four plies end with the mover to move, five with the other
    )
    here = known[(known.empties > 20) & (known.empties < 40)]
    run = trainer.PatternsRun(replace(TINY, label_depth=4), context_in(tmp_path, monkeypatch))
    monkeypatch.setattr(trainer, "EVENED", 20)
    assert run._searched(_version(fit), here.boards, 4).mean() == pytest.approx(3, abs=0.3)
    assert np.abs(run._labels(fit, here)).mean() < 0.3


def _version(fit: Fit) -> Version:
    return Version("patterns", fit.points.astype(np.float32))


def test_what_is_solved_reaches_the_beginning_within_one_round(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """From nothing: every stage that games pass through has learned, though only the last ones are solved."""
    plan = replace(TINY, rounds=1, games=9)
    context = context_in(tmp_path, monkeypatch)
    run = trainer.PatternsRun(plan, context)
    best = run._best()
    list(run._play(0, best))
    fit, asked = run._fit(0, best), []
    labels = run._labels

    def seen(fit: Fit, here: PlayedPositions) -> np.ndarray:
        found = labels(fit, here)
        exact = here.empties <= plan.solved
        assert (found[exact] == here.scores[exact]).all() and not np.isnan(found).any()
        asked.append(float(np.abs(found).mean()) if len(found) else 0.0)
        return found

    monkeypatch.setattr(run, "_labels", seen)
    steps = list(run._learn(0, fit, positions.read([run._held_out(0)])))
    assert len(steps) == len(asked) == 16 and fit.stages == 0
    assert all(said > 0.1 for said in asked[2:14])  # by weights that were nothing before this round


def test_rounds_grow_and_a_longer_run_begins_like_a_shorter_one() -> None:
    plan = PatternsTrainer(rounds=3, games=900)
    assert [trainer.games_of(n, plan.games, plan.rounds) for n in range(4)] == [0, 100, 400, 900]
    longer = plan.longer(5)
    assert (longer.rounds, longer.games) == (5, 2_500)
    assert [trainer.games_of(n, longer.games, 5) for n in (1, 2, 3)] == [100, 400, 900]
    with pytest.raises(BadInput, match="3 rounds need at least 9 games; got 8"):
        PatternsTrainer(rounds=3, games=8)


# Fitting.


def test_a_stage_begins_with_what_the_one_after_it_has_learned(tmp_path: Path) -> None:
    """Fitted to the last squares alone: stages that know nothing say nearly the same."""
    known, size = played_out(TASK._replace(games=30), tmp_path), _native.disc_stage_weights()
    fit, last = Fit.begun(NOTHING), known[np.flatnonzero(known.stages == 13)]
    _native.fit_discs(
        fit.weights, fit.squares, last.boards, last.scores, learning_rate=0.3, seed=1, threads=1,
        control=SearchControl(),
    )  # fmt: skip
    before = known[np.flatnonzero(known.stages == 12)]
    said = np.zeros((2, len(before.scores)), np.float32)
    fit.weights[12 * size] = 7.0  # what is known stays
    _native.predict_discs(fit.weights, before.boards, said[0])
    fit.inherit(12)
    _native.predict_discs(fit.weights, before.boards, said[1])
    assert fit.weights[12 * size] == 7.0
    unknown = np.arange(12 * size + 1, 13 * size)
    assert (fit.weights[unknown] == fit.weights[unknown + size]).all()
    errors = np.sqrt(((said - before.scores) ** 2).mean(axis=1))
    assert errors[1] < errors[0]


def test_fitting_makes_the_error_smaller_and_the_search_says_the_same(tmp_path: Path) -> None:
    known, fit = played_out(TASK._replace(games=30), tmp_path), Fit.begun(NOTHING)
    errors = [
        _native.fit_discs(
            fit.weights, fit.squares, known.boards, known.scores, learning_rate=0.3, seed=seed,
            threads=1 + seed % 2, control=SearchControl(),
        )
        for seed in range(4)
    ]  # fmt: skip
    assert errors == sorted(errors, reverse=True) and errors[-1] < 0.3 * errors[0]
    said = np.zeros(len(known.boards), np.float32)
    _native.predict_discs(fit.weights, known.boards, said)
    weights = Weights("othello", "disc-patterns", {"numbers": fit.points})
    numbers = fit.points.astype(np.float32)
    for i in range(0, len(said), 500):
        position = OTHELLO.parse(text_of(known.boards[i]))
        leaves = []
        for move in position.legal_moves():
            after = position.play(move)
            if not after.legal_moves() or after.legal_moves() == [64]:
                break
            mine = np.array([[_bits(after, after.turn), _bits(after, 1 - after.turn)]], np.uint64)
            leaf = np.zeros(1, np.float32)
            _native.predict_discs(fit.weights, mine, leaf)
            leaves.append(-leaf[0])
        else:
            engine = _native.search_engine(
                OTHELLO, "patterns", numbers, seconds=0, nodes=0, depth=1, megabytes=1, threads=1,
                lines=1, exact=False, prune=False, noise=0, seed=0,
            )  # fmt: skip
            found = engine.choose([position], SearchControl())
            assert found.points == pytest.approx(np.clip(max(leaves), -64, 64), abs=0.5)
    assert engine_of(OTHELLO, weights, 0) is not None


def _bits(position: _native.Position, side: int) -> int:
    squares = position.picture()[0]
    return sum(1 << i for i, disc in enumerate(squares) if disc == "XO"[side])


def test_threads_do_not_change_what_is_fitted(tmp_path: Path) -> None:
    known, made = played_out(TASK, tmp_path), []
    for threads in (1, 3):
        fit = Fit.begun(NOTHING)
        _native.fit_discs(
            fit.weights, fit.squares, known.boards, known.scores, learning_rate=0.3, seed=1,
            threads=threads, control=SearchControl(),
        )  # fmt: skip
        made.append(fit)
    assert (made[0].weights == made[1].weights).all()
    assert (Fit.unpacked(made[0].packed()).squares == made[1].squares).all()


def test_what_is_seen_from_all_sides_is_worth_the_same() -> None:
    rng = np.random.default_rng(1)
    weights = rng.normal(0, 1, _native.disc_weights()).astype(np.float32)
    position = OTHELLO.start()
    for _ in range(20):
        position = position.play(int(rng.choice(position.legal_moves())))
    turned = [position.turned(s) for s in range(8)]
    boards = np.array([[_bits(p, p.turn), _bits(p, 1 - p.turn)] for p in turned], np.uint64)
    said = np.zeros(8, np.float32)
    _native.predict_discs(weights, boards, said)
    assert np.ptp(said) < 1e-3 and abs(said[0]) > 0.1


def test_a_run_may_begin_with_what_td_has_learned(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun = PatternsTrainer(start="td-othello", games=2, depth=1, solved=6, match=2, nodes=9)
    run = trainer.PatternsRun(begun, context_in(tmp_path, monkeypatch))
    numbers = {
        "td": numbers_of(weights_named(OTHELLO, "td-othello")),
        "patterns": run._best().numbers,
    }
    for seed in range(5):
        line = random_line(OTHELLO, seed)[:9]  # then 13 discs: a knot, in the first phase of td
        values, points = (
            textbook_search(
                line, name, numbers[name], SearchControl(), depth=1, pruning=False
            ).score
            for name in ("td", "patterns")
        )
        assert points / DISC_POINTS == pytest.approx(values / 1000 * DISCS_OF_A_VALUE, abs=0.5)
    with pytest.raises(BadInput, match="cannot begin with 'pso-othello'"):
        list(PatternsTrainer(start="pso-othello").run(context_in(tmp_path, monkeypatch)))


def test_bad_arrays_are_refused() -> None:
    some, boards = np.zeros(3, np.float32), np.zeros((1, 2), np.uint64)
    with pytest.raises(ValueError, match="weights"):
        _native.predict_discs(some, np.array([[1, 30]], np.uint64), np.zeros(1, np.float32))
    with pytest.raises(ValueError, match="less than four"):
        _native.predict_discs(some, boards, np.zeros(1, np.float32))
    with pytest.raises(ValueError, match="8x8"):
        _native.search_engine(
            game("othello-6"), "patterns", some, seconds=0, nodes=1, depth=0, megabytes=1, threads=1,
            lines=1, exact=False, prune=True, noise=0, seed=0,
        )  # fmt: skip


# Runs.


def context_in(folder: Path, monkeypatch: pytest.MonkeyPatch) -> TrainingContext:
    monkeypatch.setenv("KISHI_HOME", str(folder))
    store = Store.open()
    store.start_run("run", "othello", "patterns", {"games": 18, "seed": 1})
    run = store.find_run("run")
    assert run is not None
    return TrainingContext(OTHELLO, 1, MatchRunner(Threads(1)), store, run)


def test_a_run_stopped_anywhere_goes_on_to_the_same_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = context_in(tmp_path / "whole", monkeypatch)
    steps = list(TINY.run(whole))
    # batches of three games, and one of those not learned from: 2, 6 and 10 games
    assert [sum(s.title == f"round {n}, playing" for s in steps) for n in (1, 2, 3)] == [2, 3, 5]
    assert [n for n, _, _ in outcome(whole)] == [1, 2, 3] and outcome(whole)[-1][2]["games"] == 18
    assert not list(TINY.run(whole))
    left, stops = len(steps), 0
    while left:  # after each step anew
        again = context_in(tmp_path / "stopped", monkeypatch)
        left -= len(list(islice(TINY.run(again), 1)))
        stops += 1
        assert stops <= len(steps)
    assert outcome(again) == outcome(whole)
    left_over = [f.name for f in (tmp_path / "stopped" / "selfplay").rglob("*") if f.is_file()]
    assert left_over == []  # a window of one round leaves nothing behind


def test_a_round_adds_to_what_the_best_weights_have_learned(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By the games behind each; what only one of them has seen is taken as it is."""
    context = context_in(tmp_path, monkeypatch)
    run = trainer.PatternsRun(TINY, context)  # rounds of 2, 6 and 10 games, a window of one
    numbers = np.zeros(_native.disc_weights(), np.int16)
    numbers[:2] = 80, 40
    fit = Fit.begun(NOTHING)
    fit.weights[[0, 2]] = 160 / DISC_POINTS, 8 / DISC_POINTS
    best = Version("patterns", numbers.astype(np.float32))
    nothing = Version("patterns", NOTHING)
    assert run._mixed(0, nothing, fit)[:3].tolist() == [160, 0, 8]
    weights = Weights("othello", "disc-patterns", {"numbers": numbers})
    context.keep(1, weights, {"games": 2, "kept": 1.0})
    assert run._mixed(1, best, fit)[:3].tolist() == [140, 40, 8]  # 2 games and 6
    context.keep(2, weights, {"games": 8, "kept": 0.0})  # those lost: nobody has learned from them
    assert run._mixed(2, best, fit)[:3].tolist() == [147, 40, 8]  # 2 games and 10
    begun = trainer.PatternsRun(replace(TINY, start="patterns-othello"), context)
    shipped_games = shipped("patterns-othello").origin["games"]  # type: ignore[union-attr]
    assert begun._known_games(0) == shipped_games
    assert begun._known_games(1) == shipped_games + 2


def test_weights_play_by_name_and_say_which_evaluation_they_are_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    context = context_in(tmp_path, monkeypatch)
    numbers = np.zeros(_native.disc_weights(), np.int16)
    numbers[-61:] = 3 * DISC_POINTS  # whoever moves is three discs ahead
    context.keep(1, Weights("othello", "disc-patterns", {"numbers": numbers}), {"games": 1})
    record = Record.new(OTHELLO)
    for spec in ("patterns:run", "search:eval=patterns:run", "search:eval=patterns,weights=run"):
        choice = make_player(OTHELLO, spec).choose(record, Limit(depth=2))
        assert isinstance(choice, Choice) and choice.points == 3 and 0 < (choice.value or 0) < 0.5
    with pytest.raises(BadInput, match="eval=patterns"):
        make_player(OTHELLO, "search:eval=td,weights=run")


def test_a_file_says_what_it_holds() -> None:
    _, about = from_bytes(positions.play(TASK, SearchControl()))
    assert about == TASK.about and "threads" not in about
