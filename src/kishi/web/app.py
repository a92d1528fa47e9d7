"""The server: which address does what. Each endpoint reads, asks a noun, and answers in JSON."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, JSONResponse, Response
from starlette.routing import BaseRoute, Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from ..errors import BadInput, PlayerFailed, StoreFailed
from ..locale import LANGUAGES, language_of, texts_in
from ..store import Store
from . import library, lines, ratings, run_views
from .analysis import Analysts
from .contests import Contests
from .lessons import LESSONS, Answer
from .lessons.pso import maps as shipped_maps
from .reading import fields_of
from .refusal import Refusal, unknown
from .security import Guard
from .sockets import analysis_socket, contest_socket, run_socket, table_socket
from .state import ServerState
from .tables import Tables, played
from .views import every_family, every_game, every_kind, game_view, line_view

STATIC = Path(__file__).parent / "static"
PAGES = (
    "/",
    "/play/{id}",
    "/review",
    "/players",
    "/train",
    "/train/{id}",
    "/arena",
    "/arena/{id}",
    "/games",
    "/learn",
    "/learn/{page}",
)
MOST_NUMBER = 10**12  # of a game
Endpoint = Callable[[Request], Awaitable[Response]]


def make_app(token: str | None = None) -> Starlette:
    """The whole server; with a token, only for those who bring it."""

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        app.state.kishi = state = ServerState()
        yield
        await state.close()

    return Starlette(
        routes=routes(),
        middleware=[Middleware(Guard, token=token)],
        lifespan=lifespan,
        exception_handlers={
            Refusal: refused,
            BadInput: wrong,
            PlayerFailed: failed,
            StoreFailed: failed,
            HTTPException: not_there,
        },
    )


def routes() -> list[BaseRoute]:
    return [
        *(Route(path, page) for path in PAGES),
        Route("/api/languages", languages),
        Route("/api/texts/{language}", texts),
        Route("/api/games", games),
        Route("/api/kinds", kinds),
        Route("/api/ratings/{game}", rated),
        Route("/api/tables", recent_tables, methods=["GET"]),
        Route("/api/tables", begin_table, methods=["POST"]),
        Route("/api/tables/{id}", one_table),
        Route("/api/tables/{id}/record", table_record),
        WebSocketRoute("/api/tables/{id}/socket", table_socket),
        Route("/api/line", answering(lambda f: line_view(f.record())), methods=["POST"]),
        Route("/api/read", answering(lines.read), methods=["POST"]),
        Route("/api/write", answering(lines.write), methods=["POST"]),
        Route("/api/formats", formats),
        Route("/api/setup", answering(lines.set_up), methods=["POST"]),
        Route("/api/analysis", analyse, methods=["POST"]),
        WebSocketRoute("/api/analysis/socket", analysis_socket),
        Route("/api/contests", list_contests, methods=["GET"]),
        Route("/api/contests", begin_contest, methods=["POST"]),
        Route("/api/contests/{id:int}", one_contest),
        Route("/api/contests/{id:int}/games", contest_games),
        Route("/api/contests/{id:int}/games/{back:int}", contest_game),
        Route("/api/contests/{id:int}/report", contest_report),
        Route("/api/contests/{id:int}/stop", stop_contest, methods=["POST"]),
        Route("/api/contests/{id:int}/resume", resume_contest, methods=["POST"]),
        WebSocketRoute("/api/contests/{id:int}/socket", contest_socket),
        Route("/api/events", list_events),
        Route("/api/events/{id:int}/games", event_games),
        Route("/api/events/{id:int}/games/{number:int}", event_game),
        Route("/api/trainers", trainers),
        Route("/api/weights", weights, methods=["GET"]),
        Route("/api/weights", save_weights, methods=["POST"]),
        Route("/api/runs", list_runs, methods=["GET"]),
        Route("/api/runs", begin_run, methods=["POST"]),
        Route("/api/runs/{id:int}", one_run),
        Route("/api/runs/{id:int}/steps/{number:int}", run_step),
        Route("/api/runs/{id:int}/sample/{number:int}", run_sample),
        Route("/api/runs/{id:int}/games", run_games),
        Route("/api/runs/{id:int}/games/{number:int}", run_game),
        Route("/api/runs/{id:int}/pause", steering("pause"), methods=["POST"]),
        Route("/api/runs/{id:int}/resume", steering("resume"), methods=["POST"]),
        Route("/api/runs/{id:int}/stop", steering("stop"), methods=["POST"]),
        WebSocketRoute("/api/runs/{id:int}/socket", run_socket),
        Route("/api/learn/maps", value_maps),
        *(
            Route(f"/api/learn/{lesson}/{name}", answering(answer), methods=["POST"])
            for lesson, answers in LESSONS.items()
            for name, answer in answers.items()
        ),
        Mount("/static", Files(directory=STATIC)),
    ]


def state_of(request: Request) -> ServerState:
    state: ServerState = request.app.state.kishi
    return state


# What goes wrong.


async def refused(request: Request, refusal: Exception) -> Response:
    assert isinstance(refusal, Refusal)
    return JSONResponse({"error": refusal.message}, refusal.status)


async def wrong(request: Request, why: Exception) -> Response:
    return JSONResponse({"error": str(why)}, 422)


async def failed(request: Request, why: Exception) -> Response:
    return JSONResponse({"error": str(why)}, 503)


async def not_there(request: Request, why: Exception) -> Response:
    assert isinstance(why, HTTPException)
    return JSONResponse({"error": why.detail}, why.status_code, headers=why.headers)


# Pages and what they are made of.


class Files(StaticFiles):
    """Our own files, which a browser may keep but asks about, so that an update is seen."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        response = await super().get_response(path, scope)
        response.headers["cache-control"] = "no-cache"
        return response


async def page(request: Request) -> Response:
    return FileResponse(STATIC / "index.html", headers={"cache-control": "no-cache"})


async def languages(request: Request) -> Response:
    """What each language calls itself."""
    return JSONResponse({tag: texts_in(tag)["language_name"] for tag in LANGUAGES})


async def texts(request: Request) -> Response:
    """Every text of the interface in one language, by its tag or one that it covers (zh-TW)."""
    tag = request.path_params["language"]
    language = language_of(tag)
    if language is None:
        raise unknown("language", tag)
    return JSONResponse(texts_in(language))


async def games(request: Request) -> Response:
    return JSONResponse({"games": every_game(), "families": every_family()})


async def kinds(request: Request) -> Response:
    return JSONResponse({"kinds": every_kind()})


async def formats(request: Request) -> Response:
    return JSONResponse({"formats": lines.written_formats()})


async def rated(request: Request) -> Response:
    return JSONResponse(await run_in_threadpool(ratings.of_game, request.path_params["game"]))


def answering(answer: Answer) -> Endpoint:
    """An endpoint that computes its answer from the body alone, off the event loop."""

    async def endpoint(request: Request) -> Response:
        fields = await fields_of(request)
        with state_of(request).questions.one():
            return JSONResponse(await run_in_threadpool(answer, fields))

    return endpoint


async def value_maps(request: Request) -> Response:
    return JSONResponse({"maps": shipped_maps()})


# Tables.


async def recent_tables(request: Request) -> Response:
    recent = await run_in_threadpool(lambda: list(state_of(request).tables.recent()))
    return JSONResponse({"tables": recent})


async def begin_table(request: Request) -> Response:
    tables: Tables = state_of(request).tables
    table = tables.begin(await fields_of(request))
    return JSONResponse({"id": table.id, "game": game_view(table.terms.game)}, 201)


async def one_table(request: Request) -> Response:
    return JSONResponse(state_of(request).tables.find(request.path_params["id"]).whole())


async def table_record(request: Request) -> Response:
    table = state_of(request).tables.find(request.path_params["id"])
    name = f"{table.terms.game.name}-{table.id}.json"
    headers = {"content-disposition": f'attachment; filename="{name}"'}
    return JSONResponse(played(table).as_dict(), headers=headers)


# Analysis.


async def analyse(request: Request) -> Response:
    analysts: Analysts = state_of(request).analysts
    fields = await fields_of(request)
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
    return JSONResponse({"contests": await run_in_threadpool(contests_of(request).listed)})


async def begin_contest(request: Request) -> Response:
    fields = await fields_of(request)
    return JSONResponse({"id": await run_in_threadpool(contests_of(request).begin, fields)}, 201)


async def one_contest(request: Request) -> Response:
    id = request.path_params["id"]
    return JSONResponse(await run_in_threadpool(contests_of(request).standing, id))


async def contest_games(request: Request) -> Response:
    id = request.path_params["id"]
    latest = await run_in_threadpool(contests_of(request).latest_games, id)
    return JSONResponse({"games": latest})


async def contest_game(request: Request) -> Response:
    id, back = request.path_params["id"], min(request.path_params["back"], 1000)
    return JSONResponse(await run_in_threadpool(contests_of(request).latest_game, id, back))


async def contest_report(request: Request) -> Response:
    """To keep, not to show here: its own script would not be allowed to run."""
    id = request.path_params["id"]
    name, text = await run_in_threadpool(contests_of(request).report, id)
    headers = {"content-disposition": f'attachment; filename="{name.replace("/", "-")}.html"'}
    return HTMLResponse(text, headers=headers)


async def stop_contest(request: Request) -> Response:
    contests_of(request).stop(request.path_params["id"])
    return JSONResponse({})


async def resume_contest(request: Request) -> Response:
    await run_in_threadpool(contests_of(request).resume, request.path_params["id"])
    return JSONResponse({})


def contests_of(request: Request) -> Contests:
    return state_of(request).contests


# The games that are kept.


async def list_events(request: Request) -> Response:
    return JSONResponse(await run_in_threadpool(library.listed))


async def event_games(request: Request) -> Response:
    id, first = request.path_params["id"], first_asked(request)
    return JSONResponse(await run_in_threadpool(library.games_of_event, id, first))


async def event_game(request: Request) -> Response:
    id, number = request.path_params["id"], min(request.path_params["number"], MOST_NUMBER)
    return JSONResponse(await run_in_threadpool(library.game_of_event, id, number))


async def run_games(request: Request) -> Response:
    def view() -> dict[str, Any]:
        run = state_of(request).runs.find(request.path_params["id"])
        return library.games_of_run(run, first_asked(request))

    return JSONResponse(await run_in_threadpool(view))


async def run_game(request: Request) -> Response:
    def view() -> dict[str, Any]:
        run = state_of(request).runs.find(request.path_params["id"])
        return library.game_of_run(run, min(request.path_params["number"], MOST_NUMBER))

    return JSONResponse(await run_in_threadpool(view))


def first_asked(request: Request) -> int:
    """The game that a list shall begin with, counted from 0."""
    text = request.query_params.get("first", "0")
    if not (text.isascii() and text.isdigit()):
        raise Refusal(422, "'first' is a whole number from 0")
    return min(int(text[:12]), MOST_NUMBER)


# Training runs, and the weights they made.


async def trainers(request: Request) -> Response:
    return JSONResponse({"trainers": run_views.every_trainer()})


async def weights(request: Request) -> Response:
    return JSONResponse({"weights": await run_in_threadpool(run_views.every_weights)})


async def save_weights(request: Request) -> Response:
    fields = await fields_of(request)
    return JSONResponse(await run_in_threadpool(run_views.save_own, fields), 201)


async def list_runs(request: Request) -> Response:
    return JSONResponse({"runs": await run_in_threadpool(state_of(request).runs.listed)})


async def begin_run(request: Request) -> Response:
    fields = await fields_of(request)
    run = await run_in_threadpool(state_of(request).runs.begin, fields)
    return JSONResponse({"id": run.id, "name": run.name}, 201)


async def one_run(request: Request) -> Response:
    def view() -> dict[str, Any]:
        runs = state_of(request).runs
        run = runs.find(request.path_params["id"])
        with Store.open() as store:
            return {**run_views.History(run).view(store), **runs.about(run)}

    return JSONResponse(await run_in_threadpool(view))


async def run_step(request: Request) -> Response:
    """What the run's best looked like after a step."""

    def view() -> dict[str, Any]:
        run = state_of(request).runs.find(request.path_params["id"])
        return run_views.at_step(run, min(request.path_params["number"], 2**60))

    return JSONResponse(await run_in_threadpool(view))


async def run_sample(request: Request) -> Response:
    """A game of the newest weights; other numbers are other games."""

    def play() -> dict[str, Any]:
        run = state_of(request).runs.find(request.path_params["id"])
        return run_views.sample_game(run, request.path_params["number"] % 2**32)

    with state_of(request).questions.one():
        return JSONResponse(await run_in_threadpool(play))


def steering(do: str) -> Endpoint:
    """An endpoint that pauses, resumes or stops a run."""

    async def endpoint(request: Request) -> Response:
        act: Callable[[int], None] = getattr(state_of(request).runs, do)
        await run_in_threadpool(act, request.path_params["id"])
        return JSONResponse({})

    return endpoint
