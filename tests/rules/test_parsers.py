"""Any text at all is read or refused with one clear line; nothing crashes."""

from collections.abc import Callable
from functools import partial

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import kishi
from kishi import BadInput, Game, Position, parse_spec
from kishi._native import judge
from kishi.notation import read_move, write_move
from samples import random_line

GAMES = [
    kishi.game(name)
    for name in ("othello", "othello-4", "gomoku", "gomoku-5-renju", "gomoku-20", "minishogi")
]
each_game = pytest.mark.parametrize("game", GAMES, ids=lambda g: str(g.name))
VALID = {game: [str(p) for p in random_line(game, "parse")] for game in GAMES}

# Half of the texts are made of signs that mean something somewhere.
TEXTS = st.one_of(
    st.text(max_size=120),
    st.text(alphabet="XO-xo/0123456789 kgsbrpKGSBRP+*abcdew\n", max_size=120),
    st.text(alphabet="あＡ①\u2028\x85\x1b\x00é", max_size=70),
)
SPECS = st.one_of(
    TEXTS,
    st.builds(
        "{}:{}={}".format,
        st.sampled_from(["random", "first", "search", "level", "greedy", "lines", "human"]),
        st.sampled_from(["moves", "seconds", "depth", "map", "level", "faithful", ""]),
        st.one_of(st.text(max_size=80), st.floats().map(str), st.integers().map(str)),
    ),
)


def refused_clearly(read: Callable[[], object]) -> bool:
    """Whether the text was refused; the reason must be one line that a terminal can show."""
    try:
        read()
    except BadInput as wrong:
        message = str(wrong)
        assert type(wrong) is BadInput
        assert len(message.splitlines()) == 1
        assert message.isprintable()
        assert len(message) < 300
        return True
    return False


def is_sound(position: Position) -> None:
    """What was read can be looked at from every side, and written down again."""
    game = position.game
    assert game.parse(str(position)) == position
    assert len(position.picture()[0]) == game.shape[1] * game.shape[2]
    moves = position.legal_moves()
    judge([position])
    assert position.perft(1) in (len(moves), 1)
    for move in moves:
        after = position.play(move)
        assert game.parse(str(after)) == after


@st.composite
def mutated(draw: st.DrawFn, game: Game) -> str:
    """A right text with one to three mistakes in it."""
    text = draw(st.sampled_from(VALID[game]))
    signs = st.sampled_from([*sorted(set("".join(VALID[game]))), *"あ\x009+/ "])
    for _ in range(draw(st.integers(1, 3))):
        at = draw(st.integers(0, len(text)))
        keep = at + draw(st.integers(0, 2))
        text = text[:at] + draw(st.one_of(st.just(""), signs)) + text[keep:]
    return text


@each_game
def test_positions_of_any_text(game: Game) -> None:
    @given(TEXTS)
    @example("")
    @example(" ")
    @example("あ" + "-" * 61 + " X")
    @example("/" * 10_000 + " x")
    @example("9" * 10_000 + " x")
    @example("\x00" * 64 + " X")
    def throw(text: str) -> None:
        if not refused_clearly(lambda: game.parse(text)):
            is_sound(game.parse(text))

    throw()


@each_game
def test_positions_with_mistakes(game: Game) -> None:
    read = 0

    @settings(max_examples=400)
    @given(mutated(game))
    def throw(text: str) -> None:
        nonlocal read
        if not refused_clearly(lambda: game.parse(text)):
            read += 1
            is_sound(game.parse(text))

    throw()
    assert read > 0


@each_game
def test_moves_of_any_text(game: Game) -> None:
    names = [game.move_text(m) for m in range(game.moves)]

    @given(st.one_of(TEXTS, st.text(max_size=5), st.sampled_from(names).map(lambda n: n + "1")))
    @example("")
    @example("a" * 10_000)
    @example("a99999999999999999999999")
    @example("a-1")
    @example("a01")
    @example("h8\x00")
    def throw(text: str) -> None:
        for parse in (partial(game.parse_move, text), partial(read_move, game, text)):
            if not refused_clearly(parse):
                assert 0 <= parse() < game.moves
                assert game.parse_move(game.move_text(parse())) == parse()

    throw()


@each_game
def test_every_move_is_read_as_it_is_written(game: Game) -> None:
    for move in range(game.moves):
        text = game.move_text(move)
        assert game.parse_move(text) == read_move(game, f"  {text} ") == move
        assert read_move(game, text.upper() if game.family != "minishogi" else text) == move
        if game.family == "gomoku" and game.shape[2] <= 16:
            written = write_move(game, move, hexadecimal=True)
            assert read_move(game, written, hexadecimal=True) == move


@given(TEXTS)
@example("gomoku-" + "9" * 5000)
@example("gomoku-٣")
@example("othello-²")
@example("\ud800")
def test_game_names_of_any_text(text: str) -> None:
    if not refused_clearly(lambda: kishi.game(text)):
        assert kishi.game(text) in kishi.games()


@each_game
def test_specs_of_any_text(game: Game) -> None:
    @given(SPECS)
    @example("first:moves=\x00")
    @example("level:" + "9" * 5000)
    @example("search:seconds=1e400")
    @example("search:depth=" + "9" * 400)
    @example("random:\n=\n")
    def throw(text: str) -> None:
        if not refused_clearly(lambda: parse_spec(game, text)):
            spec = parse_spec(game, text)
            assert parse_spec(game, str(spec)) == spec

    throw()


@pytest.mark.parametrize("method", ["parse", "parse_move"])
@each_game
def test_a_lone_surrogate_is_no_text(game: Game, method: str) -> None:
    """Python makes such strings of bytes that are no text; they cannot reach the core."""
    with pytest.raises((BadInput, TypeError)):
        getattr(game, method)("\ud800")


@pytest.mark.parametrize(
    ("name", "text", "wrong"),
    [
        (
            "othello",
            "X" * 63 + " X",
            "an Othello position is 64 squares of X, O or -, a space and the side to move (X or O);"
            " got 63 squares",
        ),
        (
            "othello-4",
            "-" * 15 + "x X",
            "an Othello position is 16 squares of X, O or -, a space and the side to move (X or O);"
            " got 'x' on d4",
        ),
        (
            "gomoku-5",
            "5/5/5/5/5 o",
            "x moves at equal counts, o when x has one stone more; a position is 5 rows of 5 cells"
            " from the top, with / between them, x, o and numbers of empty cells, then a space and"
            " x or o to move; got '5/5/5/5/5 o'",
        ),
        (
            "minishogi",
            "4k/5/5/5/5 b - 1",
            "not a minishogi position: '4k/5/5/5/5 b - 1': each side must have one king; "
            "the start is 'rbsgk/4p/5/P4/KGSBR b - 1'",
        ),
    ],
)
def test_a_wrong_position_is_told_what_would_be_right(name: str, text: str, wrong: str) -> None:
    with pytest.raises(BadInput) as caught:
        kishi.game(name).parse(text)
    assert str(caught.value) == wrong


@pytest.mark.parametrize(
    ("name", "text", "wrong"),
    [
        ("othello", "i9", "an Othello move is a square from a1 to h8, or pass; got 'i9'"),
        (
            "gomoku",
            "p1",
            "a move of gomoku is a cell from a1 (lower left) to o15 (upper right); got 'p1'",
        ),
        (
            "minishogi",
            "7g7f",
            "not a minishogi move: '7g7f'; moves look like 5d5c, 5b5a+ or P*3c "
            "(also 2A3A, 4A5AN, 3CGI)",
        ),
    ],
)
def test_a_wrong_move_is_told_what_would_be_right(name: str, text: str, wrong: str) -> None:
    with pytest.raises(BadInput) as caught:
        kishi.game(name).parse_move(text)
    assert str(caught.value) == wrong
