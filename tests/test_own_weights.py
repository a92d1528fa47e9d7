"""A person's own numbers: read, written, named, played with, started from."""

import json
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner, Result

import kishi
from kishi import _native
from kishi.cli import main
from kishi.cli.weights_files import compact
from kishi.core import Choice, Record, Weights, game
from kishi.errors import BadInput
from kishi.games import facts_of
from kishi.players import make_player
from kishi.players.genomes import BY_NAME, numbers_of
from kishi.players.maps import map_named
from kishi.players.numbers_file import FORMS, read_numbers, written_numbers
from kishi.players.own_weights import keep
from kishi.players.registry import find_named, shipped, shipped_names
from kishi.players.trained import DISC_PATTERNS
from kishi.store import Store

GAMES = OTHELLO, GOMOKU, MINISHOGI = game("othello"), game("gomoku"), game("minishogi")
CLASSIC = "30 -12 0 -1\n-12 -15 -3 -3\n0 -3 0 -1\n-1 -3 -1 -1\n"
LINES = {"attack": [3, 10, 30, 100, 500], "guard": [2, 9, 25, 90, 400], "centre": 1}
TABLES = [*range(10), *range(10, 20), 0.5]


@pytest.fixture(autouse=True)
def own_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KISHI_HOME", str(tmp_path / "home"))


def kishi_weights(*words: object, fails: str = "") -> Result:
    ran = CliRunner().invoke(main, ["weights", *map(str, words)])
    assert ran.exit_code == (2 if fails else 0), ran.output
    assert fails in ran.output
    return ran


def first_move(player: str, of: kishi.Game, moves: str = "") -> int:
    record = Record.new(of)
    for move in moves.split():
        record = record.play(Choice(move=of.parse_move(move)))
    return make_player(of, player).choose(record, kishi.Limit()).move  # type: ignore[union-attr]


# Files.


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("name", [n for n in shipped_names() if shipped(n).weights.kind in BY_NAME])  # type: ignore[union-attr]
def test_what_is_written_is_read_back_to_the_bit(name: str, form: str) -> None:
    found = shipped(name)
    assert found is not None
    text = written_numbers(found.weights, form)
    again = read_numbers(text, form, game(found.weights.game), found.weights.kind)
    assert again.id == found.weights.id


def test_two_tables_and_their_switch_are_named_in_json() -> None:
    weights = read_numbers(json.dumps(TABLES), ".json", OTHELLO)
    assert weights.kind == "tables"
    told = json.loads(written_numbers(weights, ".json"))["numbers"]
    assert (told["early"]["a1"], told["late"]["a4"], told["switch"]) == (0, 19, 0.5)
    assert read_numbers(json.dumps(told), ".json", OTHELLO).id == weights.id


def test_a_quarter_is_a_whole_map() -> None:
    weights = read_numbers(CLASSIC, ".csv", OTHELLO)
    assert weights.kind == "map"
    assert np.array_equal(numbers_of(weights), map_named(OTHELLO, "classic"))


@pytest.mark.parametrize(
    ("text", "form", "says"),
    [
        ("1 2 three", ".csv", "line 1: 'three' is no number"),
        ("1\n2\nnan", ".csv", "is no number from"),
        ("1 2 3", ".csv", "3 numbers are no weights of othello: it has 10 (symmetric), 64 (map)"),
        ("", ".csv", "0 numbers"),
        ("{", ".json", "this is not JSON"),
        ('{"early": 1}', ".json", "have the groups early"),
        ('{"numbers": "x"}', ".json", "is no number"),
        ("[true]", ".json", "is no number"),
        ('{"kind": "tables", "numbers": {"erly": 1}}', ".json", "did you mean 'early'?"),
        ('{"kind": "tables", "numbers": {"early": [1, 2]}}', ".json", "early is 10 numbers, not 2"),
        ('{"kind": "maps", "numbers": [1]}', ".json", "no genome 'maps'"),
    ],
)
def test_what_is_wrong_is_said_in_one_line(text: str, form: str, says: str) -> None:
    with pytest.raises(BadInput) as wrong:
        read_numbers(text, form, OTHELLO)
    assert says in str(wrong.value) and "\n" not in str(wrong.value)


# Players.


def test_own_numbers_play_like_those_they_equal(tmp_path: Path) -> None:
    (tmp_path / "my.csv").write_text(f"# mine\n{CLASSIC}")
    (tmp_path / "my.json").write_text(json.dumps(LINES))
    said = kishi_weights("import", tmp_path / "my.csv", "--game", "othello", "--as", "mine")
    assert "kishi play othello --second table:mine" in said.output
    kishi_weights("import", tmp_path / "my.json", "--game", "gomoku")
    moves = "f5 d6 c3 d3 c4 f4 f6 f3 e6 e7"
    assert first_move("greedy:mine", OTHELLO, moves) == first_move("greedy", OTHELLO, moves)
    assert first_move("table:mine", OTHELLO, moves) == first_move("table:classic", OTHELLO, moves)
    # Line scores suit boards of every size.
    for board in (GOMOKU, game("gomoku-16")):
        assert first_move("lines:my", board, "") == first_move("lines", board, "")


def test_two_tables_play_as_one_player() -> None:
    swh = shipped("ga-othello")
    assert swh is not None
    ten = numbers_of(swh.weights).tolist()
    kishi.save_weights("both", OTHELLO, [*ten, *ten, 0.5])
    moves = "f5 d6 c3 d3 c4 f4 f6 f3 e6 e7"
    assert first_move("table:both", OTHELLO, moves) == first_move("ga", OTHELLO, moves)
    with pytest.raises(BadInput, match="hold no single value map"):
        make_player(OTHELLO, "greedy:both")


def test_values_of_pieces_are_a_player() -> None:
    values = dict(zip(("board", "hand"), (list(range(1, 10)), [1, 2, 3, 4, 5]), strict=True))
    weights = kishi.save_weights("mine", MINISHOGI, values)
    assert weights.kind == "pieces"
    assert first_move("search:eval=material,weights=mine,depth=1", MINISHOGI) >= 0


def test_weights_of_another_game_are_refused() -> None:
    kishi.save_weights("mine", OTHELLO, [1] * 64)
    with pytest.raises(BadInput, match="are no line scores"):
        make_player(GOMOKU, "lines:mine")
    kishi.save_weights("theirs", GOMOKU, LINES)
    with pytest.raises(BadInput, match="are for gomoku, not for othello"):
        make_player(OTHELLO, "table:theirs")


# Names.


def test_a_name_given_again_means_the_new_numbers_and_the_old_by_their_id() -> None:
    old = kishi.save_weights("mine", OTHELLO, [1] * 64)
    new = kishi.save_weights("mine", OTHELLO, [2] * 64)
    found = find_named("mine")
    assert found is not None and found.weights.id == new.id != old.id
    assert make_player(OTHELLO, f"table:mine@{old.id[:8]}")


def test_renaming_and_forgetting() -> None:
    kishi.save_weights("mine", OTHELLO, [1] * 64)
    kishi_weights("rename", "mine", "other")
    assert find_named("mine") is None and find_named("other") is not None
    assert "other" in kishi_weights().output
    ran = CliRunner().invoke(main, ["weights", "rm", "other"], input="n\n")
    assert ran.exit_code != 0 and find_named("other") is not None
    kishi_weights("rm", "other", "--yes")
    assert find_named("other") is None
    with Store.open() as store:
        assert not list(store._rows("SELECT id FROM weights"))


def test_a_training_run_is_renamed_and_forgotten_too() -> None:
    assert CliRunner().invoke(main, [*TRAIN, "--name", "run"]).exit_code == 0
    kishi_weights("rename", "run", "best")
    assert first_move("hillclimb:best", OTHELLO) >= 0
    kishi_weights("rm", "best", "--yes")
    assert find_named("best") is None


def test_names_do_not_take_each_others_place() -> None:
    assert CliRunner().invoke(main, [*TRAIN, "--name", "run"]).exit_code == 0
    kishi.save_weights("mine", OTHELLO, [1] * 64)
    with pytest.raises(BadInput, match="the name of a training run"):
        kishi.save_weights("run", OTHELLO, [1] * 64)
    with pytest.raises(BadInput, match="ships with kishi"):
        kishi.save_weights("ga-othello", OTHELLO, [1] * 64)
    kishi_weights("rename", "mine", "run", fails="there are weights 'run' already")
    kishi_weights("rm", "ga-othello", fails="ships with kishi")
    kishi_weights("rm", "mein", fails="did you mean 'mine'?")
    ran = CliRunner().invoke(main, [*TRAIN, "--name", "mine"])
    assert ran.exit_code == 2 and "there are weights 'mine' already" in ran.output


# Evolution.

TRAIN = ["train", "othello", "hillclimb", "--games", "1", "--neighbours", "2", "--openings", "1",
         "--more", "0", "--hall", "1", "--peers", "1", "--mutants", "0"]  # fmt: skip


def test_evolution_starts_from_own_numbers() -> None:
    numbers = map_named(OTHELLO, "classic")
    kishi.save_weights("mine", OTHELLO, numbers)
    words = [*TRAIN, "--begin", "mine", "--name", "from-mine", "--step", "0"]
    ran = CliRunner().invoke(main, words)
    assert ran.exit_code == 0, ran.output
    found = find_named("from-mine")
    assert found is not None and np.allclose(numbers_of(found.weights), numbers, atol=1e-4)
    # What the name means later does not change what a run began with.
    kishi.save_weights("mine", OTHELLO, [1] * 64)
    again = CliRunner().invoke(
        main, [*TRAIN, "--begin", "mine", "--name", "from-mine", "--step", "0", "--resume"]
    )
    assert again.exit_code == 0, again.output


def test_a_genome_that_does_not_fit_is_refused() -> None:
    kishi.save_weights("mine", OTHELLO, [1] * 64)
    ran = CliRunner().invoke(main, [*TRAIN, "--begin", "mine", "--genome", "symmetric"])
    assert ran.exit_code == 2 and "'mine' is of the kind map" in ran.output


@pytest.mark.parametrize("name", [g.name for of in GAMES for g in facts_of(of).genomes])
def test_a_genomes_point_stands_for_its_numbers(name: str) -> None:
    genome, chance = BY_NAME[name], np.random.default_rng(1)
    of = next(g for g in GAMES if genome in facts_of(g).genomes)
    numbers = genome.numbers(chance.uniform(-1, 1, genome.size(of)))
    assert np.allclose(genome.numbers(genome.point(numbers)), numbers, rtol=1e-4, atol=1e-4)


def test_numbers_beyond_the_reach_keep_their_ratios() -> None:
    genome = BY_NAME["map"]
    large = map_named(OTHELLO, "swh") * 100
    fitted = genome.numbers(genome.point(large))
    assert np.abs(fitted).max() == pytest.approx(genome.reach)
    assert np.allclose(fitted / fitted[0], large / large[0], atol=1e-3)


@pytest.mark.parametrize(
    ("words", "more"),
    [
        (["pso", "--games", "10", "--swarm", "4"], True),
        (["ga", "--preset", "faithful", "--population", "4", "--games", "12"], False),
        (["pso", "--preset", "faithful", "--swarm", "10", "--games", "20"], False),
    ],
)
def test_a_run_says_beforehand_when_it_plays_more_games(words: list[str], more: bool) -> None:
    few = [] if "faithful" in words else ["--openings", "1", "--more", "1"]
    ran = CliRunner().invoke(main, ["train", "othello", *words, *few])
    assert ran.exit_code == 0, ran.output
    lines = ran.output.splitlines()
    told = [line for line in lines if "games where" in line]
    assert bool(told) == more
    if told:
        assert lines.index(told[0]) == 1
        promised = int(told[0].split("about ")[1].split(" ")[0].replace(",", ""))
        played = int(
            next(x for x in lines if " steps, " in x).split(", ")[1].split(" ")[0].replace(",", "")
        )
        assert 10 < played <= promised


# The mean of several.


def patterns_named(name: str, numbers: dict[int, int]) -> None:
    """Patterns in discs of which a run has seen only some."""
    points = np.zeros(_native.disc_weights(), np.int16)
    for place, value in numbers.items():
        points[place] = value
    keep(name, Weights("othello", DISC_PATTERNS, {"numbers": points}), {})


def test_the_mean_of_maps_says_what_they_say_on_average(tmp_path: Path) -> None:
    one, two = [float(n) for n in range(64)], [float(3 * n - 8) for n in range(64)]
    kishi.save_weights("one", OTHELLO, one)
    kishi.save_weights("two", OTHELLO, two)
    said = kishi_weights("mean", "one", "two", "--as", "both").output
    made = find_named("both")
    assert made is not None and made.weights.id in said
    assert numbers_of(made.weights).tolist() == [(a + b) / 2 for a, b in zip(one, two, strict=True)]
    assert [part["name"] for part in made.origin["mean of"]] == ["one", "two"]
    assert first_move("greedy:both", OTHELLO) in OTHELLO.start().legal_moves()


def test_a_pattern_that_one_has_never_seen_is_taken_from_the_other() -> None:
    patterns_named("one", {0: 100, 1: 64, 2: -3})
    patterns_named("two", {0: 50, 3: 9, 2: -4})
    patterns_named("three", {0: 30})
    kishi_weights("mean", "one", "two", "three", "--as", "all")
    made = find_named("all")
    assert made is not None and made.weights.arrays["numbers"].dtype == np.int16
    assert numbers_of(made.weights)[:5].tolist() == [60, 64, -4, 9, 0]  # -3.5 is rounded to even
    assert make_player(OTHELLO, "patterns:all").name


def test_a_mean_tells_what_its_parts_took(tmp_path: Path) -> None:
    kishi_weights("mean", "pso-othello", "cmaes-othello", "--as", "both")
    pso, cmaes, both = (find_named(n) for n in ("pso-othello", "cmaes-othello", "both"))
    assert pso is not None and cmaes is not None and both is not None
    for told in ("games", "cpu_seconds"):
        assert both.origin[told] == pytest.approx(pso.origin[told] + cmaes.origin[told], abs=0.1)
    commands = [part["command"] for part in both.origin["mean of"]]
    assert commands == [pso.origin["command"], cmaes.origin["command"]]
    assert both.origin["command"] == "kishi weights mean pso-othello cmaes-othello --as both"
    assert "trainer" not in both.origin  # two methods
    shown = kishi_weights("show", "both").output
    assert f"mean of: pso-othello, id {pso.weights.id}\n         {commands[0]}\n" in shown
    assert "settings" not in shown
    kishi_weights("mean", "both", "pso-othello", "--as", "more")
    again = find_named("more")
    assert again is not None and len(again.origin["mean of"][0]["mean of"]) == 2


def test_patterns_are_exported_in_sixteenths_of_a_disc(tmp_path: Path) -> None:
    patterns_named("mine", {0: 101, 1: -101, 2: 2, 3: -3})
    small = compact(find_named("mine"))  # type: ignore[arg-type]
    assert numbers_of(small.weights)[:4].tolist() == [100, -100, 4, -4]


def test_what_has_no_mean_is_refused_in_a_line() -> None:
    kishi.save_weights("mine", OTHELLO, [1.0] * 64)
    kishi.save_weights("lines", GOMOKU, LINES)
    kishi.save_weights("short", OTHELLO, [1.0] * 10)
    kishi_weights("mean", "mine", "--as", "x", fails="a mean is of two weights or more")
    kishi_weights("mean", "mine", "mine", "--as", "x", fails="each named once")
    kishi_weights("mean", "mine", "short", "mine", "--as", "x", fails="each named once")
    kishi_weights("mean", "mine", "lines", "--as", "x", fails="weights of one game and one kind")
    kishi_weights("mean", "mine", "short", "--as", "x", fails="weights of one game and one kind")
    kishi_weights("mean", "mine", "nosuch", "--as", "x", fails="no weights 'nosuch'")
    kishi_weights("mean", "nnue-minishogi", "mine", "--as", "x", fails="is no sum of weights")
    kishi_weights("mean", "mine", "td-othello", "--as", "td-othello", fails="one kind")
    assert find_named("x") is None
