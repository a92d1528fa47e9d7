"""Ratings of all stored games, reports, ladders and openings, by their commands."""

import json
import re
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from command import kishi

from kishi import game
from kishi.arena.balance import beginning, likely_moves
from kishi.arena.charts import ChartPoint, rating_chart, time_chart
from kishi.arena.ladder import NO_METHODS, methods
from kishi.arena.league import player_label
from kishi.arena.openings import parse_list
from kishi.arena.statistics import Estimate
from kishi.games import facts_of
from kishi.players.registry import shipped_names
from kishi.players.search import evaluation_for


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store with a tournament and a ladder in it."""
    home = tmp_path_factory.mktemp("home")
    for args in (
        ("tournament", "othello", "random", "greedy", "table", "--games", "20", "--name", "cup"),
        ("ladder", "othello", "random", "greedy", "--limit", "50ms,1s", "--games", "2",
         "--name", "steps"),
        ("match", "minishogi", "random", "first", "--games", "2", "--name", "small"),
    ):  # fmt: skip
        ran = kishi(home, *args)
        assert ran.returncode == 0, ran.stderr
    return home


def test_ratings(home: Path) -> None:
    ran = kishi(home, "ratings", "othello", "--json")
    data = json.loads(ran.stdout)
    rated = {row["player"]: row for row in data["players"]}
    assert rated["random"]["value"] == 0
    assert rated["table"]["value"] > rated["random"]["value"]
    assert rated["random"]["games"] == 40 + 4
    assert "random" in kishi(home, "ratings", "othello").stdout


def test_ratings_need_the_anchor(home: Path) -> None:
    ran = kishi(home, "ratings", "gomoku")
    assert ran.returncode == 2
    assert "rated 0" in ran.stderr


def test_the_same_method_with_more_time_is_another_player() -> None:
    assert player_label("search", "1s") == "search @ 1s"
    assert player_label("search", "") == "search"
    assert player_label("random", "1s") == "random"


class Links(HTMLParser):
    """Everything in a page that a browser would fetch."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found += [str(v) for k, v in attrs if k in ("src", "href", "srcset", "data")]


def data_of(page: str) -> Any:
    found = re.search(r'<script type="application/json" id="data">(.*?)</script>', page, re.DOTALL)
    assert found is not None
    return json.loads(found[1])


@pytest.mark.parametrize(
    ("name", "games", "family"),
    [("cup", 60, "othello"), ("steps", 4, "othello"), ("small", 2, "minishogi")],
)
def test_a_report_stands_alone(
    home: Path, tmp_path: Path, name: str, games: int, family: str
) -> None:
    file = tmp_path / "report.html"
    ran = kishi(home, "report", name, "-o", str(file))
    assert ran.returncode == 0, ran.stderr
    page = file.read_text("utf-8")
    links = Links()
    links.feed(page)
    assert links.found == []
    assert "url(" not in page
    assert "@import" not in page
    data = data_of(page)
    assert data["look"]["hands"] == bool(facts_of(game(family)).hand)
    assert data["look"]["ground"] == facts_of(game(family)).style.ground
    assert len(data["games"]) == games
    for replay in data["games"]:
        assert all(move[0] for move in replay["moves"])
        assert len(replay["cells"]) == data["rows"] * data["cols"]
    assert "<table>" in page
    assert "<svg viewBox" in page


def test_a_report_holds_what_each_move_changes(home: Path, tmp_path: Path) -> None:
    """The page's script knows no rules: from the changes alone it comes to the last position."""
    kishi(home, "report", "small", "-o", str(tmp_path / "r.html"))
    for replay in data_of((tmp_path / "r.html").read_text("utf-8"))["games"]:
        of = game("minishogi")
        position, cells, hands = of.start(), replay["cells"], replay["hands"]
        for text, _, changes, _, _, *held in replay["moves"]:
            position = position.play(of.parse_move(text))
            for piece, where in changes.items():
                for cell in where:
                    cells[cell] = piece
            hands = held[0] if held else hands
            assert (cells, *hands) == position.picture()


def test_a_report_is_small_and_in_ones_language(home: Path, tmp_path: Path) -> None:
    for language, heading in (
        ("en", "Crosstable"),
        ("ja", "星取表"),
        ("zh", "对阵表"),
        ("zh-TW", "對戰表"),
    ):
        ran = kishi(home, "report", "cup", "-o", str(tmp_path / "r.html"), "--lang", language)
        assert ran.returncode == 0, ran.stderr
        page = (tmp_path / "r.html").read_text("utf-8")
        assert len(page.encode()) < 250_000  # of 60 games
        assert f"<h2>{heading}</h2>" in page
    english = re.sub(r"<style>.*?</style>|<script.*</script>", "", page, flags=re.DOTALL)
    said = set(re.findall(r"[A-Za-z]{4,}", re.sub(r"<[^>]*>", " ", english)))
    assert said <= {"othello", "random", "greedy", "table", "balanced"}, said


def test_a_report_of_a_ladder_shows_times(home: Path, tmp_path: Path) -> None:
    kishi(home, "report", "steps", "-o", str(tmp_path / "r.html"))
    page = (tmp_path / "r.html").read_text("utf-8")
    assert "polyline" in page
    assert "Limit 50ms" in page
    assert "Limit 1s" in page


def test_reports_that_cannot_be(home: Path, tmp_path: Path) -> None:
    assert "did you mean 'cup'" in kishi(home, "report", "cap").stderr
    assert "nothing has been played" in kishi(tmp_path, "report").stderr
    unwritable = kishi(home, "report", "cup", "-o", "/proc/nothing/r.html")
    assert unwritable.returncode == 2
    assert "cannot write" in unwritable.stderr


def test_texts_cannot_break_out_of_charts() -> None:
    evil = "<script>alert(1)</script>"
    assert "<script>" not in rating_chart(
        [(evil, Estimate(0, -1, 1)), ("b", Estimate(9, 8, 10))], evil
    )
    assert "<script>" not in time_chart(
        {evil: [ChartPoint(0.01, 0.5), ChartPoint(1e-9, 0.2)]}, evil
    )


def test_a_ladder_prints_every_limit(home: Path) -> None:
    ran = kishi(home, "ladder", "othello", "random", "greedy", "--limit", "50ms,1s", "--games", "2",
                "--name", "steps", "--json")  # fmt: skip
    data = json.loads(ran.stdout)
    assert list(data["limits"]) == ["50ms", "1s"]
    assert data["training_cpu_seconds"] == {"random": 0.0, "greedy": 0.0}
    assert {row["player"] for row in data["limits"]["1s"]["players"]} == {"random", "greedy"}


@pytest.mark.parametrize("name", ["othello-6", "gomoku-6", "minishogi"])
def test_openings_are_made_the_same_again(tmp_path: Path, name: str) -> None:
    args = ("openings", name, "--count", "6", "--plies", "4", "--within", "0.5",
            "--limit", "nodes=300")  # fmt: skip
    one, two = kishi(tmp_path, *args), kishi(tmp_path, *args, "--jobs", "2")
    assert one.returncode == 0, one.stderr
    assert one.stdout == two.stdout
    assert f"# kishi openings {name} --count 6" in one.stdout
    listed = parse_list(game(name), one.stdout, "made")
    assert len(set(listed)) == 6
    assert all(len(opening.moves) == 4 for opening in listed)


def test_impossible_openings_are_refused(tmp_path: Path) -> None:
    ran = kishi(tmp_path, "openings", "othello-4", "--count", "1", "--plies", "30")
    assert ran.returncode == 2
    assert "only 0 such openings" in ran.stderr


def test_gomoku_begins_in_the_middle() -> None:
    of = game("gomoku")
    cells = [of.path(move)[1] for move in likely_moves(of.start())]
    assert len(cells) == 49
    assert {cell % 15 for cell in cells} == set(range(4, 11))
    record = beginning(of, 5, 1, 0)
    assert record is not None
    assert len(record.moves) == 5


@pytest.mark.parametrize("name", ["othello", "othello-6", "gomoku", "minishogi"])
def test_a_ladder_has_every_trained_kind_and_nobody_twice(name: str) -> None:
    of = game(name)
    texts = [str(spec) for spec in methods(of)]
    usual = evaluation_for(of, "auto")
    assert "search" in texts and f"search:eval={usual.name}" not in texts and "nnue" not in texts
    trained = [n.removesuffix(f"-{name}") for n in shipped_names() if n.endswith(f"-{name}")]
    assert trained and {*trained} - {*NO_METHODS} <= {*texts}
    searches = [evaluation_for(of, t.split("=")[1]) for t in texts if t.startswith("search:")]
    assert any(not e.learned for e in searches) == bool(usual.learned)
