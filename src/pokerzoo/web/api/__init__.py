"""The API: one module for each part of the page, each with a ``router``."""

from fastapi import APIRouter

from . import (
    charts,
    game_setup,
    games,
    hand_spots,
    info,
    leaks,
    learning,
    nodes,
    play,
    policies,
    saved,
    spot_ranges,
    sweeps,
    tasks,
)

ROUTERS: tuple[APIRouter, ...] = (
    charts.router,
    game_setup.router,
    games.router,
    hand_spots.router,
    info.router,
    leaks.router,
    learning.router,
    nodes.router,
    play.router,
    policies.router,
    saved.router,
    spot_ranges.router,
    sweeps.router,
    tasks.router,
)
"""All parts; a new one is a line here."""
