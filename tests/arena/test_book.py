"""Opening books: what they hold is right, growing is repeatable, and players play from them on request."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from kishi.arena.book_growth import BookGrower
from kishi.cli import book as cli_book
from kishi.cli import main
from kishi.cluster import Threads
from kishi.core import Choice, Game, Limit, Position, Record, Weights, game, games
from kishi.errors import BadInput
from kishi.players import identified, make_player, parse_spec, repeats
from kishi.players.book import (
    ARRAYS,
    CLOSED,
    NEAR,
    OPEN,
    REST,
    Book,
    BookRow,
    Worth,
    book_named,
    read_book,
)
from kishi.players.book_files import book_names, file_of, own_file, read_file, write_file
from kishi.store import tensors

SEARCHER, LIMIT = "search:hash=1,lines=3", Limit(nodes=200)
ENDING = "O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X"
GROWN = ["othello", "minishogi", "tictactoe", "gomoku-8"]
SHIPPED = [name for name in book_names() if name in {g.name for g in games()}]


@pytest.fixture(autouse=True)
def own_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KISHI_HOME", str(tmp_path))


def grown(name: str, positions: int, saved: Book | None = None, jobs: int = 1) -> Book:
    grower = BookGrower(game(name), SEARCHER, Limit(nodes=1500) if name == "minishogi" else LIMIT)
    for _ in grower.grow(positions, Threads(jobs), saved):
        pass
    return grower.book


def kept(name: str, book: Book) -> str:
    """The id of the book, which is now one's own by this name."""
    weights = book.weights()
    write_file(own_file(name), weights, {})
    return weights.id


def choice_of(of: Game, spec: str, seed: int = 0, record: Record | None = None) -> Choice:
    player = make_player(of, spec, seed)
    answer = player.choose(record or Record.new(of), Limit(nodes=50))
    player.close()
    assert isinstance(answer, Choice)
    return answer


def same(one: Position, other: Position) -> bool:
    return any(one.turned(s) == other for s in range(one.game.symmetries))


def must_hold(book: Book) -> None:
    """Every move is legal, leads where it says, and no position is in the book twice."""
    for number, position in enumerate(book.positions):
        assert {number for number, _ in book.views(position)} == {number}
        assert book.rows[number]
        for row in book.rows[number]:
            if row.move == REST:
                assert row.child == CLOSED
                continue
            after = position.play(row.move)  # BadInput if it is not legal
            assert row.child == CLOSED or not after.over
            assert row.child < 0 or same(after, book.positions[row.child])
            assert row.child < 0 or book.plies[row.child] > book.plies[number]
            assert row.child >= 0 or not (book.views(after) and row.child != CLOSED)


@pytest.mark.parametrize("name", GROWN)
def test_every_line_of_a_grown_book_is_legal(name: str) -> None:
    must_hold(grown(name, 260 if name == "othello" else 60))


@pytest.mark.parametrize("name", SHIPPED)
def test_what_ships_is_legal_small_and_tells_how_it_was_made(name: str) -> None:
    found = read_file(file_of(name))
    must_hold(book_named(game(name), "auto"))
    assert found.origin["command"].startswith(f"kishi book grow {name} ")
    assert float(found.origin["cpu_seconds"]) > 0 and found.origin["weights"]
    assert file_of(name).stat().st_size < 1_000_000


def plain(book: Book, number: int) -> float:
    """What a position is worth, without anything remembered."""
    inside = [-plain(book, row.child) for row in book.rows[number] if row.child >= 0]
    outside = [row.worth.points for row in book.rows[number] if row.child < 0 and row.worth]
    return max(inside + outside)


@pytest.mark.parametrize("name", GROWN)
def test_worths_are_those_of_plain_minimax(name: str) -> None:
    book = grown(name, 40)
    for number, worths in enumerate(book.worths()):
        assert max(worths).points == plain(book, number)
    assert len(set(map(max, book.worths()))) > 1


def test_a_deeper_answer_counts_for_more_than_what_was_thought_at_first() -> None:
    of = game("tictactoe")
    book = Book(of)
    first, second = of.parse_move("b2"), of.parse_move("a1")
    one = book.append(0, first)
    reply = of.parse_move("c3")
    book.put(0, [BookRow(first, Worth(5.0, 0.5), one), BookRow(second, Worth(1.0, 0.1), OPEN)])
    book.put(one, [BookRow(reply, Worth(2.0, 0.2), OPEN)])
    moves = book.moves(of.start())
    assert [(m.move, m.worth) for m in moves] == [
        (second, Worth(1.0, 0.1)),
        (first, Worth(-2.0, -0.2)),
    ]
    assert book.line(of.start(), first) == (first, reply)
    # Where what was not listed may be better than all that was, the book knows no move.
    book.put(one, [BookRow(reply, Worth(2.0, 0.2), OPEN), BookRow(REST, Worth(3.0, 0.3), CLOSED)])
    assert book.moves(of.start())[-1].worth == Worth(-3.0, -0.3)
    assert not book.moves(book.positions[one])


@pytest.mark.parametrize("name", GROWN)
def test_turned_positions_have_the_same_moves_turned(name: str) -> None:
    book = grown(name, 40)
    of = book.game
    for position in book.positions:
        after = {
            (round(m.worth.points, 3), _least(position.play(m.move))) for m in book.moves(position)
        }
        for s in range(of.symmetries):
            turned = position.turned(s)
            moves = book.moves(turned)
            assert all(turned.is_legal(m.move) for m in moves)
            assert {(round(m.worth.points, 3), _least(turned.play(m.move))) for m in moves} == after


def _least(position: Position) -> str:
    return min(str(position.turned(s)) for s in range(position.game.symmetries))


@pytest.mark.parametrize("name", ["othello", "minishogi"])
def test_the_same_book_grows_wherever_and_however_often_it_is_left(name: str) -> None:
    whole = grown(name, 90)
    assert grown(name, 90, jobs=3).weights().id == whole.weights().id
    for left in (1, 37, 64):
        part = read_book(game(name), grown(name, left).weights())
        assert len(part) == left
        assert grown(name, 90, part).weights().id == whole.weights().id
    assert whole.first(37).weights().id == grown(name, 37).weights().id


def test_a_book_that_grows_beyond_its_openings_goes_on_in_the_same_way() -> None:
    """Tic-tac-toe has no openings, so all of this is rounds, and at last there is nothing more to grow."""
    whole = grown("tictactoe", 100_000)
    assert 70 < len(whole) < 1000
    part = read_book(whole.game, whole.first(50).weights())
    assert grown("tictactoe", 100_000, part).weights().id == whole.weights().id
    # Nobody can win against best play, and the book has found that out.
    assert max(whole.worths()[0]).points == 0


def test_a_book_of_other_openings_is_not_grown_on() -> None:
    of = game("othello")
    other = Book(of)
    other.put(0, grown("othello", 1).rows[0])
    number = other.append(0, of.parse_move("f5"))
    move = other.positions[number].legal_moves()[-1]
    other.put(number, [BookRow(move, Worth(0.0, 0.0))])
    deeper = other.append(number, move)
    other.put(deeper, [BookRow(other.positions[deeper].legal_moves()[0], Worth(0.0, 0.0))])
    with pytest.raises(BadInput, match="other openings"):
        grown("othello", 20, other)


# Players.


def test_a_player_plays_from_its_book_only_when_asked() -> None:
    of = game("othello")
    kept("mine", grown("othello", 30))
    for asked in ("search:book=mine", "level:7,book=mine"):
        choice = choice_of(of, asked)
        assert choice.book and choice.value is not None and choice.nodes == 0
        assert choice.line[0] == choice.move
    for plain_player in ("search", "level:7"):
        assert not choice_of(of, plain_player).book
    beyond = Record.new(of, of.parse(ENDING))
    choice = choice_of(of, "search:book=mine,exact=false", record=beyond)
    assert not choice.book and choice.nodes > 0


def test_seeds_choose_among_moves_that_are_about_as_good() -> None:
    of = game("othello")
    book = grown("othello", 60)
    kept("mine", book)
    record = Record.new(of).play("f5")
    best = book.moves(record.position)[0].worth.points
    near = {m.move for m in book.moves(record.position) if m.worth.points >= best - NEAR}
    seen = {choice_of(of, "search:book=mine", seed, record).move for seed in range(40)}
    assert seen <= near
    again = [choice_of(of, "search:book=mine", 7, record).move for _ in range(3)]
    assert len(set(again)) == 1
    # At the start all four moves are the same but for turning the board.
    assert len({choice_of(of, "search:book=mine", seed).move for seed in range(40)}) == 4


def test_who_plays_from_a_book_is_known_by_its_content() -> None:
    of = game("othello")
    id = kept("mine", grown("othello", 20))
    spec = parse_spec(of, "search:book=mine")
    made = identified(of, spec)
    assert made.spec.weights[-1] == id
    assert not repeats(of, spec, Limit(nodes=100))  # by its seed it plays something else
    pinned = f"search:eval=mobility,book=mine@{id}"
    assert choice_of(of, pinned).book
    kept("mine", grown("othello", 25))
    with pytest.raises(BadInput, match="with the id"):
        choice_of(of, pinned)


def test_a_book_has_one_name_and_one_game() -> None:
    kept("mine", grown("tictactoe", 20))
    with pytest.raises(BadInput, match="no book 'other'"):
        make_player(game("gomoku"), "search:book=other")
    with pytest.raises(BadInput, match="is for tictactoe, not for gomoku"):
        make_player(game("gomoku"), "search:book=mine")
    with pytest.raises(BadInput, match=r"no book '\.\./\.\./secret'"):
        make_player(game("gomoku"), "search:book=../../secret")
    kept("tictactoe", grown("tictactoe", 20))
    assert choice_of(game("tictactoe"), "level:3,book=auto").book


def test_a_match_between_processes_plays_from_a_book_that_only_this_one_has() -> None:
    kept("mine", grown("othello", 30))
    told = run("match", "othello", "search:eval=mobility,hash=1,book=mine", "greedy",
               "--openings", "none", "--limit", "nodes=20", "--games", "4", "--jobs", "2")  # fmt: skip
    assert "search:eval=mobility,hash=1,book=mine" in told


def test_a_record_tells_which_moves_came_from_a_book() -> None:
    record = Record.new(game("tictactoe")).play(Choice(move=4, book=True)).play("a1")
    again = Record.from_dict(record.as_dict())
    assert [choice.book for choice in again.choices] == [True, False]
    assert "book" not in record.back(2).as_dict()


# Files.


def damage(change: Callable[[dict[str, Any]], object]) -> bytes:
    weights = grown("othello", 30).weights()
    arrays = {name: array.copy() for name, array in weights.arrays.items()}
    change(arrays)
    return tensors.to_bytes(arrays, {"game": "othello", "kind": "book"})


def changed(name: str, at: int, value: float) -> Callable[[dict[str, Any]], object]:
    return lambda arrays: arrays[name].__setitem__(at, value)


DAMAGES: Mapping[str, Callable[[], bytes]] = {
    "nothing": lambda: b"",
    "half": lambda: damage(lambda arrays: None)[:400],
    "another kind": lambda: tensors.pack_weights(Weights("othello", "map", {})),
    "an illegal move": lambda: damage(changed("played", 3, 0)),
    "no such move": lambda: damage(changed("played", 3, 60_000)),
    "a later parent": lambda: damage(changed("parent", 3, 20)),
    "itself as its child": lambda: damage(changed("child", 0, 0)),
    "a child out of reach": lambda: damage(changed("child", 0, 30_000)),
    "rows of nobody": lambda: damage(changed("count", 2, 900)),
    "no rows": lambda: damage(changed("count", 2, 0)),
    "no worth": lambda: damage(changed("points", -1, float("nan"))),
    "a column less": lambda: damage(lambda arrays: arrays.pop("value")),
}


@pytest.mark.parametrize("wrong", DAMAGES)
def test_a_damaged_book_is_told_in_one_line(wrong: str) -> None:
    file = own_file("torn")
    file.parent.mkdir(parents=True)
    file.write_bytes(DAMAGES[wrong]())
    for args in (["book", "show", "othello", "--name", "torn"],
                 ["analyze", "othello", "--player", "search:book=torn"]):  # fmt: skip
        done = CliRunner().invoke(main, args)
        assert done.exit_code == 2, done.output
        assert done.stderr.startswith("kishi: ") and done.stderr.count("\n") == 1
    assert set(ARRAYS) == set(grown("othello", 1).weights().arrays)


def test_a_file_that_is_too_large_is_not_read(monkeypatch: pytest.MonkeyPatch) -> None:
    kept("mine", grown("othello", 30))
    monkeypatch.setattr("kishi.players.book_files.MOST_BYTES", 1000)
    with pytest.raises(BadInput, match="too large"):
        make_player(game("othello"), "search:book=mine")


# The verb.

GROW = ["book", "grow", "othello", "--name", "mine", "--player", SEARCHER, "--limit", "nodes=200"]


def run(*args: str, code: int = 0) -> str:
    done = CliRunner().invoke(main, list(args))
    assert done.exit_code == code, done.output
    return done.output


class Interrupted(Threads):
    """Somebody presses Ctrl-C when so many positions have been searched."""

    def map(
        self, function: str, tasks: Iterable[Any], sent: Mapping[str, bytes] | None = None
    ) -> Iterator[tuple[Any, Any]]:
        for done, pair in enumerate(super().map(function, tasks), 1):
            yield pair
            if done == 12:
                raise KeyboardInterrupt


def test_ctrl_c_keeps_what_was_searched_and_the_same_command_goes_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with monkeypatch.context() as patched:
        patched.setattr(cli_book, "open_cluster", lambda jobs, native: Interrupted(jobs))
        done = CliRunner().invoke(main, [*GROW, "--positions", "30"])
    assert done.exit_code == 130 and "Go on with" in done.stderr
    assert len(book_named(game("othello"), "mine")) == 12
    run(*GROW, "--positions", "30")
    assert book_named(game("othello"), "mine").weights().id == grown("othello", 30).weights().id
    assert "already" in run(*GROW, "--positions", "30", code=2)
    run(*GROW, "--positions", "40")
    found = read_file(own_file("mine"))
    assert found.origin["player"] == SEARCHER and float(found.origin["cpu_seconds"]) >= 0
    assert len(found.weights.arrays["parent"]) == 40
    listed = run("book")
    assert "mine" in listed and "40" in listed


@pytest.mark.parametrize(
    ("args", "told"),
    [
        (["--name", "mine", "--limit", "nodes=300"], "choose another --name"),
        (["--name", "new", "--limit", "1s"], "without noise, book or clock"),
        (["--name", "new", "--player", "search"], "lines=N"),
        (["--name", "new", "--player", "greedy"], "lines=N"),
        (["--name", "a/b"], "a name is"),
        (["--name", "auto"], "means the game's own book"),
    ],
)
def test_what_cannot_be_grown_is_refused_in_one_line(args: list[str], told: str) -> None:
    run(*GROW, "--positions", "3")
    done = CliRunner().invoke(main, [*GROW, "--positions", "5", *args])
    assert done.exit_code == 2
    assert told in done.stderr and done.stderr.count("\n") == 1


def test_a_position_is_looked_up_and_told_as_from_the_book() -> None:
    run(*GROW, "--positions", "30")
    shown = run("book", "show", "othello", "--name", "mine")
    assert "30 positions" in shown
    told = run("analyze", "othello", "--player", "search:book=mine", "--json")
    assert '"book": true' in told
    assert "(book)" in run("analyze", "othello", "--player", "search:book=mine")
    unknown = run("book", "show", "othello", "--name", "mine", "--position", ENDING)
    assert "does not know" in unknown
    played = CliRunner().invoke(
        main,
        ["play", "othello", "--first", "level:1,book=mine", "--limit", "nodes=50"],
        input="quit\n",
    )
    assert "(book, value" in played.output
