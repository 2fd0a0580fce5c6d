"""The application: the API below ``/api``, the page everywhere else."""

from __future__ import annotations

from asyncio import to_thread
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from anyio.to_thread import current_default_thread_limiter
from fastapi import FastAPI, HTTPException
from fastapi.responses import HTMLResponse
from fastapi.staticfiles import StaticFiles
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware

from pokerzoo import __version__
from pokerzoo.envs.support.errors import brief

from .answers import model_of
from .api import ROUTERS
from .blueprints import Blueprints
from .charts import Charts
from .context import Explorer
from .errors import ErrorBody, add_error_handlers
from .guard import Guard
from .library import Library
from .page import STATIC, page_document
from .settings import Settings
from .sweeps import Sweeps

THREADS = 200
"""Requests that may be at work at once: most of many wait for the same policy, and no page would open meanwhile."""
ERRORS: dict[int | str, dict[str, Any]] = {422: {"model": model_of(ErrorBody)}}


def create_app(
    settings: Settings,
    library: Library | None = None,
    sweeps: Sweeps | None = None,
    blueprints: Blueprints | None = None,
    charts: Charts | None = None,
) -> FastAPI:
    """The application, for a server of one's own or for tests."""
    explorer = Explorer(settings, library, sweeps, blueprints, charts)

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        current_default_thread_limiter().total_tokens = THREADS
        await to_thread(explorer.open_work)
        try:
            yield
        finally:
            await to_thread(explorer.tasks.close)

    app = FastAPI(
        title="pokerzoo explorer",
        version=__version__,
        description="Games, solutions and agents of pokerzoo: every number that the page shows, for scripts.",
        openapi_url="/api/openapi.json",
        docs_url=None,  # those pages load from elsewhere
        redoc_url=None,
        lifespan=lifespan,
        middleware=[Middleware(Guard, settings=settings), Middleware(GZipMiddleware, minimum_size=2000, compresslevel=5)],
    )
    app.state.explorer = explorer
    add_error_handlers(app)
    for router in ROUTERS:
        app.include_router(router, prefix="/api", responses=ERRORS)
    app.mount("/static", StaticFiles(directory=STATIC), name="static")

    @app.api_route("/{path:path}", methods=["GET", "HEAD"], include_in_schema=False)
    def page(path: str) -> HTMLResponse:
        if path.startswith("api/") or path == "api":
            raise HTTPException(404, f"nothing at {brief('/' + path)}; /api/openapi.json says what there is")
        return HTMLResponse(page_document(path.partition("/")[0]))

    return app
