"""The pages' own files: every text they ask for exists, every module they import is there."""

import re

from kishi.texts import TEXTS
from kishi.web.app import PAGES, STATIC

SCRIPTS = {file.name: file.read_text("utf-8") for file in STATIC.glob("*.js")}
# Keys put together from a word and something else: each must have at least one text.
PREFIX = re.compile(r"\bt\(`([\w]+_)\$\{")
KEY = re.compile(r"\bt\('([\w+]+)'")


def test_every_text_asked_for_exists() -> None:
    asked = {(key, name) for name, text in SCRIPTS.items() for key in KEY.findall(text)}
    assert len(asked) > 150
    assert not [pair for pair in asked if pair[0] not in TEXTS]


def test_every_family_of_texts_exists() -> None:
    for name, text in SCRIPTS.items():
        for prefix in PREFIX.findall(text):
            assert any(key.startswith(prefix) for key in TEXTS), (name, prefix)


def test_every_import_is_there() -> None:
    for name, text in SCRIPTS.items():
        for module in re.findall(r"from '\./([\w.]+)'", text):
            assert module in SCRIPTS, (name, module)


def test_no_script_builds_markup_from_text() -> None:
    for name, text in SCRIPTS.items():
        for danger in ("innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval("):
            assert danger not in text, (name, danger)


def test_every_page_of_the_script_is_served() -> None:
    served = {path.split("/")[1] for path in PAGES}
    assert set(re.findall(r"\[/\^\\/(\w*)", SCRIPTS["app.js"])) <= served
