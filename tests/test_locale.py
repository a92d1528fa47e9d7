"""The texts of the interface: complete in every language, the same in shape, and all of them used."""

import ast
import json
import re
import string
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import kishi
from kishi.core import games
from kishi.locale import LANGUAGES, Words, language_of, texts_in
from kishi.players import KINDS, shown_options
from kishi.players.level import HIGHEST
from kishi.players.own import Plugin
from kishi.training import PRESETS, TRAINERS
from kishi.web.views import every_kind, is_for_web

PACKAGE = Path(kishi.__file__).parent
ENGLISH = texts_in("en")
OTHERS = [language for language in LANGUAGES if language != "en"]

# The only texts that may be the same in another language as in English, and why.
ALIKE = {
    "plays": "a pattern of names",
    "elo_zero": "a pattern of names",
    "load_example": "moves, as everybody writes them",
    "column_elo": "a name",
    "column_interval": "signs alone",
    "t_elo": "a name",
    "t_interval_head": "signs alone",
    "kind_cmaes": "a name",
    "kind_alphazero": "a name",
    "learn_alphazero_title": "a name",
}
# Signs that a text of such a language must have: kanji or kana; Chinese characters.
SCRIPTS = {"ja": r"[\u3040-\u30ff\u4e00-\u9fff]", "zh": r"[\u4e00-\u9fff]"}
# Words that were used once where the field has its own (see docs/glossary.md).
OLD_WORDS = (
    r"\bwalks?\b|\bguided\b|\bcomes? (along|with)\b|write-up \d|whole number|\bnumbers that\b"
)


def pairs(language: str) -> list[tuple[str, str]]:
    """Section and key of every text in a file, in its order, twice if it is there twice."""
    file = PACKAGE / "locale" / f"{language}.json"
    sections = json.loads(file.read_text("utf-8"), object_pairs_hook=list)
    return [(section, key) for section, texts in sections for key, _ in texts]


def placeholders(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


def test_a_file_is_a_language() -> None:
    assert {file.stem for file in (PACKAGE / "locale").glob("*.json")} == set(LANGUAGES)
    assert {"en", "ja", "zh", "zh-Hant"} <= set(LANGUAGES)
    assert len({texts_in(language)["language_name"] for language in LANGUAGES}) == len(LANGUAGES)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_file_has_the_same_keys_in_the_same_order(language: str) -> None:
    assert pairs(language) == pairs("en")
    assert len({key for _, key in pairs(language)}) == len(pairs(language)) == len(ENGLISH)


@pytest.mark.parametrize("language", OTHERS)
def test_every_text_is_translated(language: str) -> None:
    texts = texts_in(language)
    script = SCRIPTS.get(language[:2], r"\w")
    for key, english in ENGLISH.items():
        assert placeholders(texts[key]) == placeholders(english), key
        assert texts[key].strip()
        if key not in ALIKE:
            assert texts[key] != english, key
            said = re.sub(r"\{\w+\}", "", texts[key])
            assert re.search(script, said) or not re.search(r"\w", said), key


@pytest.mark.parametrize(("language", "charset"), [("zh", "gb2312"), ("zh-Hant", "big5")])
def test_chinese_is_written_in_one_script(language: str, charset: str) -> None:
    """Each charset has the characters of its own script alone."""
    for key, text in texts_in(language).items():
        if key != "language_name":
            characters = re.sub(r"[^\u4e00-\u9fff]", "", text)
            assert characters.encode(charset, "replace").decode(charset) == characters, key


@pytest.mark.parametrize(
    ("tag", "language"),
    [
        ("zh-Hant", "zh-Hant"), ("zh-TW", "zh-Hant"), ("zh-HK", "zh-Hant"), ("zh_TW.UTF-8", "zh-Hant"),
        ("zh-Hant-MO", "zh-Hant"), ("zh_HK@big5", "zh-Hant"), ("zh", "zh"), ("zh-CN", "zh"),
        ("zh-Hans-HK", "zh"), ("zh_SG.UTF-8", "zh"), ("ja_JP.UTF-8", "ja"), ("en-GB", "en"),
        ("C.UTF-8", None), ("tlh", None), ("", None),
    ],
)  # fmt: skip
def test_a_tag_means_a_language(tag: str, language: str | None) -> None:
    assert language_of(tag) == language


def test_what_may_be_alike_is() -> None:
    for key in ALIKE:
        assert any(texts_in(language)[key] == ENGLISH[key] for language in OTHERS), key


@pytest.mark.parametrize("key", ENGLISH)
def test_texts_use_the_words_of_the_field(key: str) -> None:
    assert not re.search(OLD_WORDS, ENGLISH[key], re.IGNORECASE)


def test_a_missing_text_is_an_error() -> None:
    assert Words("zh")("depth", depth=3) == "深度 3"
    with pytest.raises(KeyError):
        Words("zh")("no_such_text")


def test_texts_are_read_when_they_are_needed() -> None:
    """The start of every command pays for what is read."""
    script = "import kishi.cli, kishi.locale as l; print(l.texts_in.cache_info().currsize)"
    assert subprocess.check_output([sys.executable, "-c", script], text=True) == "0\n"


# What is asked for: by the pages' scripts and by the commands.

SOURCES = {
    file: file.read_text("utf-8")
    for file in [
        *PACKAGE.rglob("*.py"),
        *(PACKAGE / "web" / "static").rglob("*.js"),
        PACKAGE / "arena" / "report.html",
    ]
}
ASKED = re.compile(r"""(?:\bt|\bsay|\bwords)\(\s*['"]([\w+ ]+)['"]""")
MADE = re.compile(
    r'`(\w+_\$\{[^`]*)`|f"(\w+_\{[^"]*)"'
)  # of a fixed part and a word: `kind_${kind}`


def askers() -> dict[str, str]:
    """The sources that show texts, by their names."""
    return {
        str(f.relative_to(PACKAGE)): s
        for f, s in SOURCES.items()
        if f.suffix == ".js"
        or "cli" in f.parts
        or f.name in ("review.py", "report.py", "ending.py")
    }


def words_of(file: Path, source: str) -> set[str]:
    """What may be a key or a word of one: strings of Python, anything of a script (`random:4` is random4)."""
    if file.suffix != ".py":
        return set(re.findall(r"[\w+]+", source.replace(":", "")))
    constants: list[Any] = [getattr(node, "value", None) for node in ast.walk(ast.parse(source))]
    return {value for value in constants if isinstance(value, str)}


def made_keys() -> list[re.Pattern[str]]:
    """How keys are put together, each word of one a group."""
    found = [script or python for s in askers().values() for script, python in MADE.findall(s)]
    return [re.compile(re.sub(r"\$?\{[^}]*\}", "(.+)", key)) for key in set(found)]


def test_every_text_asked_for_exists() -> None:
    asked = {(key, name) for name, source in askers().items() for key in ASKED.findall(source)}
    assert len(asked) > 200
    assert not [pair for pair in asked if pair[0] not in ENGLISH]


def test_every_way_to_make_a_key_makes_one() -> None:
    assert len(made_keys()) > 30
    for made in made_keys():
        assert any(made.fullmatch(key) for key in ENGLISH), made.pattern


def test_every_text_is_used() -> None:
    words = {part for game in games() for part in game.name.split("-")}
    words |= {name for kind in KINDS for name in shown_options(kind)}
    words |= set().union(*(words_of(file, source) for file, source in SOURCES.items()))
    patterns = made_keys()

    def is_made(key: str) -> bool:
        fillings = [match.groups() for made in patterns if (match := made.fullmatch(key))]
        return any(all(word in words or word in "123" for word in filling) for filling in fillings)

    assert not [key for key in ENGLISH if key not in words and not is_made(key)]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_level_has_a_name(language: str) -> None:
    names = texts_in(language)["level_names"].split("\n")
    assert len(names) == HIGHEST
    assert language == "en" or len(set(names)) == HIGHEST  # ranks; English has words for a few each


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_option_of_a_player_has_its_name_and_its_help(language: str) -> None:
    """Those that forms show; levels have a slider, and what trainers are asked for is the page's own."""
    texts, forms = texts_in(language), [k for k in KINDS if k.kind not in ("level", "first")]
    for kind in (kind for kind in forms if kind is Plugin or is_for_web(kind)):
        for name in shown_options(kind):
            assert f"option_{name}" in texts, kind.kind
            shared, own = f"option_about_{name}", f"option_about_{kind.kind}_{name}"
            assert shared in texts or own in texts, kind.kind


def test_every_player_and_trainer_has_its_words() -> None:
    shown = {kind["kind"] for kind in every_kind()} - {"first"}  # which is for tests
    assert not {f"{part}_{kind}" for kind in shown for part in ("kind", "about")} - set(ENGLISH)
    assert not {f"method_{trainer.method}" for trainer in TRAINERS} - set(ENGLISH)
    assert not {f"preset_{preset}" for preset in PRESETS} - set(ENGLISH)
