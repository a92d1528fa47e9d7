"""Players by name: their texts, what a wrong one is told, and that each kind plays."""

from collections import Counter
from dataclasses import dataclass
from typing import ClassVar

import pytest

import kishi
from kishi import BadInput, Choice, Game, Limit, Record, SimplePlayer, make_player, parse_spec
from kishi._native import SearchControl
from kishi.core import Answer
from kishi.players import KINDS, Kind, NativePlayer, Scripted, kinds_for, shown_options
from kishi.players.kind import option, parse_options
from kishi.players.registry import shipped_names
from samples import random_line

OTHELLO, GOMOKU, MINISHOGI = (kishi.game(name) for name in ("othello", "gomoku", "minishogi"))


def is_ready(game: Game, kind: type[Kind]) -> bool:
    """Does it play as it is, without a command to run or weights that somebody must train first?"""
    if "weights" in shown_options(kind) and kind.main == "weights":
        return f"{kind.kind}-{game.name}" in shipped_names()
    return not getattr(kind, "verbatim", False)


PAIRS = [
    (game, kind)
    for game in (OTHELLO, GOMOKU, MINISHOGI)
    for kind in kinds_for(game)
    if is_ready(game, kind)
]
PROGRAMS = [(game, kind) for game, kind in PAIRS if kind.kind != "human"]
each_pair, each_program = (
    pytest.mark.parametrize(("game", "kind"), pairs, ids=[f"{g.name} {k.kind}" for g, k in pairs])
    for pairs in (PAIRS, PROGRAMS)
)


@dataclass(frozen=True, slots=True)
class Toy:
    """One option of each type."""

    kind: ClassVar[str] = "toy"
    families: ClassVar[tuple[str, ...]] = ("othello",)
    source: ClassVar[str] = ""
    main: ClassVar[str] = "rollouts"

    rollouts: int = option(150, "how many", low=1, high=1000)
    risk: float = option(0.2, "how bold", low=0)
    calm: bool = option(False, "whether to rest")
    style: str = option("plain", "how it looks", choices=("plain", "fancy"))

    def player(self, game: Game, name: str, seed: int) -> SimplePlayer:
        return Scripted(name, [])


@pytest.fixture(autouse=True)
def toy_is_listed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kishi.players.KINDS", [*KINDS, Toy])


@pytest.mark.parametrize(
    ("typed", "text"),
    [
        ("toy", "toy:150"),
        (" toy: ", "toy:150"),
        ("toy:rollouts=150", "toy:150"),  # the default says nothing
        ("toy:200", "toy:200"),  # the main option needs no name
        ("toy: rollouts = 200 , ", "toy:200"),
        ("toy:calm=YES,200", "toy:200,calm=true"),  # the kind's order, not the writer's
        ("toy:risk=.50", "toy:150,risk=0.5"),
        ("toy:risk=0.20,calm=no,style=plain", "toy:150"),
        ("toy:style=fancy", "toy:150,style=fancy"),
    ],
)
def test_equal_players_have_equal_texts(typed: str, text: str) -> None:
    spec = parse_spec(OTHELLO, typed)
    assert str(spec) == text
    assert parse_spec(OTHELLO, text) == spec
    assert parse_spec(OTHELLO, text).id == spec.id
    assert make_player(OTHELLO, typed).name == make_player(OTHELLO, spec).name == text


@pytest.mark.parametrize(
    ("typed", "wrong"),
    [
        ("rollouts=0", "toy: rollouts is a whole number from 1 to 1000; got '0'"),
        ("rollouts=1001", "toy: rollouts is a whole number from 1 to 1000; got '1001'"),
        ("many", "toy: rollouts is a whole number from 1 to 1000; got 'many'"),
        ("rollouts=1.5", "toy: rollouts is a whole number from 1 to 1000; got '1.5'"),
        ("rollouts=", "toy: rollouts is a whole number from 1 to 1000; got ''"),
        ("risk=-1", "toy: risk is a number, at least 0; got '-1'"),
        ("risk=nan", "toy: risk is a number, at least 0; got 'nan'"),
        ("risk=inf", "toy: risk is a number, at least 0; got 'inf'"),
        ("calm=maybe", "toy: calm is true or false; got 'maybe'"),
        ("style=fanzy", "toy: style is one of plain, fancy; got 'fanzy'; did you mean 'fancy'?"),
        ("200,300", "option 'rollouts' of toy is given twice"),
        (
            "rolouts=2",
            "toy has no option 'rolouts'; did you mean 'rollouts'?"
            " (it has rollouts, risk, calm, style)",
        ),
    ],
)
def test_a_wrong_option_says_what_would_be_right(typed: str, wrong: str) -> None:
    with pytest.raises(BadInput) as caught:
        parse_options(Toy, typed)
    assert str(caught.value) == wrong


@pytest.mark.parametrize("digits", ["9" * 400, "9" * 5000, "1" + "0" * 400])
def test_numbers_beyond_measure_are_refused(digits: str) -> None:
    for name in ("rollouts", "risk"):
        with pytest.raises(BadInput, match=f"toy: {name} is a"):
            parse_options(Toy, f"{name}={digits}")


@pytest.mark.parametrize(
    ("typed", "wrong"),
    [
        ("randon", "no player 'randon'; did you mean 'random'? (`kishi players` lists them)"),
        ("", "no player '' (`kishi players` lists them)"),
        ("random:5", "'5' is not an option: write random:option=value"),
        ("random:x=5", "random has no option 'x' (it has no options)"),
    ],
)
def test_a_wrong_player_says_what_would_be_right(typed: str, wrong: str) -> None:
    with pytest.raises(BadInput) as caught:
        parse_spec(OTHELLO, typed)
    assert str(caught.value) == wrong


def test_a_player_of_another_game_is_refused() -> None:
    with pytest.raises(BadInput, match="toy does not play gomoku: it plays othello"):
        parse_spec(GOMOKU, "toy")


@each_pair
def test_the_defaults_written_out_are_the_plain_kind(game: Game, kind: type[Kind]) -> None:
    written = [f"{n}={f.default}" for n, f in shown_options(kind).items() if f.default != ""]
    spec = parse_spec(game, f"{kind.kind}:{','.join(written)}")
    assert spec == parse_spec(game, kind.kind)
    assert str(spec).partition(":")[0] == kind.kind
    assert len(spec.options) <= 1  # the number a kind is known by, such as level:5


@each_pair
def test_the_main_option_is_an_option(game: Game, kind: type[Kind]) -> None:
    assert kind.main in ("", *shown_options(kind))


@each_program
def test_every_kind_chooses_a_legal_move(game: Game, kind: type[Kind]) -> None:
    player = make_player(game, kind.kind, seed=1)
    record = Record.new(game, random_line(game, "players")[4])
    assert record.position.is_legal(moved(player.choose(record, Limit(depth=1, nodes=500))))
    player.close()


ENDED = {
    "othello": "X" * 64 + " X",
    "gomoku": "xxxxx10/oooo11/" + "15/" * 12 + "15 o",
    "minishogi": "k4/5/1G1B1/5/4K w - 1",
}


@each_program
def test_every_kind_refuses_to_choose_when_the_game_is_over(game: Game, kind: type[Kind]) -> None:
    record = Record.new(game, game.parse(ENDED[game.name]))
    with pytest.raises(BadInput, match="the game is over: there is no move to choose"):
        make_player(game, kind.kind).choose(record, Limit(depth=1))


def test_a_thinker_needs_a_line() -> None:
    player = make_player(OTHELLO, "random")
    assert isinstance(player, NativePlayer)
    with pytest.raises(BadInput, match="a line needs at least one position"):
        player.engine.choose([], SearchControl())
    with pytest.raises(BadInput, match="positions of different games"):
        player.engine.choose([GOMOKU.start()], SearchControl())


def moved(answer: Answer) -> int:
    assert isinstance(answer, Choice)
    return answer.move


def test_first_plays_its_moves_and_then_the_first_legal_one() -> None:
    first, second = make_player(OTHELLO, "first:f5 c3"), make_player(OTHELLO, "first:d6")
    record = kishi.play_game(first, second, kishi.Referee(OTHELLO, most_plies=4))
    texts = [OTHELLO.move_text(m) for m in record.moves]
    assert texts[:3] == ["f5", "d6", "c3"]
    assert record.moves[3] == record.positions[3].legal_moves()[0]
    assert record.players == ("first:f5 c3", "first:d6")


def test_first_refuses_what_is_no_move() -> None:
    with pytest.raises(
        BadInput, match="an Othello move is a square from a1 to h8, or pass; got 'z9'"
    ):
        make_player(OTHELLO, "first:z9")


@pytest.mark.parametrize("game", [OTHELLO, GOMOKU, MINISHOGI], ids=lambda g: str(g.name))
def test_random_is_fair_and_known_by_its_seed(game: Game) -> None:
    record = Record.new(game, game.start())
    times = 40 * len(record.position.legal_moves())
    player, same = make_player(game, "random", seed=3), make_player(game, "random", seed=3)
    answers = [player.choose(record, Limit()) for _ in range(times)]
    counts = Counter(moved(a) for a in answers)
    assert set(counts) == set(record.position.legal_moves())
    assert max(counts.values()) < 40 + 6 * 40**0.5
    again = [same.choose(record, Limit()) for _ in range(times)]
    assert [moved(a) for a in again] == [moved(a) for a in answers]
