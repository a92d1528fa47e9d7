"""The command line: what each verb prints, and how bad input ends."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import click
import pytest
from click.testing import CliRunner, Result
from hypothesis import given, settings
from hypothesis import strategies as st

import kishi
from kishi.bench import Comparison, measured
from kishi.bench.contest import short
from kishi.bench.rules import contests
from kishi.cli import SECTIONS, VERBS, main
from kishi.cli.group import Verb
from kishi.cli.numbers import Integer
from kishi.core import game
from kishi.games import facts_of
from kishi.training import PRESETS, TRAINERS

# What takes long to import, and nothing that a shell asks for needs; numpy comes with the games.
HEAVY = {"rich", "starlette", "uvicorn", "sqlite3", "onnxruntime", "cmaes", "torch", "ray",
         "asyncio", "subprocess", "kishi.arena", "kishi.players", "kishi.training", "kishi.web"}  # fmt: skip
AT_THE_END = f"""
import sys
from kishi.cli import main
try:
    main(prog_name="kishi")
finally:
    print(*sorted({HEAVY} & set(sys.modules)), file=sys.stderr)
"""


def run(*args: str, **more: Any) -> Result:
    result = CliRunner().invoke(main, list(args), **more)
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result


def test_version() -> None:
    assert run("--version").stdout == f"kishi {kishi.__version__}\n"


def test_help_lists_the_verbs() -> None:
    result = run("--help")
    assert result.exit_code == 0
    assert "perft" in result.stdout


@pytest.mark.parametrize("verb", VERBS, ids=lambda v: str(v.name))
def test_a_verb_is_listed_as_it_says_of_itself(verb: Verb) -> None:
    command = verb.load()
    assert command.name == verb.name
    assert command.get_short_help_str(limit=1000) == verb.help


def test_the_help_has_every_verb_once_and_whole() -> None:
    assert sorted(name for names in SECTIONS.values() for name in names) == sorted(main.commands)
    said = run("--help").stdout
    assert max(map(len, said.splitlines())) <= 80
    flat = " ".join(said.split())
    assert all(f" {verb.name} {verb.help}" in flat for verb in VERBS)


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("train",), "Missing argument 'GAME'. (try"),
        (("train", "othello"), "name one of hillclimb, pso, "),
        (("check", "foo", "bar"), "Invalid value for 'PROTOCOL': 'foo' is not one of 'usi'"),
        (("engine",), "Missing argument 'PROTOCOL'. Choose from: usi, "),
    ],
)
def test_what_is_missing_is_said_in_a_line(words: tuple[str, ...], says: str) -> None:
    done = run(*words)
    assert done.exit_code == 2
    (line,) = done.stderr.splitlines()
    assert line.startswith(f"kishi: {says}") and len(line) < 200


def test_every_file_that_is_a_verb_is_listed() -> None:
    folder = Path(kishi.__file__).parent / "cli"
    verb = re.compile(r"^@click\.(command|group)\(", re.MULTILINE)
    files = {f.stem for f in folder.glob("*.py") if verb.search(f.read_text("utf-8"))}
    modules = {str(v.load().callback.__module__).rpartition(".")[2] for v in VERBS}
    parts = {"weights_files"}  # commands of the group `weights`, too many for its own file
    assert modules == files - {"__init__"} - parts


@pytest.mark.parametrize("asked", [["--version"], ["--help"], ["completion"]])
def test_a_quick_answer_imports_little(asked: list[str]) -> None:
    words = {"_KISHI_COMPLETE": "bash_complete", "COMP_WORDS": "kishi ", "COMP_CWORD": "1"}
    more, args = (words, []) if asked == ["completion"] else ({}, asked)
    ran = subprocess.run(
        [sys.executable, "-c", AT_THE_END, *args],
        env={**os.environ, **more}, capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert "perft" in ran.stdout or asked == ["--version"]
    assert ran.stderr.split() == []


def test_games_lists_every_name() -> None:
    words = run("games").stdout.split()
    assert {g.name for g in kishi.games()} <= set(words)


def test_players_lists_kinds_and_options() -> None:
    everyone = run("players").stdout
    for kind in ("human", "random", "first", "moves="):
        assert kind in everyone
    assert "random" in run("players", "minishogi").stdout


@pytest.mark.parametrize(
    ("lang", "name"), [("C", "beginner"), ("ja_JP.UTF-8", "8級"), ("zh_CN", "8级")]
)
def test_players_names_levels_with_what_was_measured(
    monkeypatch: pytest.MonkeyPatch, lang: str, name: str
) -> None:
    monkeypatch.setenv("LC_ALL", lang)
    usual, small = (
        next(k for k in json.loads(run("players", of, "--json").stdout) if k["kind"] == "level")
        for of in ("othello", "othello-6")
    )
    third = usual["levels"][2]
    assert (third["level"], third["name"]) == (3, name)
    assert third["elo"] == {"othello": facts_of(kishi.game("othello")).level_elo[2]}
    assert not any(level["elo"] for level in small["levels"])  # nobody measured that board
    shown = run("players", "othello").stdout
    assert name in shown and f"{third['elo']['othello']:+}" in shown
    unmeasured = run("players", "othello-6").stdout
    assert "+" not in next(line for line in unmeasured.splitlines() if "level:20" in line)


@pytest.mark.parametrize(
    ("args", "count"),
    [
        (("othello", "6"), "8200"),
        (("othello-6", "5"), "1364"),
        (("minishogi", "3"), "2512"),
        (("gomoku-5", "2"), "600"),
        (("othello", "0"), "1"),
        (("minishogi", "1", "--position", "3rk/5/4G/5/K4 b P 1"), "24"),
        (("minishogi-dropmate", "1", "--position", "3rk/5/4G/5/K4 b P 1"), "25"),
    ],
)
def test_perft_ends_with_the_count(args: tuple[str, ...], count: str) -> None:
    for more in ((), ("--divide",)):
        result = run("perft", *args, *more)
        assert result.exit_code == 0
        assert result.stdout.splitlines()[-1] == count
    assert "leaves/s" in result.stderr


def test_perft_divide_adds_up() -> None:
    *moves, total = run("perft", "othello", "5", "--divide").stdout.splitlines()
    counts = {text: int(n) for text, n in (line.split(": ") for line in moves)}
    assert set(counts) == {"d3", "c4", "f5", "e6"}
    assert sum(counts.values()) == int(total) == 1396


def test_perft_divide_of_a_finished_game() -> None:
    full = "X" * 64 + " O"
    assert run("perft", "othello", "3", "--position", full, "--divide").stdout == "1\n"


@pytest.mark.parametrize(
    ("args", "part"),
    [
        (("nothing",), "No such command"),
        (("perft", "othelo", "3"), "did you mean 'othello'"),
        (("perft", "gomoku-21", "1"), "sizes are 5 to 20"),
        (("perft", "othello-5", "1"), "othello-6"),
        (("perft", "othello", "-1"), "got -1"),
        (("perft", "othello", "1000000000000"), "0 to 999"),
        (("perft", "othello", "two"), "'two'"),
        (("perft", "othello"), "DEPTH"),
        (("perft", "othello", "1", "--position", "XO"), "64 squares"),
        (("perft", "minishogi", "1", "--position", "5/5/5/5/5 b - 1"), "king"),
        (("perft", "gomoku-5", "1", "--position", "xxxxx/5/5/5/5 o"), "5 rows of 5"),
        (("perft", "othello", "1", "--nonsense"), "--nonsense"),
        (("players", "chess"), "no game 'chess'"),
        (("play",), "GAME"),
        (("play", "chess"), "no game 'chess'"),
        (("play", "othello", "--first", "randm"), "did you mean 'random'"),
        (("play", "othello", "--first", "random:depth=3"), "no option 'depth'"),
        (("play", "othello", "--first", "first:moves=z1", "--second", "random"), "'z1'"),
        (("play", "othello", "--position", "X"), "64 squares"),
        (("play", "othello", "--lang", "xx"), "'xx'"),
        (("play", "othello", "--seed", "x"), "'x'"),
        (("play", "othello", "--limit", "0s"), "no time to think in"),
        (("play", "othello", "--limit", "nan"), "write 100ms or 1s"),
        (("play", "othello", "--seconds", "1"), "--seconds is now called --limit"),
        (("analyze", "othello", "--nodes", "9"), "--nodes is now called --limit"),
        (("solve", "othello", "--limit", "depth=3"), "is a time or nodes"),
        (("play", "othello", "--hex"), "--hex"),
        (("play", "gomoku-17", "--hex"), "--hex"),
        (("play", "--continue", "/no/such/file"), "cannot open"),
        (("bench", "--repetitions", "0"), "0"),
    ],
)
def test_bad_input_is_one_line_and_exit_code_2(args: tuple[str, ...], part: str) -> None:
    result = run(*args)
    assert result.exit_code == 2
    assert part in result.stderr
    assert result.stderr.startswith("kishi: ")
    assert result.stderr.count("\n") == 1
    assert "Traceback" not in result.output


anything = st.text(max_size=80) | st.text("XO-xo/ 123456789bwPpKkGgSsRr+", max_size=70)


@settings(max_examples=150, deadline=None)
@given(anything, st.sampled_from(["othello-4", "gomoku-5", "gomoku-8-renju", "minishogi"]))
def test_any_position_text_is_read_or_refused(text: str, name: str) -> None:
    result = run("perft", name, "1", f"--position={text}")
    assert result.exit_code in (0, 2)
    if result.exit_code == 2:
        assert result.stderr.startswith("kishi: ") and result.stderr.count("\n") == 1


@settings(max_examples=80, deadline=None)
@given(anything)
def test_any_game_name_and_spec_is_read_or_refused(text: str) -> None:
    if text.startswith("-"):
        text = "x" + text
    assert run("perft", text, "0").exit_code in (0, 2)
    result = run("play", "othello-4", f"--first={text}", "--second=random", input="")
    assert result.exit_code in (0, 2)


def test_bench_contests_can_be_run() -> None:
    names = {c.name for c in contests()}
    assert {"othello perft", "minishogi perft", "othello random games"} <= names
    quick = next(c for c in contests() if c.name == "othello random games")
    assert measured(quick, 1).ours > 0


def test_bench_compares_with_the_peers_best_way() -> None:
    def work(units: int) -> int:
        sum(range(200_000))
        return units

    contest = Comparison(name="c", unit="u/s", ours=lambda: work(100), peer="them", least_ratio=2,
                      theirs=(lambda: work(1), lambda: work(10)))  # fmt: skip
    figure = measured(contest, 3)
    assert figure.ratio is not None and 4 < figure.ratio < 25
    assert figure.met and figure.goal == ">= 2x"
    assert short(212_000_000) == "212 M" and short(4510) == "4.51 k" and short(7) == "7"


def test_bench_prints_figures(monkeypatch: pytest.MonkeyPatch) -> None:
    tiny = Comparison(name="tiny", unit="u/s", ours=lambda: 5, peer="absent-peer", least_rate=1)
    monkeypatch.setattr("kishi.cli.bench.contests", lambda: [tiny])
    assert "pip install absent-peer" in run("bench").stdout
    figures = json.loads(run("bench", "--json").stdout)
    assert figures[0]["name"] == "tiny" and figures[0]["met"] is True


# A conversation, a page, or a file of a format of its own; of `train` its methods take it.
NO_JSON = {"play", "serve", "engine", "openings", "report", "convert", "export", "train"}


@pytest.mark.parametrize("verb", VERBS, ids=lambda verb: str(verb.name))
def test_every_verb_that_answers_does_so_in_json_too(verb: Verb) -> None:
    options = {option for param in verb.load().params for option in param.opts}
    assert ("--json" in options) == (verb.name not in NO_JSON)


def test_weights_and_trees_as_json(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KISHI_HOME", str(tmp_path))
    listed = {row["name"]: row for row in json.loads(run("weights", "--json").stdout)}
    assert listed["pso-othello"]["game"] == "othello" and listed["pso-othello"]["made"] is None
    tree = json.loads(run("explain", "tictactoe", "--depth", "2", "--json").stdout)
    assert tree["nodes"][0]["parent"] == -1 and len(tree["best"]) == 2
    told = json.loads(run("explain", "othello", "--player", "greedy", "--json").stdout)
    assert told["player"] == "greedy" and told["moves"]
    marks = json.loads(
        run("weights", "measure", "pso-othello", "random", "--openings", "2", "--json").stdout
    )
    assert marks["marks"][0]["opponent"] == "random"


def test_perft_tells_how_far_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kishi.cli.terminal.progress.LINE_SECONDS", 0.0)
    done = run("perft", "othello", "4")
    assert done.stdout == "244\n"
    assert "4 of 4 first moves, 244 leaves" in done.stderr


def test_measuring_tells_how_far_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kishi.cli.terminal.progress.LINE_SECONDS", 0.0)
    done = run("weights", "measure", "pso-othello", "random", "greedy", "--openings", "3")
    counts = [line.split(" of ") for line in done.stderr.splitlines() if "/s, 0:" in line]
    assert [played for played, _ in counts] == ["6", "12", "18"]  # two opponents, and those two
    assert all(rest.startswith("18 games; ") for _, rest in counts)


def test_importing_tells_how_far_it_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kishi.cli.terminal.progress.LINE_SECONDS", 0.0)
    monkeypatch.setattr("kishi.cli.import_.BATCH", 2)
    monkeypatch.setenv("KISHI_HOME", str(tmp_path))
    assert run("match", "othello", "greedy", "random", "--games", "6", "--name", "m").exit_code == 0
    assert run("export", "m", str(tmp_path / "m.ggf")).exit_code == 0
    done = run("import", str(tmp_path / "m.ggf"), "--name", "again")
    assert [line for line in done.stderr.splitlines() if "read" in line] == [
        "2 games read", "4 games read", "6 games read"
    ]  # fmt: skip


def test_a_match_says_how_slow_its_games_were(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("kishi.cli.terminal.progress.Pace.rate", 0.1317)
    monkeypatch.setenv("KISHI_HOME", str(tmp_path))
    said = run("match", "othello", "greedy", "random", "--games", "2").stdout
    assert re.search(r"^2 games in [\d.]+ s: 0\.13 games/s$", said, re.MULTILINE)


@pytest.mark.parametrize("method", ["pso", "td", "alphazero"])
def test_the_help_of_a_method_can_be_read(method: str) -> None:
    said = run("train", "othello", method, "--help").stdout
    assert said.index("Examples:") < said.index("Every run:") < said.index("--resume")
    assert said.index("--help") < said.index("This method:") < said.index("--games NUMBER")
    assert "<=x" not in said and "RANGE" not in said and '""' not in said
    (trainer,) = [t for t in TRAINERS if t.method == method]
    usual = trainer.preset(PRESETS[0], game("othello"))[
        "games"
    ]  # what a run has that is told nothing
    told = re.search(r"--games NUMBER [^[]*\[default:\s+(\d+);", said)
    assert told and int(told[1]) == usual


def test_the_help_of_training_names_every_method_and_its_games() -> None:
    said = run("train", "--help").stdout
    assert "..." not in said and max(map(len, said.splitlines())) <= 80
    flat = " ".join(said.split())
    for trainer in TRAINERS:
        assert re.search(rf" {trainer.method} [^.]*\. Trains {', '.join(trainer.families)}\.", flat)


def test_a_finished_run_says_how_to_train_longer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KISHI_HOME", str(tmp_path))
    short_run = ("train", "othello", "pso", "--name", "mine", "--games", "500")
    assert run(*short_run).exit_code == 0
    refused = run(*short_run[:-1], "400", "--resume")
    assert refused.exit_code == 2 and "a larger --games makes it longer" in refused.stderr
    longer = run(*short_run[:-1], "6000", "--resume")
    assert longer.exit_code == 0 and "Going on after step" in longer.stdout
    assert run(*short_run[:4], "longer", "--games", "500", "--begin", "mine").exit_code == 0


def test_seeds_are_alike_in_every_verb() -> None:
    """A game against a person is another each time; whatever is measured can be repeated."""
    seeds: dict[str, click.Parameter] = {}
    for verb in VERBS:
        command = verb.load()
        inner = command.commands.values() if isinstance(command, click.Group) else [command]
        for one in inner:
            seeds |= {str(one.name): p for p in one.params if p.name == "seed"}
    assert {"match", "tournament", "ladder", "openings", "compare", "tune", "pso"} <= set(seeds)
    assert [name for name, option in seeds.items() if option.default != 1] == ["play"]
    for option in seeds.values():
        assert isinstance(option, click.Option) and isinstance(option.type, Integer)
        assert (option.help or "").startswith("For all chance")


def test_a_format_that_does_not_fit_is_one_line(tmp_path: Path) -> None:
    """As a process of its own: what Python says while it ends is seen too."""
    home = {**os.environ, "KISHI_HOME": str(tmp_path)}
    program = [sys.executable, "-c", "from kishi.cli import main; main()"]
    match = ["match", "minishogi", "random", "random", "--games", "4", "--name", "given"]
    subprocess.run([*program, *match], check=True, env=home, capture_output=True)
    export = [*program, "export", "given", str(tmp_path / "out.sgf")]
    done = subprocess.run(export, check=False, env=home, capture_output=True, text=True)
    assert done.returncode == 2
    assert done.stderr == "kishi: game 1: sgf does not hold games of minishogi\n"


def test_results_as_json(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KISHI_HOME", str(tmp_path))
    settings = ("--games", "400", "--openings", "1", "--more", "1", "--name", "x")
    trained = json.loads(run("train", "othello", "hillclimb", *settings, "--json").stdout)
    assert trained["player"] == "hillclimb:x" and trained["games"] >= 400
    assert trained["settings"]["seed"] == 1 and trained["marks"][0]["opponent"]
    shown = json.loads(run("weights", "show", "x", "--json").stdout)
    assert shown["id"] == trained["weights"] and shown["history"]
    assert run("match", "othello", "greedy", "random", "--games", "2", "--name", "m").exit_code == 0
    assert run("export", "m", str(tmp_path / "m.ggf")).exit_code == 0
    read = json.loads(run("import", str(tmp_path / "m.ggf"), "--json").stdout)
    assert read == [{"name": "m-othello", "games": 2, "new": 2}]
