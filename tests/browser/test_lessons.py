"""Three lessons played to their point, their numbers compared with the core's."""

import re

from kishi.core import game
from kishi.web.lessons import ga, lines, pso
from kishi.web.reading import Fields

from .conftest import Tab

OTHELLO = game("othello")


def badges(page: object, part: str) -> list[str]:
    found: list[str] = page.locator(f".widget-{part} svg.board .marks text").all_text_contents()  # type: ignore[attr-defined]
    return [text.replace("−", "-") for text in found]


def test_value_map_and_pso(tab: Tab) -> None:
    page = tab.open("/learn/pso")
    # The text's own example, as printed.
    note = page.locator(".widget-example .result").first
    assert "f3 −1, f5 −1, f6 −1, d7 −1, e7 −3, f7 −1, b8 −5: it plays f3." in note.inner_text()
    assert sorted(badges(page, "example")) == ["-1"] * 5 + ["-3", "-5"]
    # With the placed disc counted the choice is that of the player `greedy`.
    page.locator(".widget-example select").select_option("placed")
    example = pso.example(Fields({}))
    fields = {"game": "othello", "start": example["start"], "map": example["map"], "placed": True}
    chosen = OTHELLO.move_text(pso.worth(Fields(fields))["chosen"])
    page.wait_for_function(
        "text => document.querySelector('.widget-example .result').textContent.includes(text)",
        arg=f"plays {chosen}.",
    )
    # A map of one's own becomes a player.
    page.locator(".widget-example input[type=range]").first.fill("5")
    page.locator(".widget-example .own-name").fill("from-the-page")
    page.locator(".widget-example .save-own .button").click()
    page.wait_for_selector(".widget-example .saved code:text-is('greedy:from-the-page')")
    # The swarm: the formula's numbers are the server's.
    page.locator(".widget-steps .stepper .primary").first.click()
    flight = pso.swarm(Fields({"seed": 1, "inertia": 0.73, "pull": 1.5, "fair": True}))
    own = flight["steps"][1]["to_own"][0]
    shown = page.locator(".widget-steps .formula .to_own .term-value").inner_text()
    assert [
        abs(float(n.replace("−", "-")) - 30 * o) < 0.06
        for n, o in zip(shown.split(", "), own, strict=True)
    ] == [True, True]
    # The same in all 64 weights.
    page.locator(".widget-steps .stepper .primary").last.click()
    step = pso.whole_swarm(Fields({"seed": 1}))["steps"][1]
    told = page.locator(".widget-steps .result").last.inner_text()
    assert f"scored {step['score']:.0f} " in told and f"of all {step['common_score']:.0f}," in told
    assert page.locator(".whole-swarm figure").count() == 4
    # The corrected swarm beats the text's.
    race = pso.race(Fields({"seed": 1}))
    told = page.locator(".widget-measured .result", has_text="Seed 1").inner_text()
    assert f"{100 * race['met']['score']:.0f}%" in told and "1 of 1" in told
    tab.shoot("lesson-pso")


def test_genetic_algorithm(tab: Tab) -> None:
    page = tab.open("/learn/ga")
    assert page.locator(".gene-strip .gene").count() == 21
    assert "move 30" in page.locator(".widget-example .result").inner_text()
    page.locator(".gene-strip .gene").nth(20).click()
    page.locator(".widget-example input[type=range]").fill("-0.2")
    assert "move 12" in page.locator(".widget-example .result").inner_text()
    page.locator(".widget-example .own-name").fill("two-tables")
    page.locator(".widget-example .save-own .button").click()
    page.wait_for_selector(".widget-example .saved code:text-is('table:two-tables')")
    # A generation, step by step.
    found = ga.generation(Fields({"seed": 3}))
    page.locator(".widget-steps .stepper .primary").click()
    page.locator(".widget-steps .stepper .primary").click()
    best, other = (n + 1 for n in found["parents"])
    note = page.locator(".widget-steps .result").inner_text()
    assert f"Member {best} is the best with {max(found['scores'])}; member {other}" in note
    assert page.locator(".genes tr.parent").count() == 2
    page.locator(".widget-steps .stepper .primary").click()
    cells = page.locator(".genes tr").nth(2).locator(".gene-cell")
    assert cells.count() == 21
    kinds = [c.split()[1] for c in cells.evaluate_all("all => all.map(c => c.className)")]
    assert kinds.index(kinds[-1]) == found["cut"][0]
    # Maps bred here.
    page.locator(".widget-train .primary").first.click()
    later = re.compile(r"Generation ([2-9]|\d\d),")  # the second may be over before we look
    page.locator(".widget-train .result", has_text=later).wait_for()
    page.locator(".widget-train .primary").first.click()
    told = [ga.breed(Fields({"seed": 1}))["scores"]]
    second = ga.breed(Fields({"seed": 1, "told": told}))
    page.wait_for_selector(".widget-train .saved", state="attached")
    text = page.locator(".widget-train .result").inner_text()
    if "Generation 2," in text:  # it may have gone one further before it was stopped
        assert f"corner {second['genes'][0]:g}" in text
    assert re.search(r"Generation \d+, [\d,]+ games: corner -?[\d.]+", text)


def test_attack_and_guard(tab: Tab) -> None:
    page = tab.open("/learn/lines")
    assert (
        "c16, c14 are worth most, 10 each" in page.locator(".widget-example .result").inner_text()
    )
    page.locator(".widget-example select").select_option("four")
    page.wait_for_selector(".widget-example .result:has-text('Only f9 is worth 30')")
    assert "-1000" in badges(page, "example")
    # Attack and guard as the core has them, window by window.
    moves = lines.tables(Fields({}))["diagrams"]["four"][:5]
    found = lines.line_scores(Fields({"game": "gomoku-16", "moves": moves}))
    best = next(r for r in found["moves"] if r["move"] == found["chosen"])
    note = page.locator(".widget-steps .result").first.inner_text()
    assert f"It plays {found['text']}: attack {best['attack']:g}, guard {best['guard']:g}." in note
    page.locator(".widget-steps .stepper .button").last.click()
    told = page.locator(".widget-steps .result").nth(1).inner_text()
    assert f"{best['attack'] + best['guard']:g} so far" in told
    # Other scores, another choice; saved, they are a player.
    page.locator(".widget-steps .score-table input").nth(6).fill("100")
    own = [3, 10, 30, 100, 500, 2, 100, 25, 90, 400, 1]
    again = lines.line_scores(Fields({"game": "gomoku-16", "moves": moves, "scores": own}))
    page.wait_for_selector(f".widget-steps .result:has-text('It plays {again['text']}:')")
    page.locator(".widget-steps .own-name").fill("my-lines")
    page.locator(".widget-steps .save-own .button").click()
    page.wait_for_selector(".widget-steps .saved code:text-is('lines:my-lines')")
    page.get_by_role("button", name="C C").click()
    page.wait_for_url("**/play/*")
    page.wait_for_selector("svg.board .pieces > *")


def test_what_the_texts_got_wrong(tab: Tab) -> None:
    page = tab.open("/learn/mistakes")
    assert page.locator(".mistakes tbody tr").count() == 8
    page.get_by_role("link", name="Genetic algorithm").click()
    page.wait_for_url("**/learn/ga")


def test_saved_numbers_are_those_of_the_page(tab: Tab) -> None:
    page = tab.open("/learn/pso")
    page.get_by_role("button", name="All squares equal").click()
    page.locator(".own-name").first.fill("flat")
    page.locator(".save-own .button").first.click()
    page.wait_for_selector(".saved code:text-is('greedy:flat')")
    listed = page.request.get("/api/weights").json()["weights"]
    flat = next(w for w in listed if w["name"] == "flat")
    assert flat["weights"]["maps"] == [[1] * 64]
