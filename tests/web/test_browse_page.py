"""The page on which spots are browsed, in a browser: numbers, grids, cards, filters, comparing, locks, files, keys."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from pokerzoo.agents import TabularPolicy
from pokerzoo.envs.cards import parse_range
from pokerzoo.envs.drawing.colours import PALETTE, action_colours
from pokerzoo.evaluation import SpotReport, measure
from pokerzoo_testing.browser import check_axe, settle
from pokerzoo_testing.browser import query_of as at
from pokerzoo_testing.served import task_when

pytestmark = pytest.mark.web


@pytest.fixture(scope="module")
def river(policy_files: dict[str, Path]) -> SpotReport:
    policy = TabularPolicy.load(policy_files["river"])
    return SpotReport(policy.game, policy)


def percent(share: float, digits: int = 1) -> str:
    return f"{100 * share:.{digits}f}%"


def test_a_walk_through_a_spot(page: Any, explorer: Any, river: SpotReport) -> None:
    page.goto(f"/browse/{explorer.ids['river']}")
    settle(page)
    root = river.at("")
    table = page.get_by_role("table", name="What OOP does")
    for name, frequency in zip(root.actions, root.frequencies, strict=True):
        assert percent(frequency) in table.get_by_role("row", name=re.compile(f"^{name}", re.IGNORECASE)).inner_text()
    aces = page.get_by_role("gridcell", name=re.compile("^AA:")).first
    share = root.grid(0).frequencies[0, 0]
    assert aces.get_attribute("aria-label") == "AA: " + ", ".join(
        f"{name} {percent(value, 0)}" for name, value in zip(root.actions, share, strict=True)
    ) + f"; {root.grid(0).reach[0, 0]:.2f} combos"  # fmt: skip

    page.get_by_role("navigation", name="The way").get_by_role("link", name=re.compile("^Check")).click()
    settle(page)
    page.keyboard.press("2")
    settle(page)
    assert at(page)["line"] == "xb25"
    page.keyboard.press("[")
    settle(page)
    assert at(page)["line"] == "xx" and "showdown" in page.locator(".side").inner_text()
    page.keyboard.press("Backspace")
    settle(page)
    assert at(page)["line"] == "x"
    page.go_back()
    settle(page)
    assert at(page)["line"] == "xx"


@pytest.mark.long
def test_a_policy_says_how_far_to_trust_it(page: Any, explorer: Any, river: SpotReport) -> None:
    """A number as measured; of a policy that was stopped early the page says in words that it is far from an equilibrium."""
    page.goto(f"/browse/{explorer.ids['river']}")
    found = measure(river.game, river.policy).exploitability_pot_percent
    told = page.locator(".trust").filter(has_text="Exploitable for").inner_text()
    assert float(re.findall(r"for ([0-9.]+)% of the pot", told)[0]) == pytest.approx(found, rel=0.005)
    assert "200 iterations, measured" in told and found is not None and found < 1 and page.locator(".trust .badge").count() == 0
    body: dict[str, Any] = {
        "players": None,
        "exploitability": 6.15,
        "exploitability_pot_percent": 12.3,
        "exploitability_mbb": None,
    }
    body |= {"grade": "far", "source": "solve", "iterations": 20, "when": 1.7e9, "money": "chips"}
    page.route("**/api/policies/*", lambda route: route.fulfill(json=route.fetch().json() | {"measured": body}))
    page.route("**/measure", lambda route: route.fulfill(json=body))
    page.reload()
    settle(page)
    told = page.locator(".trust").inner_text()
    assert "12.3% of the pot" in told and "Far from an equilibrium" in told and page.locator(".trust .badge.bad").count() == 1
    check_axe(page)


def test_grids_by_keyboard_and_the_hands_of_a_cell(page: Any, explorer: Any, river: SpotReport) -> None:
    page.goto(f"/browse/{explorer.ids['river']}?line=x&view=equity")
    settle(page)
    grid = page.get_by_role("grid", name="IP's range")
    grid.get_by_role("gridcell", name=re.compile("^AA")).click()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowRight")
    assert at(page)["hand"] == "KK" and at(page)["who"] == "1"
    node = river.at("x")
    tile = page.get_by_role("region", name="The chosen hand").get_by_role("button").first
    name = next(
        hand for hand in node.hands if hand.startswith("K") and hand[2] == "K" and node.reach[1, node.hands.index(hand)]
    )
    hand = node.hands.index(name)
    assert f"Equity {percent(node.equity[1, hand])}" in tile.inner_text()
    tile.click()
    assert at(page)["hand"] == node.hands[hand]
    page.get_by_role("group", name="Colour the grids by").get_by_role("button", name="EV lost").click()
    assert at(page)["view"] == "lost"


@pytest.mark.long
def test_hands_are_filtered_and_sorted(page: Any, explorer: Any, river: SpotReport) -> None:
    page.goto(f"/browse/{explorer.ids['river']}?line=x")
    settle(page)
    table = page.get_by_role("region", name="Hands").get_by_role("table")
    rows = table.locator("tbody tr")
    node = river.at("x")
    assert rows.count() == int((node.share[1] > 0).sum())
    page.get_by_role("searchbox", name="Hands").fill("KK, AhKh")
    page.wait_for_function("() => document.querySelectorAll('.tall tbody tr').length === 7")
    table.get_by_role("button", name="Equity").click()
    first = rows.first.inner_text()
    best = max(e for e, name in zip(node.equity[1], node.hands, strict=True) if name[0] + name[2] == "KK" and e == e)
    assert percent(best) in first and at(page)["sort"] == "equity"
    page.get_by_role("searchbox", name="Hands").fill("KKx")
    page.get_by_role("alert").wait_for()
    page.get_by_role("button", name="Clear").click()
    page.get_by_label("Made hands").select_option(label="Overpair")
    kings = [k for k, name in enumerate(node.hands) if name[0] == name[2] and name[0] in "KA" and node.share[1, k] > 0]
    assert rows.count() == len(kings)
    page.problems[:] = [problem for problem in page.problems if not problem.startswith("422")]


@pytest.mark.long
def test_cards_are_chosen_from_what_they_change(page: Any, explorer: Any) -> None:
    page.goto(f"/browse/{explorer.ids['turn']}?line=xx")
    settle(page)
    card = page.get_by_role("group", name="Next cards").get_by_role("button", name=re.compile("2 of clubs"))
    assert "equity" in (card.get_attribute("aria-label") or "")
    card.click()
    settle(page)
    assert at(page)["line"] == "xx/2c"
    page.get_by_role("button", name="choose another").click()
    page.get_by_role("dialog").get_by_role("button", name=re.compile("3 of clubs")).click()
    settle(page)
    assert at(page)["line"] == "xx/3c"


def test_a_wrong_line_says_what_is_allowed(page: Any, explorer: Any) -> None:
    page.goto(f"/browse/{explorer.ids['river']}?line=b26")
    page.get_by_role("alert").get_by_text("allowed: x, b25").wait_for()
    page.goto("/browse/nothing")
    page.get_by_text("No policy 'nothing' is open here").wait_for()
    page.keyboard.press("?")
    page.problems.clear()


def evs_of(page: Any) -> list[str]:
    """EVs of both ranges as the page shows them."""
    rows = page.get_by_role("table", name="Both ranges").locator("tbody tr")
    return [rows.nth(k).locator("td").last.inner_text().replace("\N{MINUS SIGN}", "-") for k in range(2)]


@pytest.mark.long
def test_evs_are_from_here_on_or_net_in_a_unit_of_choice(page: Any, explorer: Any, river: SpotReport) -> None:
    """After a bet of 25 into 50 each has half of the pot in, OOP the bet beside it; the choice is kept for the next page."""
    page.goto(f"/browse/{explorer.ids['river']}?line=b25")
    settle(page)
    node = river.at("b25")
    fold = page.get_by_role("table", name="What IP does").get_by_role("row", name=re.compile("^Fold"))
    assert fold.locator("td").last.inner_text() == "0.00"
    for shown, net, paid in zip(evs_of(page), node.mean_net, (50, 25), strict=True):
        assert float(shown) == pytest.approx(net + paid, abs=0.0051)
    page.get_by_role("group", name="Amounts in").get_by_role("button", name="% of pot").click()
    for shown, net, paid in zip(evs_of(page), node.mean_net, (50, 25), strict=True):
        assert float(shown) == pytest.approx(2 * (net + paid), abs=0.0051)
    page.get_by_role("group", name="Amounts in").get_by_role("button", name="bb").click()
    page.get_by_label("Chips of a big blind").fill("10")
    page.keyboard.press("Enter")
    page.get_by_role("group", name="EVs are").get_by_role("button", name="Net").click()
    for shown, net in zip(evs_of(page), node.mean_net, strict=True):
        assert float(shown) == pytest.approx(net / 10, abs=0.0051)
    assert at(page)["unit"] == "bb" and at(page)["bb"] == "10" and at(page)["ev"] == "net"
    with page.expect_download() as found:
        page.get_by_role("link", name="CSV").click()
    assert "net_big_blinds" in Path(found.value.path()).read_text().partition("\n")[0]
    page.goto(f"/browse/{explorer.ids['river']}?line=b25")
    settle(page)
    assert page.get_by_role("button", name="Net", exact=True).get_attribute("aria-pressed") == "true"


def test_numbers_stand_beside_the_grids(open_page: Callable[..., Any], explorer: Any, river: SpotReport) -> None:
    """At 1440 x 900 the table of hands begins in the window, no part of a breakdown is cut off, and no colour is grey alone."""
    page = open_page(viewport={"width": 1440, "height": 900})
    page.goto(f"/browse/{explorer.ids['river']}?tab=breakdown&view=nonsense")
    settle(page)
    assert page.get_by_role("button", name="Strategy", exact=True).get_attribute("aria-pressed") == "true"
    for part in ("Made hands", "Draws"):
        region = page.get_by_role("region", name=part)
        assert region.evaluate("box => box.scrollWidth <= box.clientWidth + 1")
    page.get_by_role("button", name="Hands", exact=True).click()
    settle(page)
    row = page.get_by_role("region", name="Hands").locator("tbody tr").nth(2).bounding_box()
    assert row is not None and row["y"] + row["height"] < 900
    waiting = page.get_by_role("grid", name="IP's range, strategy")
    colours = waiting.evaluate("grid => [...grid.querySelectorAll('.range-fill')].map((one) => one.style.background)")
    assert len(set(colours)) > 3


@pytest.mark.long
def test_a_nodes_ranges_are_copied_and_begin_a_new_spot(page: Any, explorer: Any, policy_files: dict[str, Path]) -> None:
    policy = TabularPolicy.load(policy_files["turn"])
    node = SpotReport(policy.game, policy).at("xx/2c")
    page.goto(f"/browse/{explorer.ids['turn']}?line=xx/2c")
    settle(page)
    page.get_by_label("Ranges at this node").click()
    page.get_by_role("button", name="IP's range as text").click()
    box = page.get_by_role("textbox", name="Range of IP")
    weights = parse_range(box.input_value()).weights
    assert weights.sum() == pytest.approx(np.nansum(node.reach[1]), abs=0.01)
    page.get_by_role("button", name="Hand classes").click()
    assert parse_range(box.input_value()).weights.sum() >= weights.sum() - 0.1
    check_axe(page)
    page.get_by_role("dialog", name="Range of IP here").get_by_role("button", name="Close").click()
    page.get_by_label("Ranges at this node").click()
    page.get_by_role("button", name="New spot from here").click()
    page.wait_for_url("**/setup?**")
    settle(page)
    params = json.loads(at(page)["params"])
    assert params["board"] == "QsJh2h8d2c" and params.get("pot", 50) == 50 and params.get("stack", 100) == 100
    assert parse_range(params["ranges"][1]).weights.sum() == pytest.approx(weights.sum(), abs=1e-6)
    page.get_by_text("combos against").wait_for()
    for line, begins in (("", True), ("x", False), ("xx", False), ("b25c", False), ("b25c/2c", True)):
        page.goto(f"/browse/{explorer.ids['turn']}?line={line}")
        settle(page)
        page.get_by_label("Ranges at this node").click()
        page.get_by_role("button", name="IP's range as text").wait_for()
        assert page.get_by_role("button", name="New spot from here").count() == begins, line


def test_a_policy_with_another_pot_is_compared_in_percent_of_its_own(page: Any, explorer: Any) -> None:
    import httpx

    params = {"board": "QsJh2h8d3c", "ranges": ["QQ+,AKs", "JJ+,AK"], "pot": 80, "stack": 100, "bet_sizes": "50%,a"}
    asked = {"game": "holdem", "params": params, "iterations": 20}
    with httpx.Client(base_url=explorer.address) as client:
        other = client.post("/api/tasks", json=asked).json()["id"]
        task_when(client, other)
        told = client.get(f"/api/spots/{other}/node").json()["players"][0]
    page.goto(f"/browse/{explorer.ids['river']}?tab=compare&with={other}&ev=here&unit=pot")
    settle(page)
    row = page.get_by_role("region", name="Differences").get_by_role("row").filter(has_text="OOP EV, % pot")
    expected = 100 * told["ev"] / 80
    row.get_by_role("cell").nth(2).get_by_text(f"{expected:.2f}", exact=True).wait_for()


KEPT = """async (policy) => {
  const { askOnce } = await import("/static/app/api.js");
  await askOnce(`/spots/${policy}/node`, { line: "x" }, true).promise;
}"""

TWO_CLICKS = """async () => {
  const settled = async () => { for (let k = 0; k < 20; k += 1) await null; };  // no task and no picture between
  const [asked, ask] = [[], window.fetch];
  window.fetch = (url, ...more) => (asked.push(new URL(url).search), ask(url, ...more));
  for (const _ of [1, 2]) {
    document.querySelector(".way-step.current a.step-action").click();
    await settled();
  }
  window.fetch = ask;
  return asked;
}"""


def test_a_node_is_asked_for_at_once_and_hands_do_not_wait_for_it_long(page: Any, explorer: Any) -> None:
    """Of two nodes right after each other the first, which is kept, is drawn whole though the second does not come."""
    with page.expect_response(re.compile(r"/node\?line=x$")):  # beforehand
        page.goto(f"/browse/{explorer.ids['river']}")
        settle(page)
    page.evaluate(KEPT, explorer.ids["river"])  # a response is told of before the page has read it
    hands = page.locator(".more p[role=status]")
    held: list[Any] = []
    assert "of OOP" in hands.inner_text()
    page.route(re.compile(r"/node\?line=xx$"), lambda route: held.append(route))
    assert page.evaluate(TWO_CLICKS) == ["?line=xx"]
    page.wait_for_function("() => document.querySelector('.more p[role=status]').textContent.includes('of IP')")
    assert page.locator("main [aria-busy=true]").count() == 1 and at(page)["line"] == "xx"
    held[0].continue_()
    settle(page)
    assert "showdown" in page.locator(".side").inner_text()


def test_a_slow_answer_says_that_it_is_worked_on(page: Any, explorer: Any) -> None:
    """A bar at once, then the time; nothing of it remains once the answer is there."""
    held: list[Any] = []
    page.route("**/api/spots/*/node**", lambda route: held.append(route))
    page.goto(f"/browse/{explorer.ids['river']}")
    page.locator(".waiting-bar").wait_for()
    told = page.locator(".waiting-told")
    told.get_by_text(re.compile(r"The server works on it: [0-9]+ s")).wait_for()
    check_axe(page)
    for route in held:
        route.continue_()
    page.unroute("**/api/spots/*/node**")
    settle(page)
    page.wait_for_function(
        "() => !document.querySelector('.waiting-bar') && !document.querySelector('.waiting-told').innerText"
    )


def test_what_a_hand_does_is_in_sight(open_page: Callable[..., Any], explorer: Any) -> None:
    """At the width of a laptop every frequency stands before the table's edge, whatever else has to be scrolled to."""
    page = open_page(viewport={"width": 1440, "height": 1000})
    for line, count in (("", 3), ("b25", 3), ("b100", 2)):
        page.goto(f"/browse/{explorer.ids['river']}?line={line}")
        settle(page)
        table = page.get_by_role("region", name="Hands")
        table.locator("tbody tr").first.wait_for()
        edges = table.evaluate(
            """(table) => {
              const swatches = [...table.querySelectorAll("th:has(.swatch)")].map((head) => head.getBoundingClientRect().right);
              return [swatches, table.getBoundingClientRect().left + table.clientWidth];
            }"""
        )
        assert len(edges[0]) == count and max(edges[0]) <= edges[1] + 1
        heads = table.locator("th").all_inner_texts()
        assert heads[0].strip() == "Hand" and "EV" in heads[count + 1]


def test_pot_odds_and_all_in_are_named(page: Any, explorer: Any) -> None:
    """A bet of 25 into 50 is called with 25 for a pot of 100: a quarter of it. 100 behind is all-in, also as a call."""
    page.goto(f"/browse/{explorer.ids['river']}?line=b25")
    settle(page)
    facts = page.locator(".pot-facts")
    assert facts.inner_text().split() == ["Pot", "75", "To", "call", "25", "Pot", "odds", "25.0%"]
    rows = page.get_by_role("table", name="What IP does").locator("tbody tr")
    assert ["all-in" in text for text in rows.all_inner_texts()] == [False, False, True]
    page.goto(f"/browse/{explorer.ids['river']}?line=b100")
    settle(page)
    rows = page.get_by_role("table", name="What IP does").locator("tbody tr")
    assert ["all-in" in text for text in rows.all_inner_texts()] == [False, True]
    page.goto(f"/browse/{explorer.ids['river']}?line=xx")
    settle(page)
    assert facts.inner_text().split() == ["Pot", "50"]


DRAW = """async ([cells, theme]) => {
  document.documentElement.dataset.theme = theme;
  const { html, render } = await import("/static/app/html.js");
  const { HandGrid } = await import("/static/app/ui/hand_grid.js");
  const { contrast } = await import("/static/app/model/scales.js");
  const place = document.createElement("div");
  place.style.width = "340px";
  document.getElementById("app").replaceChildren(place);
  render(html`<${HandGrid} label="Colours" cells=${cells} selected="" onSelect=${() => 0} />`, place);
  const flat = (text) => `rgb(${text.match(/[\\d.]+/g).slice(0, 3).join(" ")})`;
  return [...place.querySelectorAll("[role=gridcell]")].slice(0, cells.filter(Boolean).length).map((cell, k) => {
    const [name, fill] = [cell.querySelector(".range-name"), cell.querySelector(".range-fill")];
    const style = getComputedStyle(name);
    const [own, colours] = [name.getBoundingClientRect(), fill.getBoundingClientRect()];
    const under = [];
    if (style.backgroundColor !== "rgba(0, 0, 0, 0)") under.push(flat(style.backgroundColor));
    else {
      if (own.top < colours.top) under.push(flat(getComputedStyle(cell).backgroundColor));
      const parts = cells[k].parts;
      const total = parts.reduce((sum, part) => sum + part.share, 0);
      let from = colours.left;
      for (const part of parts) {
        const to = from + (colours.width * part.share) / total;
        if (own.bottom > colours.top && own.right > from && own.left < to) under.push(part.colour);
        from = to;
      }
    }
    return Math.min(...under.map((colour) => contrast(flat(style.color), colour)));
  });
}"""


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_names_can_be_read_on_all_colours_of_actions(page: Any, theme: str) -> None:
    """Of one action alone, of two side by side and at all heights: WCAG's 4.5 to 1."""
    page.goto("/nowhere")
    settle(page)
    sizes = [action_colours(["f", "c", *(f"b{size}" for size in range(count))]) for count in range(1, 6)]
    colours = sorted({colour for one in sizes for colour in one} | set(PALETTE))
    parts = [[(one, 1.0)] for one in colours] + [
        [(one, share), (two, 1 - share)] for one in colours for two in colours if one != two for share in (0.15, 0.5, 0.85)
    ]
    cells = [
        {"fill": fill, "parts": [{"colour": colour, "share": share} for colour, share in row], "says": ""}
        for row in parts
        for fill in (0.3, 0.55, 0.62, 0.75, 0.93, 1.0)
    ]
    found: list[float] = []
    for start in range(0, len(cells), 169):
        some = cells[start : start + 169]
        found += page.evaluate(DRAW, [some + [None] * (169 - len(some)), theme])
    assert len(found) == len(cells)
    worst = min(range(len(cells)), key=found.__getitem__)
    assert found[worst] >= 4.5, (found[worst], cells[worst])
