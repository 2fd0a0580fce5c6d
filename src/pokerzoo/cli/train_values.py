"""``pokerzoo train-values``: a value network trained on data sets of rivers or turns, and its errors on those held out."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pokerzoo.envs.support.records import Record, Seconds

from . import completion
from .declarations import argument, option
from .options import Json
from .output import console, file_text, print_facts, print_json, say
from .work_runs import Quiet, duration_text, size_text

if TYPE_CHECKING:
    from pokerzoo.agents.neural.value_training import ValueTraining

EXAMPLES = (
    "pokerzoo train-values rivers --out river.npz",
    "pokerzoo train-values rivers more-rivers --epochs 40 --checkpoint river.training.npz --out river.npz",
    "pokerzoo train-values turns --epochs 60 --device cpu --out turn.npz",
)
HELD_OUT = 10
"""Each data set is cut into this number of parts, and the last is held out."""


@dataclass(frozen=True, kw_only=True)
class ValueTrainingResult(Record):
    """A value network that was trained.

    Attributes:
        rows: situations that it learned from.
        held_out: situations that it did not learn from.
        data: SHA-256 of what it learned from.
        epochs: how often it saw each situation.
        huber: mean Huber loss (delta 1) over all hands of both players in the held-out situations, in fractions of the pot.
        huber_seen: the same in the situations that it learned from.
        huber_unbet: the same of values as if no player bet, in the held-out situations.
        held: mean absolute error in the held-out situations, of hands by how likely they are held, in fractions of the pot.
        device: where it was trained, as torch names it.
        seconds: time of this training.
        weights: numbers in the network.
        file: the file written, as named by ``--out``.
        file_bytes: its size.
    """

    rows: int
    held_out: int
    data: str
    epochs: int
    huber: float
    huber_seen: float
    huber_unbet: float
    held: float
    device: str
    seconds: Seconds
    weights: int
    file: str
    file_bytes: int


def train_values(
    folders: Annotated[list[str], argument("DIR", "Data sets of rivers, or of turns, as 'pokerzoo dataset' makes them.")],
    out: Annotated[Path, option("FILE", "Write the network here, an npz file.")],
    epochs: Annotated[int, option("N", "How often the network sees each situation.", min=1)] = 20,
    width: Annotated[int, option("N", "Numbers in each layer.", min=1)] = 32,
    passes: Annotated[int, option("N", "How often classes of hands are told of each other.", min=0)] = 3,
    batch_size: Annotated[int, option("N", "Situations of a gradient step.", min=1)] = 32,
    learning_rate: Annotated[float, option("X", "The largest learning rate.")] = 0.004,
    seed: Annotated[int, option("N", "Seed of the first weights and of the order of situations.", min=0)] = 0,
    device: Annotated[
        str,
        option(
            "NAME",
            "Where it trains: cpu, cuda, or auto: a GPU where there is one.",
            complete=completion.one_of("auto", "cpu", "cuda"),
        ),
    ] = "auto",
    checkpoint: Annotated[
        Path | None, option("FILE", "Written after each epoch; if it is there, training goes on from it.")
    ] = None,
    as_json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Train a value network for rivers or turns on solved situations, and say how far off it is on others.

    The last tenth of each data set is held out. The network is plain arrays: using it needs no torch, training does.
    docs/value_networks.md explains what it is told and how good it is.
    """
    import time

    from pokerzoo.agents import ValueNetwork
    from pokerzoo.agents.neural.device_networks import device_of_name
    from pokerzoo.agents.neural.value_training import (
        COLUMNS,
        ValueData,
        ValueOptions,
        ValueTraining,
        network_guess,
        value_errors,
    )
    from pokerzoo.agents.policies.files import check_writable
    from pokerzoo.evaluation import read_dataset

    options = ValueOptions(
        epochs=epochs, width=width, passes=passes, batch_size=batch_size, learning_rate=learning_rate, seed=seed
    )
    device = str(device_of_name(device))
    for path in (out, checkpoint):
        if path is not None:
            check_writable(path)
    seen, held_out = [], []
    for folder in folders:
        data = ValueData.from_files(read_dataset(folder, COLUMNS))
        cut = len(data) * (HELD_OUT - 1) // HELD_OUT
        if cut == 0:
            raise ValueError(f"{folder}: {len(data)} situations; at least 2 are needed, of which a tenth is held out")
        seen.append(data.part(slice(0, cut)))
        held_out.append(data.part(slice(cut, len(data))))
    learned, other = ValueData.joined(seen), ValueData.joined(held_out)
    start = time.perf_counter()

    def tell(training: ValueTraining) -> None:
        if not quiet and not as_json:
            say(f"epoch {training.epoch} of {epochs}: Huber loss {training.losses[-1]:.5f} of the pot")

    training = ValueTraining(learned, options, device).run(checkpoint, after=tell)
    seconds = time.perf_counter() - start
    network = training.network()
    errors = value_errors(other, network_guess(network))
    network.metadata |= {"held_out": len(other), "huber": errors.huber, "held": errors.held}
    unbet = ValueNetwork.untrained(layer_width=1, passes=0, public_cards=network.public_cards)
    result = ValueTrainingResult(
        rows=len(learned), held_out=len(other), data=training.digest, epochs=epochs, huber=errors.huber,
        huber_seen=value_errors(learned, network_guess(network)).huber,
        huber_unbet=value_errors(other, network_guess(unbet)).huber,
        held=errors.held, device=device, seconds=seconds, weights=sum(own.size for own in network.weights.values()),
        file=str(out), file_bytes=network.save(out),
    )  # fmt: skip
    if as_json:
        print_json(result)
    else:
        print_result(result)
    raise typer.Exit


def print_result(found: ValueTrainingResult) -> None:
    """Facts about the network."""
    spent = f"{duration_text(found.seconds)} on {found.device}"
    print_facts(
        console(),
        {
            "learned from": f"{found.rows:,} situations, {found.epochs} times, in {spent}",
            "Huber loss": f"{found.huber:.5f} of the pot on {found.held_out:,} held out, else {found.huber_seen:.5f}",
            "without bets": f"{found.huber_unbet:.5f} of the pot, if hands are worth what they are without bets",
            "mean error": f"{found.held:.5f} of the pot on those held out, of hands by how likely they are held",
            "network": f"{found.weights:,} weights in {size_text(found.file_bytes)}; data {found.data[:12]}",
            "file": file_text(found.file),
        },
    )
