"""The pages' own files: every module they import is there, and nothing of theirs is dangerous."""

import re

from kishi.web.app import PAGES, STATIC

SCRIPTS = {file.name: file.read_text("utf-8") for file in STATIC.glob("*.js")}


def test_every_import_is_there() -> None:
    for name, text in SCRIPTS.items():
        for module in re.findall(r"from '\./([\w.]+)'", text):
            assert module in SCRIPTS, (name, module)


def test_every_imported_name_is_exported() -> None:
    """One that is not ends every page: a merge of two branches had brought that about."""
    for name, text in SCRIPTS.items():
        for names, module in re.findall(r"import \{([^}]*)\} from '\./([\w.]+)'", text):
            declared = re.findall(
                r"^export (?:async )?(?:function\*?|class|const|let) (\w+)", SCRIPTS[module], re.M
            )
            wanted = {word.split(" as ")[0].strip() for word in names.split(",") if word.strip()}
            assert wanted <= set(declared), (name, module)


def test_no_script_builds_markup_from_text() -> None:
    for name, text in SCRIPTS.items():
        for danger in ("innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval("):
            assert danger not in text, (name, danger)


def test_every_page_of_the_script_is_served() -> None:
    served = {path.split("/")[1] for path in PAGES}
    assert set(re.findall(r"\[/\^\\/(\w*)", SCRIPTS["app.js"])) <= served
