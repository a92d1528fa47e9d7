"""The pages' own files: what they import is there, they are sent small and kept, nothing is dangerous."""

import gzip
import os
import re

import pytest
from starlette.testclient import TestClient

from kishi.web.app import PAGES
from kishi.web.assets import STATIC
from kishi.web.modules import COMMENT, joined

SCRIPTS = {
    file.relative_to(STATIC).as_posix(): file.read_text("utf-8") for file in STATIC.rglob("*.js")
}
FIRST = ("/", "/api/languages", "/api/texts/en", "/api/games", "/api/kinds", "/static/icon.svg")
BUDGET = 90_000  # bytes of the first page, scripts and texts and all


def scripts_of(client: TestClient) -> list[str]:
    """The addresses that the page names."""
    return re.findall(r'"(/static/[^"]+\?v=\w+)"', client.get("/").text)


# Joining.


def test_every_script_can_be_joined_with_the_others() -> None:
    sent = joined(SCRIPTS, "1")
    assert set(sent) > {"app.js", "review.js", "learn/index.js"}
    for path, text in SCRIPTS.items():
        at = [name for name, script in sent.items() if f"// {path}\n" in script]
        assert len(at) == 1, (path, at)  # there once, so that what it remembers is there once
        body = re.sub(r"(?ms)^import .*?;\n|^export ", "", text).splitlines()[-1]
        assert body in sent[at[0]]


def test_every_imported_name_is_exported() -> None:
    """One that is not ends every page: a merge of two branches had brought that about."""
    for path, text in SCRIPTS.items():
        for names, module in re.findall(r"import \{([^}]*)\} from '([\w./]+)'", text):
            other = os.path.normpath(os.path.join(os.path.dirname(path), module))  # noqa: PTH118, PTH120
            declared = re.findall(
                r"^export (?:async )?(?:function\*?|class|const) (\w+)", SCRIPTS[other], re.M
            )
            wanted = {word.split(" as ")[0].strip() for word in names.split(",") if word.strip()}
            assert wanted <= set(declared), (path, module)


def test_what_two_pages_share_comes_with_the_first_script() -> None:
    page = "import { a } from './shared.js';\nimport { b } from './only.js';\nexport const x = a + b;\n"
    sent = joined(
        {
            "app.js": "const go = () => [import('./x.js'), import('./deep/y.js')];\n",
            "x.js": page,
            "only.js": "const a = 1;\nexport const b = a;\n",
            "deep/y.js": "import { a as c } from '../shared.js';\nexport const y = c;\n",
            "shared.js": "export const a = 2;\n",
        },
        "7",
    )
    assert set(sent) == {"app.js", "x.js", "deep/y.js"}
    assert "import('./x.js?v=7')" in sent["app.js"] and "export { $shared };" in sent["app.js"]
    assert sent["x.js"].startswith("import { $shared } from './app.js?v=7';\n")
    assert "const $only = (() => {\n" in sent["x.js"] and "return { b };" in sent["x.js"]
    assert sent["deep/y.js"].startswith("import { $shared } from './../app.js?v=7';\n")
    assert "const { a: c } = $shared;" in sent["deep/y.js"]


def test_a_page_that_another_imports_from_comes_with_the_first_script_too() -> None:
    sent = joined(
        {
            "app.js": "const go = () => [import('./x.js'), import('./y.js')];\n",
            "x.js": "export const x = 1;\nexport const end = 2;\n",
            "y.js": "import { end } from './x.js';\nexport const y = end;\n",
        },
        "7",
    )
    assert "const $x = (() => {" in sent["app.js"]
    assert sent["x.js"] == "import { $x } from './app.js?v=7';\nexport const { x, end } = $x;\n"


def test_comments_on_lines_of_their_own_are_not_sent() -> None:
    sent = joined({"app.js": "// Why.\nconst a = 'http://b'; // how\n  //\nconst c = 1;\n"}, "1")
    assert sent["app.js"].startswith("// app.js\nconst a = 'http://b'; // how\nconst c = 1;\n")
    for path, text in SCRIPTS.items():
        for comment in COMMENT.finditer(text):
            assert text.count("`", 0, comment.start()) % 2 == 0, (
                path,
                comment[0],
            )  # else it is text


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("export let a = 1;\n", "export let a = 1;"),
        ("export { b as a };\n", "export { b as a };"),
        ("import b from './c.js';\n", "import b from './c.js';"),
        ("import { b } from './app.js';\nexport const a = b;\n", "imports itself"),
    ],
)
def test_what_cannot_be_joined_is_told(text: str, told: str) -> None:
    main = "import { a } from './x.js';\nexport const b = a;\n"
    with pytest.raises(ValueError, match=re.escape(told)):
        joined({"app.js": main, "x.js": text, "c.js": ""}, "1")


# Sending.


def test_the_first_page_is_small(client: TestClient) -> None:
    sizes = {}
    for path in (*FIRST, *scripts_of(client)):
        answer = client.get(path, headers={"accept-encoding": "gzip, deflate, br"})
        assert answer.status_code == 200
        sizes[path] = int(answer.headers["content-length"])
    assert len(sizes) == len(FIRST) + 2  # a style sheet and a script
    assert sum(sizes.values()) < BUDGET, sizes


@pytest.mark.parametrize(
    ("accepted", "packed"),
    [("gzip", True), ("br, gzip;q=0.5", True), ("", False), ("br", False), ("gzip;q=0", False),
     ("gzip;q=0.0, br", False), ("xgzip", False)],
)  # fmt: skip
def test_files_are_packed_for_whoever_unpacks(
    client: TestClient, accepted: str, packed: bool
) -> None:
    with client.stream("GET", "/static/app.js", headers={"accept-encoding": accepted}) as answer:
        body = b"".join(answer.iter_raw())
    assert (answer.headers.get("content-encoding") == "gzip") is packed
    assert answer.headers["vary"] == "accept-encoding"
    assert (gzip.decompress(body) if packed else body).startswith(b"//")


def test_a_file_of_a_version_is_kept_forever(client: TestClient) -> None:
    style, script = scripts_of(client)
    for path in (style, script):
        assert "immutable" in client.get(path).headers["cache-control"]
    assert client.get(script[:-1]).status_code == 404  # of another version there is none
    assert client.get("/static/app.js").headers["cache-control"] == "no-cache"


@pytest.mark.parametrize("path", ["/", "/review", "/static/app.js", "/api/texts/ja", "/api/games"])
def test_what_has_not_changed_is_not_sent_again(client: TestClient, path: str) -> None:
    first = client.get(path)
    again = client.get(path, headers={"if-none-match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert again.headers["cache-control"] == "no-cache"
    assert client.get(path, headers={"if-none-match": '"other"'}).content == first.content


def test_an_unknown_page_is_always_told(client: TestClient) -> None:
    tag = client.get("/").headers["etag"]
    assert client.get("/nowhere", headers={"if-none-match": tag}).status_code == 404


# What is in them.


def test_no_script_builds_markup_from_text() -> None:
    for name, text in SCRIPTS.items():
        for danger in ("innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval("):
            assert danger not in text, (name, danger)


def test_every_page_of_the_script_is_served() -> None:
    served = {path.split("/")[1] for path in PAGES}
    assert set(re.findall(r"\[/\^\\/(\w*)", SCRIPTS["app.js"])) <= served
