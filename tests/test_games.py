"""One home for a game: its value has all that Python knows of it, and nobody else knows a game by name."""

import ast
import json
import re
import subprocess
import sys
from collections.abc import Iterator
from io import StringIO
from pathlib import Path

import pytest
from click.testing import CliRunner
from rich.console import Console

import kishi
from kishi import Record, game
from kishi.arena.openings import parse_openings
from kishi.arena.report import _look
from kishi.cli import main
from kishi.cli.games import overview
from kishi.cli.terminal.asking import how_to_move
from kishi.cli.terminal.mistakes import why_illegal
from kishi.cli.terminal.screen import Screen
from kishi.core import Choice
from kishi.drawing import last_path, svg
from kishi.errors import BadInput
from kishi.games import _BY_FAMILY, GAMES, BoardStyle, GameFacts, facts_of, families, rule_of
from kishi.locale import LANGUAGES, Words
from kishi.players import make_player
from kishi.players.genomes import genome_for
from kishi.text_board import Look
from kishi.training.openings import strange_openings, training_openings
from kishi.web.views import every_family, facts_view, game_view, line_view
from samples import random_line

PACKAGE = Path(kishi.__file__).parent
STATIC = PACKAGE / "web" / "static"
EVERY_GAME = kishi.games()
NAMES = [g.name for g in EVERY_GAME]


# Nobody else knows a game by name.

# Where a player comes from is told by the names of the write-ups, two of which are called after a game.
NAME = re.compile(rf"(?:{'|'.join(families())})(?! write-up)", re.IGNORECASE)
ALLOWED = {
    "games/*.py": "their home",
    "formats/*.py": "formats of one game or two",
    "protocols/*.py": "protocols of one game or two",
    "engines/*.py": "the same, from the other side",
    "bench/*.py": "compares with programs of others, game by game",
    "web/lessons/*.py": "lessons show an idea on the game that suits it",
    "web/static/learn/*.js": "lessons",
}


def words_of(file: Path) -> Iterator[str]:
    """The identifiers and strings of Python code, but for its docstrings; a script without its comments."""
    source = file.read_text("utf-8")
    if file.suffix == ".js":
        yield re.sub(r"//.*", "", source)
        return
    tree = ast.parse(source)
    passed = set(map(id, _docstrings(tree)))
    for node in ast.walk(tree):
        if id(node) in passed:
            continue
        told = ("value", "id", "attr", "name", "asname", "arg", "module")
        yield from (v for v in (getattr(node, f, None) for f in told) if isinstance(v, str))


def _docstrings(tree: ast.Module) -> Iterator[ast.AST]:
    for node in ast.walk(tree):
        body = getattr(node, "body", None)
        if isinstance(body, list) and body and isinstance(body[0], ast.Expr):
            yield body[0].value


def named_in(file: Path) -> list[str]:
    return [found for word in words_of(file) for found in NAME.findall(word)]


def files() -> list[Path]:
    return sorted([*PACKAGE.rglob("*.py"), *STATIC.glob("*.js")])


def test_no_game_is_named_elsewhere() -> None:
    strays = {
        str(file.relative_to(PACKAGE)): named_in(file)
        for file in files()
        if not any(file.relative_to(PACKAGE).match(pattern) for pattern in ALLOWED)
    }
    assert not {file: names for file, names in strays.items() if names}


@pytest.mark.parametrize("pattern", ALLOWED)
def test_what_is_allowed_is_needed(pattern: str) -> None:
    assert any(named_in(file) for file in PACKAGE.glob(pattern))


def test_the_scan_sees_what_it_looks_for(tmp_path: Path) -> None:
    file = tmp_path / "x.py"
    file.write_text(
        '"""Othello."""\nif game.family == "gomoku":\n    othello_board()  # minishogi\n'
    )
    assert named_in(file) == ["gomoku", "othello"]
    script = tmp_path / "x.js"
    script.write_text("// Othello\nconst HANDS = { minishogi: 1 };\n")
    assert named_in(script) == ["minishogi"]


def test_the_package_and_the_public_function_share_a_name() -> None:
    """`kishi.games()` is public, and `kishi.games` a package: importing from this must not hide that."""
    script = "import kishi, kishi.web.app; from kishi.games import GAMES; print(len(kishi.games()))"
    said = subprocess.check_output([sys.executable, "-c", script], text=True)
    assert int(said) == len(EVERY_GAME)


# Every value is whole and true.


def test_every_game_has_its_value_and_every_value_its_game() -> None:
    assert {g.family for g in EVERY_GAME} == set(families())
    assert len(families()) == len(GAMES)
    for facts in GAMES:
        assert game(facts.family).family == facts.family
        assert {*facts.boards, *filter(None, [facts.preview[0]])} <= set(NAMES)
        assert all(game(alias).family == facts.family for alias in facts.aliases)


@pytest.mark.parametrize("name", NAMES)
def test_a_position_is_written_as_the_core_writes_it(name: str) -> None:
    of = game(name)
    for position in random_line(of, 1)[:: max(1, len(random_line(of, 1)) // 8)]:
        cells, *hands = position.picture()
        held = ["".join(hand) for hand in hands]
        text = facts_of(of).text(cells, of.shape[2], held, position.turn)
        assert of.parse(text).picture() == position.picture()
        assert of.parse(text).turn == position.turn


@pytest.mark.parametrize("name", NAMES)
def test_labels_are_those_of_moves(name: str) -> None:
    of = game(name)
    _, rows, columns = of.shape
    across, down = facts_of(of).labels(rows, columns)
    assert (len(across), len(down)) == (columns, rows)
    for move in of.start().legal_moves():
        _, end = of.start().path(move)
        text, column, row = of.move_text(move), across[end % columns], down[end // columns]
        assert text == column or column + row in text  # a column alone, where a disc falls down it


@pytest.mark.parametrize("facts", GAMES, ids=lambda f: str(f.family))
def test_what_a_value_names_exists(
    facts: GameFacts, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KISHI_HOME", str(tmp_path))
    of = game(facts.family)
    for player in (*facts.training.ladder, *facts.training.net_ladder):
        make_player(of, player).close()
    lines = [(of, moves) for moves in facts.benched]
    for on, moves in [*lines, (game(facts.preview[0] or of.name), facts.preview[1])]:
        position = on.start()
        for move in moves.split():
            position = position.play(on.parse_move(move))
    assert set(facts.hand) <= {piece.upper() for piece in facts.pieces[0]}
    assert len({rule.name for rule in facts.rules}) == len(facts.rules)
    assert all(rule_of(g) in facts.rules for g in EVERY_GAME if g.family == facts.family)


@pytest.mark.parametrize("name", ["othello-4", "gomoku-5", "minishogi", "tictactoe"])
def test_every_end_has_a_reason_that_can_be_told(name: str) -> None:
    for seed in range(5):
        line = random_line(game(name), seed)
        reason = facts_of(game(name)).reason(
            line[-1], kishi.Record(game(name), tuple(line)).verdict
        )
        assert all(f"because_{reason}" in Words(language) for language in LANGUAGES)


def test_pages_are_told_of_every_family() -> None:
    told = json.loads(json.dumps(every_family()))
    assert [one["family"] for one in told] == list(families())
    assert all(len(one["style"]["faces"]) == 2 for one in told)


# A game of which nothing special is known works everywhere.

STYLES = [
    BoardStyle(grid=grid, piece=piece)
    for grid in ("cells", "points")
    for piece in ("disc", "stone", "mark", "piece")
]


@pytest.fixture(params=STYLES, ids=lambda s: f"{s.grid}-{s.piece}")
def plain(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> kishi.Game:
    """Othello's rules, and nothing else known of it."""
    bare = GameFacts(family="othello", name="Draughts", style=request.param, sides=("Red", "Blue"))
    monkeypatch.setitem(_BY_FAMILY, "othello", bare)
    return game("othello-4")


def finished(of: kishi.Game) -> Record:
    record = Record.new(of)
    while not record.over:
        record = record.play(Choice(move=record.position.legal_moves()[0]))
    return record


def test_it_is_drawn(plain: kishi.Game) -> None:
    record = finished(plain)
    assert svg(record.position, last_path(record)).startswith("<svg")
    assert _look(facts_of(plain))["glyphs"] == {}
    for view in (game_view(plain), facts_view(facts_of(plain)), line_view(record)):
        assert json.loads(json.dumps(view))
    assert "Draughts" in json.dumps(facts_view(facts_of(plain)))


@pytest.mark.parametrize("look", [Look(), Look(unicode=False), Look(colour=True)])
def test_it_is_shown_in_a_terminal(plain: kishi.Game, look: Look) -> None:
    for language in LANGUAGES:
        console = Console(file=StringIO(), record=True, width=100)
        screen = Screen(console, Words(language), look)
        screen.result(finished(plain))
        screen.write(how_to_move(screen, plain.start()))
        screen.say(why_illegal(plain.start(), plain.parse_move("a1")), move="a1")
        said = console.export_text()
        assert "Red" in said and "Blue" in said and "a1" in said


def test_it_is_played_and_trained(plain: kishi.Game) -> None:
    for kind in FOR_ANY_GAME:
        choice = make_player(plain, kind).choose(Record.new(plain), kishi.Limit())
        assert isinstance(choice, Choice)
    assert parse_openings(plain, "balanced", 1).of([1])[0].moves
    assert len(training_openings(plain, 3, 1)) == len(strange_openings(plain, 3, 1)) == 3
    with pytest.raises(BadInput, match="no genome"):
        genome_for(plain)


def test_it_is_listed(plain: kishi.Game) -> None:
    assert overview([plain]).row_count == 1


# Every game that is listed works everywhere.

FOR_ANY_GAME = (
    "random", "first", "level:1", "search:nodes=50", "minimax:1", "alphabeta:1", "uct:10", "montecarlo:10",
)  # fmt: skip


@pytest.mark.parametrize("player", FOR_ANY_GAME)
@pytest.mark.parametrize("family", families())
def test_it_is_played_by_every_player_for_any_game(family: str, player: str) -> None:
    record = Record.new(game(family))
    choice = make_player(game(family), player, seed=1).choose(record, kishi.Limit())
    assert isinstance(choice, Choice) and record.position.is_legal(choice.move)


@pytest.mark.parametrize("family", families())
def test_commands_know_it(family: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KISHI_HOME", str(tmp_path))

    def said(*command: str) -> str:
        result = CliRunner().invoke(main, list(command))
        assert result.exit_code == 0, result.output
        return result.stdout

    assert family in said("games")
    assert "best line" in said("explain", family, "--width", "2")
    assert "SCORE random first" in said("match", family, "random", "first", "--games", "2")
    ended = said("play", family, "--first", "random", "--second", "first", "--seed", "1")
    assert "random" in ended and "first" in ended
