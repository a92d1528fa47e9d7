"""What each address of the API does: it reads, asks a noun, and answers in JSON."""

import asyncio
import re
from collections.abc import Awaitable, Callable
from typing import Any, ParamSpec, TypeVar
from urllib.parse import quote

from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response

from ..locale import LANGUAGES, language_of, texts_for_pages, texts_in
from ..store import Store
from . import library, lines, ratings, run_views
from .analysis import Analysts
from .assets import Asset, of_json
from .contests import Contests
from .lessons import Answer
from .lessons.pso import maps as shipped_maps
from .reading import parse
from .refusal import Refusal, unknown
from .state import ServerState
from .views import every_family, every_game, every_kind, game_view

P = ParamSpec("P")
T = TypeVar("T")
Endpoint = Callable[[Request], Awaitable[Response]]
MOST_NUMBER = 10**12  # of a game


def state_of(request: Request) -> ServerState:
    state: ServerState = request.app.state.kishi
    return state


async def looked_up(request: Request, work: Callable[P, T], *args: P.args, **more: P.kwargs) -> T:
    """What is asked of the store, beside the event loop."""
    return await state_of(request).lookups.do(work, *args, **more)


async def steered(request: Request, work: Callable[P, T], *args: P.args, **more: P.kwargs) -> T:
    """What starts or stops work, one after the other."""
    return await state_of(request).steering.do(work, *args, **more)


def attachment(name: str) -> dict[str, str]:
    """The header by which a file is kept under this name, whatever signs are in it (RFC 6266)."""
    plain = re.sub(r"[^A-Za-z0-9._ -]", "-", name)
    return {
        "content-disposition": f"attachment; filename=\"{plain}\"; filename*=UTF-8''{quote(name, safe='')}"
    }


# What pages are made of.


def constant(make: Callable[[], Any]) -> Endpoint:
    """An endpoint whose answer is the same as long as the server runs."""

    async def endpoint(request: Request) -> Response:
        return kept(request, make, make).answer(request)

    return endpoint


def kept(request: Request, key: object, make: Callable[[], Any]) -> Asset:
    """What is made when it is first asked for."""
    known = state_of(request).constants
    if key not in known:
        known[key] = of_json(make())
    return known[key]


async def texts(request: Request) -> Response:
    """Every text of the interface in one language, by its tag or one that it covers (zh-TW)."""
    language = spoken(request.path_params["language"])
    return kept(request, language, lambda: texts_for_pages(language)).answer(request)


def spoken(tag: str) -> str:
    language = language_of(tag)
    if language is None:
        raise unknown("language", tag)
    return language


# What each language calls itself.
languages = constant(lambda: {tag: texts_in(tag)["language_name"] for tag in LANGUAGES})
games = constant(lambda: {"games": every_game(), "families": every_family()})
kinds = constant(lambda: {"kinds": every_kind()})
formats = constant(lambda: {"formats": lines.written_formats()})
trainers = constant(lambda: {"trainers": run_views.every_trainer()})


async def rated(request: Request) -> Response:
    return JSONResponse(await looked_up(request, ratings.of_game, request.path_params["game"]))


def answering(answer: Answer) -> Endpoint:
    """An endpoint that computes its answer from the body alone, off the event loop."""

    async def endpoint(request: Request) -> Response:
        body = await request.body()
        return JSONResponse(await state_of(request).questions.do(lambda: answer(parse(body))))

    return endpoint


def teaching(answer: Answer) -> Endpoint:
    """One of a lesson: some play hundreds of games, for which nobody else should wait."""

    async def endpoint(request: Request) -> Response:
        body, state = await request.body(), state_of(request)
        said = await state.lessons.do(state.taught.say, answer, body)
        return Response(said, media_type="application/json")

    return endpoint


async def value_maps(request: Request) -> Response:
    return JSONResponse({"maps": shipped_maps()})


# Tables.


async def recent_tables(request: Request) -> Response:
    recent = await looked_up(request, state_of(request).tables.recent)
    return JSONResponse({"tables": recent})


async def begin_table(request: Request) -> Response:
    table = await state_of(request).tables.begin(await request.body())
    return JSONResponse({"id": table.id, "game": game_view(table.terms.game)}, 201)


async def one_table(request: Request) -> Response:
    table = await state_of(request).tables.find(request.path_params["id"])
    await table.saved.wait()
    return JSONResponse(table.whole())


async def delete_table(request: Request) -> Response:
    await state_of(request).tables.delete(request.path_params["id"])
    return JSONResponse({})


async def table_record(request: Request) -> Response:
    table = await state_of(request).tables.find(request.path_params["id"])
    headers = attachment(f"{table.terms.game.name}-{table.id}.json")
    return JSONResponse(table.played.as_dict(), headers=headers)


# Analysis.


async def analyse(request: Request) -> Response:
    analysts: Analysts = state_of(request).analysts
    fields = parse(await request.body())
    look = asyncio.create_task(analysts.look(fields, lambda _: None))
    gone = asyncio.create_task(_gone(request))
    await asyncio.wait({look, gone}, return_when=asyncio.FIRST_COMPLETED)
    gone.cancel()
    if not look.done():
        look.cancel()
        return Response(status_code=499)
    return JSONResponse(look.result())


async def _gone(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass


# Contests.


async def list_contests(request: Request) -> Response:
    return JSONResponse({"contests": await looked_up(request, contests_of(request).listed)})


async def begin_contest(request: Request) -> Response:
    fields = parse(await request.body())
    return JSONResponse({"id": await steered(request, contests_of(request).begin, fields)}, 201)


async def one_contest(request: Request) -> Response:
    id = request.path_params["id"]
    return JSONResponse(await looked_up(request, contests_of(request).standing, id))


async def contest_games(request: Request) -> Response:
    id = request.path_params["id"]
    latest = await looked_up(request, contests_of(request).latest_games, id)
    return JSONResponse({"games": latest})


async def contest_game(request: Request) -> Response:
    id, back = request.path_params["id"], min(request.path_params["back"], 1000)
    return JSONResponse(await looked_up(request, contests_of(request).latest_game, id, back))


async def contest_report(request: Request) -> Response:
    """To keep, not to show here: its own script would not be allowed to run."""
    id, language = request.path_params["id"], spoken(request.query_params.get("lang", "en"))
    name, text = await looked_up(request, contests_of(request).report, id, language)
    return HTMLResponse(text, headers=attachment(f"{name}.html"))


async def stop_contest(request: Request) -> Response:
    await steered(request, contests_of(request).stop, request.path_params["id"])
    return JSONResponse({})


async def resume_contest(request: Request) -> Response:
    await steered(request, contests_of(request).resume, request.path_params["id"])
    return JSONResponse({})


def contests_of(request: Request) -> Contests:
    return state_of(request).contests


# The games that are kept.


async def list_events(request: Request) -> Response:
    return JSONResponse(await looked_up(request, library.listed))


async def event_games(request: Request) -> Response:
    id, first = request.path_params["id"], first_asked(request)
    return JSONResponse(await looked_up(request, library.games_of_event, id, first))


async def event_game(request: Request) -> Response:
    id, number = request.path_params["id"], min(request.path_params["number"], MOST_NUMBER)
    return JSONResponse(await looked_up(request, library.game_of_event, id, number))


async def run_games(request: Request) -> Response:
    def view() -> dict[str, Any]:
        run = state_of(request).runs.find(request.path_params["id"])
        return library.games_of_run(run, first_asked(request))

    return JSONResponse(await looked_up(request, view))


async def run_game(request: Request) -> Response:
    def view() -> dict[str, Any]:
        run = state_of(request).runs.find(request.path_params["id"])
        return library.game_of_run(run, min(request.path_params["number"], MOST_NUMBER))

    return JSONResponse(await looked_up(request, view))


def first_asked(request: Request) -> int:
    """The game that a list shall begin with, counted from 0."""
    text = request.query_params.get("first", "0")
    if not (text.isascii() and text.isdigit()):
        raise Refusal(422, "'first' is a whole number from 0")
    return min(int(text[:12]), MOST_NUMBER)


# Training runs, and the weights they made.


async def weights(request: Request) -> Response:
    """Packed: who reviews a game asks for it too, on the first visit."""
    return (await looked_up(request, _packed_weights)).answer(request)


def _packed_weights() -> Asset:
    return of_json({"weights": run_views.every_weights()})


async def save_weights(request: Request) -> Response:
    fields = parse(await request.body())
    return JSONResponse(await looked_up(request, run_views.save_own, fields), 201)


async def list_runs(request: Request) -> Response:
    return JSONResponse({"runs": await looked_up(request, state_of(request).runs.listed)})


async def begin_run(request: Request) -> Response:
    fields = parse(await request.body())
    run = await steered(request, state_of(request).runs.begin, fields)
    return JSONResponse({"id": run.id, "name": run.name}, 201)


async def one_run(request: Request) -> Response:
    def view() -> dict[str, Any]:
        runs = state_of(request).runs
        run = runs.find(request.path_params["id"])
        with Store.open() as store:
            return {**run_views.History(run).view(store), **runs.about(run)}

    return JSONResponse(await looked_up(request, view))


async def run_step(request: Request) -> Response:
    """What the run's best looked like after a step."""

    def view() -> dict[str, Any]:
        run = state_of(request).runs.find(request.path_params["id"])
        return run_views.at_step(run, min(request.path_params["number"], 2**60))

    return JSONResponse(await looked_up(request, view))


async def run_sample(request: Request) -> Response:
    """A game of the newest weights; other numbers are other games."""

    def play() -> dict[str, Any]:
        run = state_of(request).runs.find(request.path_params["id"])
        return run_views.sample_game(run, request.path_params["number"] % 2**32)

    return JSONResponse(await state_of(request).questions.do(play))


def steering(do: str) -> Endpoint:
    """An endpoint that pauses, resumes or stops a run."""

    async def endpoint(request: Request) -> Response:
        act: Callable[[int], None] = getattr(state_of(request).runs, do)
        await steered(request, act, request.path_params["id"])
        return JSONResponse({})

    return endpoint
