"""The server: which address does what. Each endpoint reads, asks a noun, and answers in JSON."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from starlette.applications import Starlette
from starlette.convertors import Convertor, register_url_convertor
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route, WebSocketRoute

from ..errors import BadInput, PlayerFailed
from . import endpoints, lines
from .assets import ASK, FOREVER
from .connections import AcceptErrors
from .lessons import LESSONS
from .refusal import Refusal, refusal_of
from .security import Guard
from .sockets import analysis_socket, contest_socket, run_socket, table_socket
from .state import ServerState
from .traffic import Traffic
from .views import line_view

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
    "/rules/{family}",
    "/learn",
    "/learn/{page}",
)


def make_app(token: str | None = None) -> Starlette:
    """The whole server; with a token, only for those who bring it."""

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        asyncio.get_running_loop().set_exception_handler(AcceptErrors())
        app.state.kishi = state = ServerState()
        await state.begin()
        yield
        await state.close()

    return Starlette(
        routes=routes(),
        middleware=[Middleware(Guard, token=token), Middleware(Traffic)],
        lifespan=lifespan,
        exception_handlers={
            HTTPException: not_there,
            **dict.fromkeys((Refusal, BadInput, PlayerFailed, OSError, MemoryError), refused),
        },
    )


def routes() -> list[BaseRoute]:
    return [
        *(Route(path, page) for path in PAGES),
        Route("/api/languages", endpoints.languages),
        Route("/api/texts/{language}", endpoints.texts),
        Route("/api/games", endpoints.games),
        Route("/api/kinds", endpoints.kinds),
        Route("/api/ratings/{game}", endpoints.rated),
        Route("/api/tables", endpoints.recent_tables, methods=["GET"]),
        Route("/api/tables", endpoints.begin_table, methods=["POST"]),
        Route("/api/tables/{id}", endpoints.one_table),
        Route("/api/tables/{id}/record", endpoints.table_record),
        Route("/api/tables/{id}/delete", endpoints.delete_table, methods=["POST"]),
        WebSocketRoute("/api/tables/{id}/socket", table_socket),
        Route("/api/line", endpoints.answering(lambda f: line_view(f.record())), methods=["POST"]),
        Route("/api/read", endpoints.answering(lines.read), methods=["POST"]),
        Route("/api/write", endpoints.answering(lines.write), methods=["POST"]),
        Route("/api/formats", endpoints.formats),
        Route("/api/setup", endpoints.answering(lines.set_up), methods=["POST"]),
        Route("/api/analysis", endpoints.analyse, methods=["POST"]),
        WebSocketRoute("/api/analysis/socket", analysis_socket),
        Route("/api/contests", endpoints.list_contests, methods=["GET"]),
        Route("/api/contests", endpoints.begin_contest, methods=["POST"]),
        Route("/api/contests/{id:number}", endpoints.one_contest),
        Route("/api/contests/{id:number}/games", endpoints.contest_games),
        Route("/api/contests/{id:number}/games/{back:number}", endpoints.contest_game),
        Route("/api/contests/{id:number}/report", endpoints.contest_report),
        Route("/api/contests/{id:number}/stop", endpoints.stop_contest, methods=["POST"]),
        Route("/api/contests/{id:number}/resume", endpoints.resume_contest, methods=["POST"]),
        WebSocketRoute("/api/contests/{id:number}/socket", contest_socket),
        Route("/api/events", endpoints.list_events),
        Route("/api/events/{id:number}/games", endpoints.event_games),
        Route("/api/events/{id:number}/games/{number:number}", endpoints.event_game),
        Route("/api/trainers", endpoints.trainers),
        Route("/api/weights", endpoints.weights, methods=["GET"]),
        Route("/api/weights", endpoints.save_weights, methods=["POST"]),
        Route("/api/runs", endpoints.list_runs, methods=["GET"]),
        Route("/api/runs", endpoints.begin_run, methods=["POST"]),
        Route("/api/runs/{id:number}", endpoints.one_run),
        Route("/api/runs/{id:number}/steps/{number:number}", endpoints.run_step),
        Route("/api/runs/{id:number}/sample/{number:number}", endpoints.run_sample),
        Route("/api/runs/{id:number}/games", endpoints.run_games),
        Route("/api/runs/{id:number}/games/{number:number}", endpoints.run_game),
        Route("/api/runs/{id:number}/pause", endpoints.steering("pause"), methods=["POST"]),
        Route("/api/runs/{id:number}/resume", endpoints.steering("resume"), methods=["POST"]),
        Route("/api/runs/{id:number}/stop", endpoints.steering("stop"), methods=["POST"]),
        WebSocketRoute("/api/runs/{id:number}/socket", run_socket),
        Route("/api/learn/maps", endpoints.value_maps),
        *(
            Route(f"/api/learn/{lesson}/{name}", endpoints.teaching(answer), methods=["POST"])
            for lesson, answers in LESSONS.items()
            for name, answer in answers.items()
        ),
        Route("/static/{path:path}", static),
    ]


class Number(Convertor[int]):
    """A number in an address, of as many digits as one can be of something that there is."""

    regex = "[0-9]{1,18}"

    def convert(self, value: str) -> int:
        return int(value)

    def to_string(self, value: int) -> str:
        return str(value)


register_url_convertor("number", Number())


# What goes wrong.


async def refused(request: Request, failure: Exception) -> Response:
    refusal = refusal_of(failure)
    return JSONResponse({"error": refusal.message}, refusal.status)


async def not_there(request: Request, why: Exception) -> Response:
    """What lies outside of the API is a page, which says that there is no such page."""
    assert isinstance(why, HTTPException)
    path = request.url.path
    if why.status_code == 404 and not path.startswith(("/api/", "/static/")):
        return endpoints.state_of(request).assets.page.answer(request, status=404)
    return JSONResponse({"error": why.detail}, why.status_code, headers=why.headers)


# Pages.


async def page(request: Request) -> Response:
    state = endpoints.state_of(request)
    if state.assets.may_be_old:
        state.assets = await endpoints.looked_up(request, state.assets.renewed)
    return state.assets.page.answer(request)


async def static(request: Request) -> Response:
    """A file of the pages'; one that is asked for by its version will not change."""
    version = request.query_params.get("v")
    found = endpoints.state_of(request).assets.find(request.path_params["path"], version)
    if found is None:
        raise HTTPException(404)
    return found.answer(request, FOREVER if version else ASK)
