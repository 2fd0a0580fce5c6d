"""The API: one module for each part of the page, each with a ``router``."""

from fastapi import APIRouter

from . import (
    info,
    leaks,
    nodes,
    policies,
)

ROUTERS: tuple[APIRouter, ...] = (
    info.router,
    leaks.router,
    nodes.router,
    policies.router,
)
"""All parts; a new one is a line here."""
