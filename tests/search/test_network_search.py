"""The search that a network guides: next to a slow one, on bandits, and where the truth is known."""

import json
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from network_search_reference import SlowPuct, is_dead
from plain_network import FakeNet, Floats, planes_of

from kishi import _native
from kishi._native import MctsOptions, NetworkSearch, Position, SearchControl, Verdict, judge
from kishi.core import Game, game
from kishi.errors import BadInput
from kishi.players.net_session import NetworkAnswer
from samples import fewer

GAMES = ("othello", "othello-6", "gomoku-8", "gomoku", "minishogi")
GOLDEN = Path(__file__).parents[1] / "golden" / "network_search.json"


class Fixed:
    """Answers the same for a position wherever it comes: a value for each child of a root, else 0."""

    def __init__(self, of: Game, logits: Floats, values: dict[bytes, float]) -> None:
        self.of, self.logits, self.values = of, logits, values

    def run(self, planes: Floats) -> NetworkAnswer:
        value = np.array([self.values.get(p.tobytes(), 0.0) for p in planes], np.float32)
        return NetworkAnswer(np.tile(self.logits, (len(planes), 1)), value, np.zeros_like(value))


def think(
    search: NetworkSearch, net: "FakeNet | Fixed | Solver", line: Sequence[Position], simulations: int,
    *, rows: int = 1, seed: int = 0, exploring: bool = False, draw: float = 0.0,
) -> _native.SearchResult:  # fmt: skip
    planes = np.zeros((rows, *line[0].game.shape), np.float32)
    search.begin(line, simulations, seed=seed, exploring=exploring, draw=draw)
    while count := search.leaves(planes):
        search.answer(*net.run(planes[:count]))
    return search.found()


def lines_of(of: Game, count: int, plies: int = 12) -> list[list[Position]]:
    lines = []
    for moves in _native.random_openings(of, plies, list(range(count))):
        line = [of.start()]
        for move in moves:
            line.append(line[-1].play(move))
        lines.append(line)
    return lines


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("draw", [0.0, -0.25, 0.5])
def test_visits_are_those_of_a_slow_search(name: str, draw: float) -> None:
    of = game(name)
    for number, line in enumerate(lines_of(of, 4, 12 + (draw != 0))):
        net = FakeNet(of, number)
        search = NetworkSearch(of, MctsOptions(gumbel=False), exact=False)
        found = think(search, net, line, 60, draw=draw)
        slow = SlowPuct(of, net, line, draw)
        slow.search(60)
        visits = {m: v for m, _, v in found.moves}
        assert visits == {m: e.visits for m, e in slow.root.edges.items() if e.visits}
        assert found.move == slow.best()


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("rule", ["puct", "gumbel"])
def test_golden_trees(name: str, rule: str) -> None:
    of = game(name)
    search = NetworkSearch(of, MctsOptions(gumbel=rule == "gumbel"))
    line = lines_of(of, 1)[0]
    found = think(search, FakeNet(of, 7), line, 48, seed=5, exploring=True)
    tree = {
        "move": found.move,
        "visits": [[m, v] for m, _, v in found.moves],
        "line": found.line,
        "target": [[m, round(share, 4)] for m, share in search.target() if share > 0.001],
    }
    assert tree == json.loads(GOLDEN.read_text())[f"{name} {rule}"]


def bandit(
    of: Game, line: list[Position], draw: np.random.Generator
) -> tuple[Fixed, Floats, Floats]:
    """A root whose moves are worth something fixed, with a policy that knows nothing of it."""
    position = line[-1]
    logits = draw.normal(0, 1.5, of.moves).astype(np.float32)
    worth, values = [], {}
    for move in position.legal_moves():
        q = float(np.float32(draw.uniform(-0.9, 0.9)))
        values[planes_of(position.play(move)).tobytes()] = -q
        worth.append(q)
    own = np.array([logits[of.seen_move(m, position.turn)] for m in position.legal_moves()])
    prior = np.exp(own - own.max())
    return Fixed(of, logits, values), prior / prior.sum(), np.array(worth, np.float32)


@pytest.mark.parametrize("considered", [2, 4, 16])
def test_gumbel_improves_the_policy_on_bandits(considered: int) -> None:
    """What it chooses is worth at least what the policy alone would choose, on average over its noise."""
    of = game("othello")
    draw = np.random.default_rng(considered)
    gains = []
    for line in lines_of(of, fewer(40, 4), 14):
        net, prior, worth = bandit(of, line, draw)
        moves = line[-1].legal_moves()
        if len(moves) < 2:
            continue
        before = float(prior @ worth)
        chosen = []
        for seed in range(fewer(40, 3)):
            search = NetworkSearch(of, MctsOptions(considered=considered), exact=False)
            # So many simulations that each move considered is tried once, and no deeper.
            count = min(considered, len(moves))
            found = think(search, net, line, count, seed=seed, exploring=True)
            chosen.append(worth[moves.index(found.move)])
            target = dict(search.target())
            tried = {m for m, _, visits in found.moves if visits}
            known = np.array([worth[i] if m in tried else np.nan for i, m in enumerate(moves)])
            # The target never gives a tried move a smaller share, next to a worse one, than the prior did.
            order = [i for i in np.argsort(-known) if not np.isnan(known[i])]
            for a, b in pairwise(order):
                assert target[moves[a]] * prior[b] >= target[moves[b]] * prior[a] * (1 - 1e-3)
        gains.append(float(np.mean(chosen)) - before)
    assert np.mean(gains) > 0
    if fewer(1, 0):
        assert len(gains) > 20
        assert np.mean(gains) > 0.1
        assert np.min(gains) > -0.15  # the noise of forty draws


class Solver:
    """A network that knows the truth, and no policy."""

    def __init__(self, of: Game) -> None:
        self.of = of
        self.known: dict[bytes, float] = {}

    def run(self, planes: Floats) -> NetworkAnswer:
        value = np.array([self.known[p.tobytes()] for p in planes], np.float32)
        policy = np.zeros((len(planes), self.of.moves), np.float32)
        return NetworkAnswer(policy, value, np.asarray(value == 0, np.float32))


def outcome_of(position: Position, known: dict[bytes, int], net: Solver) -> int:
    """By trying everything; small boards only."""
    place = str(position).encode()
    if place not in known:
        moves = position.legal_moves()
        if not moves:
            verdict = _native.judge([position])
            sides = {
                _native.Verdict.DRAW: 0,
                _native.Verdict.FIRST_WINS: 1,
                _native.Verdict.SECOND_WINS: -1,
            }
            known[place] = sides[verdict] * (1 if position.turn == 0 else -1)
        else:
            known[place] = max(-outcome_of(position.play(m), known, net) for m in moves)
        net.known[planes_of(position).tobytes()] = 0.9 * known[place]
    return known[place]


@pytest.mark.parametrize("gumbel", [False, True])
def test_with_an_exact_network_it_finds_an_exact_move(gumbel: bool) -> None:
    of = game("othello-4")
    net, known = Solver(of), dict[bytes, int]()
    for line in lines_of(of, 12, 3):
        best = outcome_of(line[-1], known, net)
        search = NetworkSearch(of, MctsOptions(gumbel=gumbel), exact=False)
        found = think(search, net, line, 40)
        assert -outcome_of(line[-1].play(found.move), known, net) == best


def test_solvers_at_the_leaves() -> None:
    """Where the rules decide it within reach of the solvers no network is needed to find it."""
    of = game("gomoku-8")
    line = [of.parse("8/8/8/2xxx3/8/2ooo3/8/8 x")]
    search = NetworkSearch(of, MctsOptions())
    net = FakeNet(of, 1)
    found = think(search, net, line, 50)
    assert found.exact and found.value == 1 and net.asked == 0
    shogi = game("minishogi")
    mate = [shogi.parse("4k/5/4G/5/K4 b G 1")]
    found = think(NetworkSearch(shogi, MctsOptions()), FakeNet(shogi, 1), mate, 50)
    assert found.exact and found.value == 1
    assert _native.judge([*mate, mate[0].play(found.move)]) is _native.Verdict.FIRST_WINS


# From games that a network lost to a greedy player: it had learned from its like to keep few discs.
@pytest.mark.parametrize(
    "threatened",
    [
        "------------------OOOO----OXOO---OOOOO---OOOOO------------------ X",
        "---X-------XX----XXXXXX---XXOX---X-XXX--X-XXXX-----X------------ O",
    ],
)
def test_who_can_be_wiped_out_sees_it(threatened: str) -> None:
    of = game("othello")
    here, net = of.parse(threatened), FakeNet(of, 1)

    def ends(line: list[Position]) -> bool:
        return _native.judge(line) is not _native.Verdict.RUNNING

    after = {m: here.play(m) for m in here.legal_moves()}
    lost = {m for m, p in after.items() if any(ends([p, p.play(r)]) for r in p.legal_moves())}
    assert len(after) - len(lost) == 1
    found = think(NetworkSearch(of, MctsOptions(gumbel=False)), net, [here], 100)
    assert found.move not in lost
    # And who can wipe out does, without asking a network.
    net = FakeNet(of, 1)
    line = [here, after[min(lost)]]
    found = think(NetworkSearch(of, MctsOptions()), net, line, 50)
    assert found.exact and found.value == 1 and net.asked == 0
    assert ends([*line, line[-1].play(found.move)])


def test_it_does_not_play_what_the_network_is_sure_of_and_what_loses_everything() -> None:
    """From a game it lost: all simulations went to the one move that loses the last disc."""
    of = game("othello")
    here = of.parse("-----------------XXXXX-----XOX----OXXX----XXXX-----X------------ O")
    sure = of.parse_move("c4")
    after = here.play(sure)
    assert any(judge([after, after.play(r)]) is Verdict.FIRST_WINS for r in after.legal_moves())
    logits = np.full(of.moves, -12, np.float32)
    logits[sure] = 0
    search = NetworkSearch(of, MctsOptions(gumbel=False))
    found = think(search, Fixed(of, logits, {}), [here], 64)
    assert found.move != sure and found.value == 0
    assert {m: v for m, _, v in found.moves}[sure] == 1


class Regretful(Fixed):
    """Sure of one move, and sure afterwards that whoever made it will lose."""

    def __init__(self, of: Game, sure: int) -> None:
        logits = np.full(of.moves, np.log(0.12 / (of.moves - 1)), np.float32)
        logits[sure] = np.log(0.88)
        super().__init__(of, logits, {})
        self.square = sure

    def run(self, planes: Floats) -> NetworkAnswer:
        own, other = planes.reshape(*planes.shape[:2], -1)[:, :2, self.square].T
        return super().run(planes)._replace(value=0.99 * (other - own))


def test_a_move_that_the_network_is_sure_of_and_that_turns_out_badly_is_given_up() -> None:
    """Untried moves counted for less than lost ones, and were never tried."""
    of = game("gomoku-8")
    line = lines_of(of, 1, 4)[0]
    sure = line[-1].legal_moves()[0]
    search = NetworkSearch(of, MctsOptions(gumbel=False), exact=False)
    found = think(search, Regretful(of, sure), line, 1500)
    assert found.move != sure and found.value > -0.5


def test_a_root_is_solved_in_its_time_or_not_at_all() -> None:
    of = game("othello-6")
    line = [of.start()]
    while str(line[-1]).count("-") > 20:
        line.append(line[-1].play(line[-1].legal_moves()[0]))
    search = NetworkSearch(of, MctsOptions())
    search.begin(line, 1, solving=1e-6)
    assert not search.found().exact
    search.begin(line, 1)
    assert search.found().exact


def test_walks_at_once_are_spread() -> None:
    of = game("othello")
    line = lines_of(of, 1)[0]
    search = NetworkSearch(of, MctsOptions(gumbel=False), exact=False)
    planes = np.zeros((8, *of.shape), np.float32)
    net = FakeNet(of, 3)
    search.begin(line, 200)
    assert search.leaves(planes) == 1  # the root
    search.answer(*net.run(planes[:1]))
    count = search.leaves(planes)
    assert count > 1
    assert len({p.tobytes() for p in planes[:count]}) == count
    search.answer(*net.run(planes[:count]))
    while count := search.leaves(planes):
        search.answer(*net.run(planes[:count]))
    assert search.simulations == 200
    assert sum(v for _, _, v in search.found().moves) == 200


def test_the_tree_is_kept_while_the_game_goes_on() -> None:
    of = game("gomoku-8")
    line = lines_of(of, 1, 4)[0]
    search, net = NetworkSearch(of, MctsOptions(gumbel=False), exact=False), FakeNet(of, 2)
    found = think(search, net, line, 300)
    reply = found.line[1]
    further = [*line, line[-1].play(found.move), line[-1].play(found.move).play(reply)]
    asked = net.asked
    search.begin(further, 1)
    known = sum(v for _, _, v in search.found().moves)
    assert known > 10 and net.asked == asked
    search.begin(line, 1)  # back: nothing is known any more
    assert search.found().moves == []


@pytest.mark.parametrize("name", ["gomoku-5", "gomoku-8-standard", "gomoku", "gomoku-20"])
def test_a_board_without_room_for_five_is_a_draw(name: str) -> None:
    """Games that fill the board, in any order, such that nobody ever has more than two in a row."""
    of = game(name)
    size = of.shape[1]
    search = NetworkSearch(of, MctsOptions(gumbel=False))
    draw, dead, alive = np.random.default_rng(1), 0, 0
    for _ in range(fewer(6, 1)):
        colours = [(cell % size + 2 * (cell // size)) // 2 % 2 for cell in range(of.moves)]
        order = [draw.permutation([c for c in range(of.moves) if colours[c] == s]) for s in (0, 1)]
        line = [of.start()]
        for move in np.stack([o[: min(map(len, order))] for o in order], 1).ravel():
            line.append(line[-1].play(int(move)))
            if judge(line) is not Verdict.RUNNING or len(line) < 0.55 * of.moves:
                continue
            if len(line) % fewer(3, 7):  # to look for forced wins takes its time
                continue
            search.begin(line, 1, draw=-0.25)
            found = search.found()
            if is_dead(line[-1]):
                dead += 1
                assert found.exact and found.value == -0.25
                assert found.move in line[-1].legal_moves()
                break
            alive += 1
            assert not found.exact or found.value == 1
    assert alive and dead


def test_who_must_win_does_not_take_the_draw() -> None:
    """A sure draw or an even gamble: it depends on what a draw is worth."""
    of = game("othello")
    line = lines_of(of, 1, 14)[0]
    moves = line[-1].legal_moves()
    safe = planes_of(line[-1].play(moves[0])).tobytes()

    class Gamble(Fixed):
        def run(self, planes: Floats) -> NetworkAnswer:
            drawn = np.array([p.tobytes() == safe for p in planes], np.float32)
            return super().run(planes)._replace(draw=drawn)

    net = Gamble(of, np.zeros(of.moves, np.float32), {})
    count = 4 * len(moves)
    for draw, takes in ((0.5, True), (-0.5, False)):
        search = NetworkSearch(of, MctsOptions(gumbel=False), exact=False)
        found = think(search, net, line, count, draw=draw)
        assert (found.move == moves[0]) is takes
        values = {m: v for m, v, _ in found.moves}
        assert (values[moves[0]] > 0) is takes
    # What was thought of draws otherwise is not used again.
    search.begin(line, 1, draw=0.1)
    assert search.found().moves == []


def test_what_is_wrong_is_told() -> None:
    of = game("othello")
    search = NetworkSearch(of, MctsOptions())
    with pytest.raises(BadInput, match="at least one simulation"):
        search.begin([of.start()], 0)
    search.begin([of.start()], 10)
    for count in (1, 3):
        with pytest.raises(BadInput, match="planes are"):
            search.leaves(np.zeros((1, count, 8, 8), np.float32))
    planes = np.zeros((1, *of.shape), np.float32)
    assert search.leaves(planes) == 1
    with pytest.raises(BadInput, match="have not been answered"):
        search.leaves(planes)
    with pytest.raises(BadInput, match="a logit for every action"):
        search.answer(*rows(2, of.moves))
    with pytest.raises(BadInput, match="no number"):
        search.answer(np.full((1, of.moves), np.nan, np.float32), *rows(1, of.moves)[1:])
    with pytest.raises(BadInput, match="between -1 and 1"):
        search.answer(*rows(1, of.moves, value=2.0))
    with pytest.raises(BadInput, match="a chance lies between 0 and 1"):
        search.answer(*rows(1, of.moves, draw=-0.5))
    with pytest.raises(BadInput, match="above -1 and below 1"):
        search.begin([of.start()], 10, draw=-1.0)


def rows(count: int, moves: int, value: float = 0.0, draw: float = 0.0) -> NetworkAnswer:
    policy = np.zeros((count, moves), np.float32)
    return NetworkAnswer(
        policy, np.full(count, value, np.float32), np.full(count, draw, np.float32)
    )


def test_what_it_thinks_can_be_watched() -> None:
    of = game("othello")
    search, thought = NetworkSearch(of, MctsOptions(gumbel=False)), SearchControl()
    think(search, FakeNet(of, 1), [of.start()], 20)
    search.tell(thought)
    found, number = thought.latest()
    assert number == 1 and found.nodes == 20
    assert abs(sum(share for _, share in search.found().priors) - 1) < 1e-5
