"""The programs of examples/text, with a scripted model (``make nightly PARTS=text``); skipped without their libraries."""

from __future__ import annotations

import asyncio
import importlib.util
import re
import sys
from typing import Any

import pytest

import pokerzoo as pz
from pokerzoo_testing import ROOT

pytestmark = pytest.mark.filterwarnings("ignore")  # what the libraries warn of is theirs


def program(name: str, library: str) -> Any:
    """A program as a module; skips without its library."""
    pytest.importorskip(library)
    spec = importlib.util.spec_from_file_location(name, ROOT / "examples" / "text" / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module  # pydantic looks up annotations there
    spec.loader.exec_module(module)
    return module


def scripted(prompt: str) -> str:
    """A model that calls, and does not bet."""
    allowed = prompt.splitlines()[-1].rpartition(": ")[2].split(", ")
    return "I have thought about it.\n" + ("call" if "call" in allowed else allowed[0])


def test_verifiers() -> None:
    module = program("verifiers_env", "verifiers.v1")
    import verifiers.v1 as vf

    def reward(task: Any, answer: str) -> float:
        agent = vf.AgentInfo(config=vf.AgentConfig())
        trace = vf.Trace(task=vf.TraceTask(type=type(task).__name__, data=task.data), agent=agent, root_reply=answer)
        asyncio.run(task.score(trace))
        return float(trace.reward)

    tasks = {task.data.name: task for task in module.PokerTaskset(module.PokerConfig(id="poker"))}
    assert set(tasks) == {row.key for row in pz.make_game("kuhn").infosets}
    assert reward(tasks["K|b"], scripted(tasks["K|b"].data.prompt)) == 0.0
    # A fold with the king gives up a pot of 3 and the bet that is won: it loses 1 where calling wins 2.
    assert reward(tasks["K|b"], "fold") == pytest.approx(-3.0, abs=1e-6)
    assert reward(tasks["J|b"], "call") == pytest.approx(-1.0)
    assert reward(tasks["K|b"], "banana") == pytest.approx(-3.0, abs=1e-6)
    for task in tasks.values():
        assert max(task.data.rewards.values()) == 0.0


def test_openenv() -> None:
    module = program("openenv_env", "openenv.core")
    env = module.PokerEnvironment("kuhn")
    won = []
    for seed in range(40):
        seen = env.reset(seed=seed)
        while not seen.done:
            seen = env.step(module.Answer(text=scripted(seen.text)))
            assert not seen.no_action
        won.append(seen.reward)
        assert "net chips" in seen.text
    assert set(won) <= {-2.0, -1.0, 1.0, 2.0}
    env.reset(seed=1)
    assert env.step(module.Answer(text="banana")).no_action
    assert env.state.step_count == 1


def test_mcp() -> None:
    module = program("mcp_server", "mcp")
    from mcp import Client

    async def talk() -> None:
        async with Client(module.server) as client:

            async def call(tool: str, **arguments: Any) -> Any:
                result = await client.call_tool(tool, arguments)
                return result.is_error, result.content[0].text, result.structured_content

            tools = {tool.name for tool in (await client.list_tools()).tools}
            assert tools == {"list_games", "rules", "new_hand", "act", "infosets", "grade"}
            assert "antes 1" in (await call("rules", game="kuhn"))[1]
            text = (await call("new_hand", game="kuhn", seed=3))[1]
            while "net chips" not in text:
                wrong, error, _ = await call("act", action="banana")
                assert wrong
                assert "allowed: " in error
                text = (await call("act", action=scripted(text)))[1]
            assert re.search(r"player \d [+-]\d", text)
            decisions = (await call("infosets", game="kuhn"))[2]
            uniform = {key: dict.fromkeys(names, 0.5) for key, names in decisions.items()}
            graded = (await call("grade", game="kuhn", strategy=uniform))[2]
            assert graded["exploitability"] == pytest.approx(pz.exploitability("kuhn", "random"))
            assert (await call("act", action="call", name="other"))[0]

    asyncio.run(talk())
