"""``/api/train``: questions of policies and sweeps, answers judged and kept, scores, questions that come again."""

from __future__ import annotations

import json
from datetime import date
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("fastapi")
pytest.importorskip("uvicorn")

import httpx

from pokerzoo.web.library import Library
from pokerzoo.web.training import GivenAnswer, TrainingLog
from pokerzoo.web.work_folder import WorkFolder
from pokerzoo_testing.served import error_of, json_of, served


@pytest.fixture
def library(policy_files: dict[str, Path]) -> Library:
    found = Library()
    for name in ("river", "turn", "kuhn"):
        found.open(policy_files[name], id=name)
    return found


def asked(client: httpx.Client, **query: Any) -> Any:
    return json_of(client.get("/api/train/question", params={"set": "policy:river", "seed": 5} | query))


def give(client: httpx.Client, question: Any, action: str, **more: Any) -> Any:
    body = {name: question[name] for name in ("spot", "line", "hand")} | {"action": action} | more
    return json_of(client.post("/api/train/answers", json=body))


def worst_of(client: httpx.Client, question: Any) -> Any:
    """The option that loses most."""
    query = {name: question[name] for name in ("spot", "line", "hand")} | {"action": question["actions"][0]["token"]}
    return max(json_of(client.get("/api/train/answer", params=query))["options"], key=lambda one: one["lost"])


def test_questions_answers_and_scores(tmp_path: Path, library: Library) -> None:
    with served(tmp_path, library) as (client, _):
        sets = json_of(client.get("/api/train/sets"))
        assert [(one["id"], one["streets"]) for one in sets] == [
            ("policy:river", ["river"]), ("policy:turn", ["turn", "river"]),
        ]  # fmt: skip
        first = asked(client, number=1)
        assert asked(client, number=1) == first and first["title"] == "river"
        question = first["question"]
        worst, lost = worst_of(client, question), []
        for number in range(12):
            now = asked(client, number=number)["question"]
            bad = worst_of(client, now)
            found = give(client, now, bad["token"], session="5", number=number)
            assert found["counted"] and found["answer"]["lost"] == bad["lost"]
            if found["answer"]["verdict"] != "unsure":
                lost.append(found["answer"]["lost_pot_percent"])
        score = found["score"]
        assert score["decisions"] == len(lost) == score["right"] + score["near"] + score["wrong"] and score[
            "unsure"
        ] == 12 - len(lost)
        assert score["lost_pot_percent"] == pytest.approx(sum(lost) / len(lost))
        again = give(client, question, worst["token"], session="5", number=1)
        assert not again["counted"] and again["score"] == score
        (day,) = json_of(client.get("/api/train/progress"))["days"]
        assert day == score | {"day": date.today().isoformat()}
    files = list((tmp_path / "training").iterdir())
    assert [path.name for path in files] == [f"{day['day']}.json"]
    with served(tmp_path, library) as (client, _):
        assert json_of(client.get("/api/train/score", params={"session": "5"})) == score


def test_games_from_the_blinds_on_are_asked_of(tmp_path: Path, policy_files: dict[str, Path]) -> None:
    """Before the flop a fold is worth 0 from there on, and chips are in before anything was done."""
    library = Library()
    library.open(policy_files["preflop"], id="preflop")
    with served(tmp_path, library) as (client, _):
        (one,) = json_of(client.get("/api/train/sets"))
        assert one["streets"] == ["preflop"] and one["positions"] == ["BB", "SB"]
        for number in range(3):
            told = asked(client, set="policy:preflop", position="SB", hands="22+,A2o+", number=number)
            question = told["question"]
            assert bool(told["words"]) == bool(question["line"])
            assert (told["big_blind"], told["pot_before"]) == (1, 1.5)  # the blinds are 0.5 and 1
            solution = told["solution"]
            assert solution["exploitability_mbb"] == pytest.approx(1000 * solution["exploitability"])
            share = solution["exploitability"] / 1.5
            assert solution["grade"] == ("far" if share > 0.05 else "rough" if share > 0.01 else "good")
            assert (question["position"], question["street"], question["board"], question["made"]) == (
                "SB",
                "preflop",
                [],
                None,
            )
            place = {name: question[name] for name in ("spot", "line", "hand")}
            fold = json_of(client.get("/api/train/answer", params=place | {"action": "f"}))["options"][0]
            assert fold["ev_from_here"] == pytest.approx(0, abs=1e-6) and fold["ev"] == pytest.approx(
                -question["paid"], abs=1e-6
            )


def test_mistakes_come_again(tmp_path: Path, library: Library) -> None:
    with served(tmp_path, library) as (client, _):
        for number in range(40):
            question = asked(client, number=number)["question"]
            worst = worst_of(client, question)
            if worst["verdict"] == "mistake":
                break
        give(client, question, worst["token"], session="s", number=0)
        (kept,) = json_of(client.get("/api/train/progress"))["kept"]
        today = date.today().isoformat()
        assert (kept["line"], kept["hand"], kept["box"], kept["due"]) == (question["line"], question["hand"], 0, today)
        place = {name: kept[name] for name in ("spot", "line", "hand")}
        assert json_of(client.get("/api/train/question-at", params=place))["question"] == question
        best = give(client, kept, question["actions"][0]["token"])["answer"]  # wrong or right: it counts, as it is due
        if best["verdict"] != "best":
            best_token = next(one["token"] for one in best["options"] if one["lost"] == 0)
            assert give(client, kept, best_token)["counted"]
        (kept,) = json_of(client.get("/api/train/progress"))["kept"]
        assert kept["box"] == 1 and kept["due"] > today
        assert not give(client, kept, worst["token"])["counted"]  # it is not its day
    with served(tmp_path, None) as (client, _):  # the policy is not open any more
        found = json_of(client.get("/api/train/progress"))
        assert (found["kept"], found["closed"], len(found["days"])) == ([], 1, 1)


def test_spots_of_a_sweep(tmp_path: Path, sweep_folder: Path) -> None:
    pytest.importorskip("pyarrow")
    from pokerzoo.web.sweeps import Sweeps

    sweeps = Sweeps()
    name = f"sweep:{sweeps.open(sweep_folder).id}"
    with served(tmp_path, None, sweeps) as (client, _):
        (one,) = json_of(client.get("/api/train/sets"))
        assert (one["id"], one["spots"], one["streets"]) == (name, 7, ["river"])
        found = [asked(client, set=name, number=number) for number in range(12)]
        assert len({question["title"] for question in found}) > 2
        question = found[0]["question"]
        assert found[0]["title"].endswith("".join(question["board"])) and found[0]["error"] > 0
        solution = found[0]["solution"]  # of the kept row; a pot of 50
        assert solution["exploitability"] == pytest.approx(found[0]["error"] / 2)
        assert solution["exploitability_pot_percent"] == pytest.approx(2 * solution["exploitability"])
        give(client, question, question["actions"][0]["token"], session="s", number=0)
        error_of(client.get("/api/train/question", params={"set": name[:-1], "seed": 1}), 404)


@pytest.mark.parametrize(
    ("query", "field"),
    [
        ({"street": "ocean"}, "streets"),
        ({"street": "flop"}, None),
        ({"made": "pair"}, "made"),
        ({"hands": "AAx"}, "hands"),
        ({"close": -1}, "close"),
        ({"close": "nan"}, "close"),
        ({"set": "kuhn"}, "set"),
        ({"set": "policy:kuhn"}, "set"),
        ({"seed": -1}, "seed"),
    ],
)
def test_what_cannot_be_asked_is_told(tmp_path: Path, library: Library, query: Any, field: str | None) -> None:
    with served(tmp_path, library) as (client, _):
        error = error_of(client.get("/api/train/question", params={"set": "policy:river", "seed": 1} | query))
        assert error["field"] == field
        error = error_of(client.get("/api/train/question-at", params={"spot": "policy:river", "line": "zz", "hand": "KsKh"}))
        assert error["field"] == "line"


def given(day: int, verdict: Any, number: int | None, lost: float = 0.0) -> GivenAnswer:
    return GivenAnswer(float(day), "policy:a", "a", "x", "AsKs", "river", "IP", "c", "f", verdict, lost, lost, "s", number)


def test_days_pass(tmp_path: Path) -> None:
    """A mistake on the first of March comes again that day, then on the 2nd, the 5th, the 12th, and in April."""
    now = [date(2026, 3, 1)]
    log = TrainingLog(WorkFolder(tmp_path), lambda: now[0])
    assert log.add(given(0, "mistake", 0, 6.0))
    dues = []
    for day in (date(2026, 3, 1), date(2026, 3, 2), date(2026, 3, 5), date(2026, 3, 12), date(2026, 4, 2)):
        now[0] = day
        (kept,) = log.kept()
        dues.append(kept.due)
        assert log.add(given(0, "best", None))
    assert dues == ["2026-03-01", "2026-03-02", "2026-03-05", "2026-03-12", "2026-04-02"]
    assert log.kept() == [] and not log.add(given(0, "best", None))
    assert [(day.day, day.decisions, day.lost_pot_percent) for day in log.days()][:2] == [
        ("2026-03-01", 2, 3.0),
        ("2026-03-02", 1, 0.0),
    ]
    assert TrainingLog(WorkFolder(tmp_path)).days() == log.days()  # another start reads the same


@pytest.mark.parametrize("text", ["{", "[]", json.dumps({"answers": [{"time": "x"}]})])
def test_a_file_that_is_none_of_ours_is_left_alone(tmp_path: Path, text: str) -> None:
    (tmp_path / "training").mkdir()
    (tmp_path / "training" / "2026-03-01.json").write_text(text)
    with served(tmp_path) as (client, _):
        assert "training/2026-03-01.json" in error_of(client.get("/api/train/progress"))["message"]
    assert (tmp_path / "training" / "2026-03-01.json").read_text() == text
