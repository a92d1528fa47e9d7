"""Every text of the interface, one data file a language: one more file is one more language.

A file is JSON: sections, in each a text a line by its key; a text of several lines is a list of them.
Nothing falls back to another language: a test holds all files to the same keys and placeholders. Only what
a game calls things may be without a text: a new game is shown in its own words until it is translated.
"""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

__all__ = ["ENGLISH", "LANGUAGES", "Words", "language_of", "texts_for_pages", "texts_in"]

_FOLDER = Path(__file__).parent
LANGUAGES = tuple(sorted(file.stem for file in _FOLDER.glob("*.json")))  # tags of BCP 47
_TRADITIONAL = {"tw", "hk", "mo", "hant"}  # where, and how, Chinese is written so


def language_of(tag: str) -> str | None:
    """The language for a tag as browsers and shells write them: `zh-TW`, `zh_HK.UTF-8`, `ja-JP`."""
    spoken, *parts = re.split(r"[-_.@]", tag.lower())
    traditional = spoken == "zh" and "hans" not in parts and _TRADITIONAL & set(parts)
    language = "zh-Hant" if traditional else spoken
    return language if language in LANGUAGES else None


@cache
def texts_in(language: str) -> Mapping[str, str]:
    """Every text of one language by its key; read when first asked for."""
    sections = json.loads((_FOLDER / f"{language}.json").read_text(encoding="utf-8"))
    return {key: _joined(text) for texts in sections.values() for key, text in texts.items()}


def texts_for_pages(language: str) -> Mapping[str, str]:
    """Those of them that a page may show: what only a terminal says need not be sent."""
    return {k: text for k, text in texts_in(language).items() if not k.startswith("t_")}


def _joined(text: str | list[str]) -> str:
    return text if isinstance(text, str) else "\n".join(text)


@dataclass(frozen=True, slots=True)
class Words:
    """The texts of one language, with values in their placeholders."""

    language: str

    def __call__(self, key: str, **values: object) -> str:
        return texts_in(self.language)[key].format(**values)

    def __contains__(self, key: str) -> bool:
        return key in texts_in(self.language)

    def named(self, word: str) -> str:
        """What a game calls something: the text with this key, or the word itself if there is none."""
        return self(word) if word in self else word


ENGLISH = Words("en")
