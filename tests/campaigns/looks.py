"""Every page in every language, light and dark, on a phone and a desktop: axe finds nothing at all.

python tests/campaigns/looks.py [LOOK ...]   all, or such as ja-dark-phone; pictures go to build/looks
The suite sees each page once (tests/browser/test_pages.py); this sees the whole matrix. For each look it also
draws one sheet of all its pages, for people to look at.
"""

import itertools
import sys
import tempfile
from importlib.resources import files
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, sync_playwright

sys.path.insert(0, str(Path(__file__).parents[1]))
from browser.conftest import FLAGS, Server, Tab, chromium
from browser.test_pages import LOOKS, PAGES, contest, finished_run, post
from kishi.games import GAMES

LANGUAGES = ("en", "ja", "zh-CN", "zh-TW")
SCHEMES = ("light", "dark")
SIZES: dict[str, dict[str, Any]] = {"desktop": {}, "phone": LOOKS["phone"]}
WIDE = {"desktop": 420, "phone": 200}  # of a page on a sheet


def every_page(server: Server) -> dict[str, str]:
    """The name of each page, and where it is."""
    found = dict(PAGES) | {f"rules-{f.family}": f"/rules/{f.family}" for f in GAMES}
    for facts in GAMES:
        table = post(server, "/api/tables", game=facts.family, seats=["human", "level:1"])
        found[f"play-{facts.family}"] = f"/play/{table['id']}"
    return found | {"run": finished_run(server), "contest": contest(server)}


def violations(tab: Tab, axe: str) -> list[str]:
    tab.page.evaluate(axe)
    found = tab.page.evaluate("axe.run({ resultTypes: ['violations'] })")["violations"]
    return [f"{v['id']} ({v['impact']}) {[n['target'] for n in v['nodes']][:3]}" for v in found]


def sheet(browser: Browser, folder: Path, look: str, names: list[str], wide: int) -> None:
    """All pages of one look on one picture."""
    shown = "".join(
        f"<figure><img src='{name}.png' width={wide}><figcaption>{name}</figcaption></figure>"
        for name in names
    )
    style = "body{display:flex;flex-wrap:wrap;gap:8px;font:14px sans-serif;background:#888}figure{margin:0}"
    (folder / "sheet.html").write_text(f"<style>{style}</style>{shown}", "utf-8")
    page = browser.new_page(viewport={"width": 1800, "height": 1200})
    page.goto((folder / "sheet.html").as_uri())
    page.screenshot(path=folder.parent / f"{look}.png", full_page=True)
    page.close()


def main(into: Path, wanted: list[str]) -> int:
    axe = files("axe_playwright_python").joinpath("axe.min.js").read_text("utf-8")
    server, seen, wrong = Server(Path(tempfile.mkdtemp())), 0, list[str]()
    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=chromium(), args=FLAGS)
        pages = every_page(server)
        for language, scheme, size in itertools.product(LANGUAGES, SCHEMES, SIZES):
            look = f"{language}-{scheme}-{size}"
            if wanted and look not in wanted:
                continue
            (into / look).mkdir(parents=True, exist_ok=True)
            how = {"locale": language, "color_scheme": scheme, "bypass_csp": True}
            tab = Tab(browser, server, **how, **SIZES[size])
            for name, path in pages.items():
                tab.open(path)
                found, seen = violations(tab, axe), seen + 1
                wrong += [f"{look} {name}: {one}" for one in found]
                tab.page.screenshot(path=into / look / f"{name}.png")
            sheet(browser, into / look, look, list(pages), WIDE[size])
            wrong += [f"{look}: {said}" for said in tab.complaints + tab.foreign]
            tab.context.close()
            print(look, f"{seen} pages seen, {len(wrong)} violations", flush=True)
        browser.close()
    server.stop()
    print(*wrong, f"{seen} pages seen, {len(wrong)} violations", sep="\n")
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main(Path(__file__).parents[2] / "build" / "looks", sys.argv[1:]))
