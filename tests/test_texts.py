"""The table of interface texts: complete, consistent, and holding every key that is used."""

import re
import string
from pathlib import Path

import pytest

import kishi
from kishi.texts import LANGUAGES, TEXTS, Words


def placeholders(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


@pytest.mark.parametrize("key", TEXTS)
def test_every_text_is_in_english_and_japanese(key: str) -> None:
    texts = TEXTS[key]
    assert texts["en"] and texts["ja"]
    assert set(texts) <= set(LANGUAGES)
    for language, text in texts.items():
        assert placeholders(text) == placeholders(texts["en"]), language


def test_a_missing_translation_falls_back_to_english() -> None:
    TEXTS["only_english"] = {"en": "only {this}"}
    try:
        assert Words("zh")("only_english", this="so") == "only so"
    finally:
        del TEXTS["only_english"]


def test_every_key_used_exists() -> None:
    sources = (Path(kishi.__file__).parent / "cli").glob("*.py")
    used = {key for s in sources for key in re.findall(r'(?:say|words)\(\s*"(\w+)"', s.read_text())}
    assert len(used) > 20
    assert used <= set(TEXTS)
