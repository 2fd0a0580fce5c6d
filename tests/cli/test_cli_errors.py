"""Errors of the command line: one line on stderr, nothing on stdout, exit code 2, and no traceback."""

from __future__ import annotations

import inspect
import io
import json
import os
import re
import shlex
from pathlib import Path
from typing import Any

import click
import numpy as np
import pytest

from pokerzoo.agents import TabularPolicy
from pokerzoo.cli import main
from pokerzoo.cli.application import COMMANDS, app
from pokerzoo.cli.output import check_target
from pokerzoo.envs import list_games, make_game
from pokerzoo.envs.games.holdem import make_holdem

FILES = {
    "cut.toml": 'pot = 50\nboard = "2d\n',
    "key.toml": 'preset = "river"\nbord = "2d2s2c2h3d"',
    "kind.toml": 'preset = "river"\npot = "x"',
    "range.toml": 'preset = "river"\nranges = ["QQ,KQx", "AA"]',
    "nodes.toml": 'preset = "river"\nmax-nodes = 3',
}
NAMES = {
    "$RIVER": "--board AhJs7c7d2h --oop QQ,AKs --ip JJ,KK --pot 10 --stack 20 --bet 50%,a --remove b20",
    "$TURN": "--board QsJh2h8d --oop 22+ --ip 22+,AKs --bet a --raise a --pot 50 --stack 100",
    "$THREE": "--board QsJh2h8d3c --oop TT+,AKs --middle JJ+,AQ --ip 99+,KQs --pot 50 --stack 100",
    "$ROYAL": "blueprint --param deck=royal --iterations 1",
    "$LONG": "k" * 260,
    "$DEEP": "[" * 900 + "]" * 900,
}
"""Words of the table below."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Policy files, good and bad."""
    folder = tmp_path_factory.mktemp("files")
    TabularPolicy.uniform(make_game("kuhn")).save(folder / "kuhn.npz")
    TabularPolicy.uniform(make_game("kuhn", num_cards=4)).save(folder / "kuhn4.npz")
    TabularPolicy.uniform(make_game("leduc")).save(folder / "leduc.npz")
    TabularPolicy.uniform(make_game("rps")).save(folder / "rps.npz")
    whole = (folder / "kuhn.npz").read_bytes()
    (folder / "cut.npz").write_bytes(whole[: len(whole) // 2])
    (folder / "text.npz").write_text("hello")
    np.savez(folder / "foreign.npz", x=np.zeros(3))
    header = {"format": "pokerzoo policy", "format_version": 99, "pokerzoo_version": "9.0"}
    np.savez(folder / "future.npz", header=np.frombuffer(json.dumps(header).encode(), dtype=np.uint8))
    (folder / "directory").mkdir()
    spot = make_game("holdem", board="QsJh2h8d", ranges=("QQ+,AKs", "JJ+"), pot=100, stack=250, bet_sizes="60%", raise_cap=1)
    TabularPolicy.uniform(spot).save(folder / "turn.npz")
    for name, text in FILES.items():
        (folder / name).write_text(text)
    os.mkfifo(folder / "pipe")
    return folder


ERRORS = """
train khun :: GAME 'khun': no such game; allowed: bet_fold, bet_raise, fhp, holdem, kuhn,
train khun :: texas_holdem; did you mean 'kuhn'?
match random random --game khun :: --game 'khun': no such game; allowed: bet_fold, bet_raise, fhp
train kuhn --param num_card=2 :: num_cards; did you mean 'num_cards'?
train kuhn --param name=1 :: --param name=1: kuhn has no such parameter; allowed: num_players, num_cards
match random random --game kuhn --param hands=3 :: --param hands=3: kuhn has no such parameter
train kuhn --param num_cards :: must be NAME=VALUE
train rps --param payoffs=$DEEP :: ...: lists nested more than 50 deep
train kuhn --param num_cards=4 --param num_cards=5 :: given twice
train kuhn --variant cfr++ :: --variant 'cfr++': no such variant; allowed: cfr, cfr+, lcfr, dcfr
train kuhn --iterations many :: --iterations
train kuhn --until 0 :: --until 0: must be a finite number above 0
train kuhn --until 1% :: --until 1%: kuhn has no starting pot; give chips
train :: Missing argument 'GAME' (see pokerzoo train --help)
train kuhn --itterations 3 :: No such option '--itterations'. Did you mean '--iterations'? (see pokerzoo train --help)
trian kuhn :: No such command 'trian'. Did you mean 'train'? (see pokerzoo --help)
train kuhn --option precision=half --iterations 3 :: --option precision='half': CFR cannot do this
train kuhn --option threads=1025 :: --option threads=1025: must be
train kuhn --method mccfr --option sampling=extrnal :: 'chance'; did you mean 'external'?
train kuhn --method mccfr --variant dcfr :: --variant 'dcfr': MCCFR cannot do this: it takes cfr, cfr+, lcfr
train kuhn --method mccfr --option alternating=false :: --option 'alternating': MCCFR has no such option; allowed: s
train kuhn --method symmetric :: bet_fold
train kuhn --method reinforce :: 'reinforce' is not one of 'cfr', 'mccfr', 'symmetric', 'mmd', 'ppo', 'rnad'
train kuhn --method ppo --option hand=1 :: --option 'hand': PPO has no such option; allowed: hands, at_once,
train kuhn --method ppo --option hands :: --option 'hands': must be NAME=VALUE
train kuhn --method rnad --option eta=0 :: --option eta=0: must be
train kuhn --method mmd --variant cfr :: --variant cfr: not with --method mmd
train kuhn --method mmd --option step=2/log(t) :: --option step='2/log(t)': must be a number, or a number over sqrt(t)
train kuhn --method deep-cfr --param num_players=3 :: DeepCFR cannot do this: it is for two players
$ROYAL --option flop=few :: --option flop='few': must be 'exact' or a number of classes
$ROYAL --option hands=5 :: --option 'hands': Blueprint has no such option; allowed: bet_sizes
train texas_holdem --method ppo --until 1 :: --until: texas_holdem has too many infosets to list them
train texas_holdem --method ppo --out x.npz :: --out: texas_holdem has too many infosets to list them; --checkpoint keeps
train texas_holdem --method rnad :: --iterations or --seconds: is needed: texas_holdem has too many infosets
train bet_fold --method symmetric --variant dcfr :: SymmetricRegretMatching cannot do this: it samples games with cfr
train kuhn --log /no/such/place.jsonl :: /no/such: no such directory
train kuhn --log pipe --iterations 10 :: exists and is not a plain file
train kuhn --out missing/k.npz :: no such directory
train kuhn --out directory :: exists and is not a plain file
train kuhn --out pipe :: exists and is not a plain file
train kuhn --out $LONG.npz :: cannot be written
show nowhere.npz :: nowhere.npz: No such file or directory
show directory :: directory: Is a directory
show cut.npz :: cut.npz: damaged
show text.npz :: text.npz: not a pokerzoo policy file
show future.npz :: make it again
show kuhn :: 'kuhn': a game, not a policy file; pokerzoo train kuhn --out kuhn.npz writes one
evaluate holdem :: 'holdem': a game, not a policy file; pokerzoo solve --out spot.npz writes one
evaluate texas_holdem :: pokerzoo blueprint --out blueprint.npz writes a blueprint
show honest :: 'honest': a baseline, not a policy file; pokerzoo match plays baselines
show kuhn.npz --infoset A :: --infoset 'A': no key of kuhn(num_cards=3, num_players=2) starts so
show kuhn.npz --player 2 :: --player 2: kuhn(num_cards=3, num_players=2) has players 0 to 1
show kuhn.npz --at b :: --at: is for hold'em spots, not for kuhn
show kuhn.npz --at x --page p.html :: --at 'x': is for hold'em spots, not for kuhn
show turn.npz --at b61 :: --at 'b61': no 'b61' at the start; allowed: x, b60
show turn.npz --at xb60c/x :: --at 'xb60c/x': a card is due after 'xb60c', not 'x'; give one, as xb60c/2c
show turn.npz --at xx/x --page p.html :: --at 'xx/x': a card is due after 'xx', not 'x'; give one, as xx/2c
show turn.npz --at x --next-cards :: --at 'x': no card is due after 'x'; allowed: x, b60
show turn.npz --at x --all :: --at: cannot be combined with --infoset or --all
show turn.npz --hands --all :: --hands: cannot be combined with --infoset or --all
show turn.npz --hands --next-cards :: --hands: cannot be combined with --next-cards
show turn.npz --hands --page p.html :: --hands: cannot be combined with --page
show turn.npz --log x :: --log: needs --page
show turn.npz --player utg :: --player utg: holdem Qs Jh 2h 8d
show turn.npz --csv turn.npz :: --csv turn.npz: is FILE already
evaluate kuhn.npz --lbr 10 :: --lbr: for a blueprint of whole hands only
evaluate kuhn.npz --lbr :: Option '--lbr' requires an argument (see pokerzoo evaluate --help)
match kuhn.npz kuhn4.npz :: kuhn4.npz: for kuhn(num_cards=4, num_players=2), not for kuhn(num_cards=3
match kuhn.npz :: PLAYER: kuhn(num_cards=3, num_players=2) is for 2 players; 1 given
match kuhn.npz randm :: 'randm': no such baseline and no such file; baselines: random, always_call
match random honest :: which game? give --game GAME
match kuhn.npz random --param num_cards=3 :: --param: needs --game
match kuhn.npz random --played :: --played: needs --round-robin
match kuhn.npz random --round-robin --aivat :: --aivat: cannot be combined with --round-robin
match tight best --game texas_holdem :: 'best': no such player for texas_holdem, and no file; players: random
match tight loose --game leduc :: 'tight': plays a flop, a turn, a river or texas_holdem, not leduc
play kuhn.npz --seat 2 :: --seat 2: kuhn(num_cards=3, num_players=2) has seats 0 to 1
play leduc :: 'leduc': a game, not a player
play texas_holdem --param stack=30 :: is of another game; yours has stack 15 big blinds (blueprint: 100)
solve --preset 3bet :: '--preset': '3bet' is not one of 'river', 'river-100', 'full', 'full-pure', 'single-raised', '3-bet'
solve --preset river --board 2d2d2c2h3d :: --board '2d2d2c2h3d': at character 3, '2d': this card occurs twice
solve --preset river --ip AA,XX :: --ip 'AA,XX': at character 4, 'XX'
solve --preset river --pot 0 :: --pot 0: must be a finite number from 1e-06 to 1e+12
solve --preset river --stack much :: --stack 'much': must be a number
solve --preset river --bet foo/30% :: --bet 'foo': at character 1, 'foo': not a size
solve --preset river --param max_nodes=3 :: --param max_nodes=3: the betting tree has more public states; give fewer sizes or
solve --preset river --param max_nodes=3 :: sizes or a --param raise_cap
solve --preset river --param rake_cap=3 :: --param rake_cap=3: needs --param rake_rate
solve --preset river --remove b26 :: --remove 'b26': no 'b26' at the start; allowed: x, b25
solve --config nodes.toml :: nodes.toml: max_nodes = 3: the betting tree has more public states
solve --config none.toml :: none.toml: No such file or directory
solve --config cut.toml :: cut.toml: not a TOML file:
solve --config key.toml :: key.toml: bord = '2d2s2c2h3d': no such parameter; allowed: board, ranges, pot
solve --config kind.toml :: kind.toml: pot = 'x': must be a number
solve --config range.toml :: range.toml: ranges[0] = 'QQ,KQx': at character 4, 'KQx'
solve --preset river --until 0% :: --until 0%: must be a finite number above 0: chips (0.05), percent of the starting pot
solve --preset river --iterations 0 :: Invalid value for '--iterations': 0 is not in the range x>=1
solve --preset river --option variant=cfr++ :: allowed: cfr, cfr+, lcfr, dcfr
solve --preset river --precision low :: 'low' is not one of 'full', 'single', 'half'
solve --preset river --streets 2 :: Invalid value for '--streets': 2 is not in the range 0<=x<=1
solve --preset river --streets 1 :: --streets 1: must be 0 but of a flop, or of a turn with more than 32 hands in the ranges
solve --preset river --out missing/s.npz :: no such directory
solve --preset fhp --stack 5 :: --stack '5': no such parameter; allowed:
solve --preset fhp --middle AA :: --middle: fhp begins at the blinds
solve --preset ms1f3 --param blinds=1-2 :: --param blinds='1-2'
solve --preset preflop-20bb --raise 'flop: 50%' :: the flop has no betting in this game
solve --preset preflop-20bb --streets 1 :: --streets 1: must be 0
solve $TURN --option threads=0 :: --option threads=0: must be an integer from 1 to 1024
solve $TURN --option precision=best :: --option precision='best': must be one of 'auto', 'double', 'single', 'half'
solve $TURN --option precision=double :: --option precision='double': CFR cannot do this: this layout of holdem is in float32
solve $TURN --board QsJs2h8h --streets 1 --lock-at x 'AcKc: check 1' :: --streets 1: cannot be combined with
solve $TURN --streets 1 --lock-at xx/2c check :: --lock-at 'xx/2c'
solve $TURN --lock-at xx 'check 1' :: --lock-at 'xx': a card is due there; give one, as xx/2c
solve $TURN --lock-at xx/x 'check 1' :: --lock-at 'xx/x': a card is due after 'xx', not 'x'
solve $THREE --stack 3/4 :: --stack (3, 4): must be a number, or 3 numbers of chips
solve --preset river --stack 3/4/5 :: --stack (3, 4, 5): must be a number, or 2 numbers
solve $THREE --streets 1 :: --streets 1: must be 0 but of
solve $THREE --middle zz :: --middle 'zz': at character 1
solve $THREE --ip zz :: --ip 'zz': at character 1
solve $THREE --board QsJh2h :: must have four or five cards with three ranges
solve $RIVER --lock-at b5 'JJ,AA: fold 1' :: 'JJ,AA: fold 1': 'AA': the player cannot hold any of these at 'b5'
solve $RIVER --lock-at b5 'JJ:0.5: fold 1' :: 'JJ:0.5: fold 1': 'JJ:0.5': a hand is locked or not
solve $RIVER --lock-at b5 'JJ: bet 1' :: 'JJ: bet 1': 'bet': no such action there; allowed: fold, call, raise to 20
solve $RIVER --lock-at b5 'JJ: fold 0.5' :: {'fold': 0.5}: probabilities must not be negative and must sum to 1
solve $RIVER --lock-at b5 'JJ: fold' :: 'JJ: fold': 'fold' must be an action and its probability
solve $RIVER --lock-at b5 'JJ: fold x' :: 'JJ: fold x': 'x' is no probability
solve $RIVER --lock-at b5 'fold 0.5, f 0.5' :: 'fold 0.5, f 0.5': 'fold' occurs twice
solve $RIVER --lock-at b5 'JJ: fold 1; JJ: call 1' :: --lock-at 'b5': 'JJ: call 1': J
solve $RIVER --lock-at b5 ' ;' :: ' ;': nothing is locked
solve $RIVER --lock-at b9 'fold 1' :: --lock-at 'b9': no 'b9' at the start; allowed: x, b5
solve $RIVER --lock-at b5f 'fold 1' :: the hand is over there, no player acts
solve $RIVER --lock-at b20 'fold 1' :: is not played in this game: removed has 'b20'
solve --preset full --lock-at '' 'bet 1' :: 'bet 1': 'bet': which of bet 33, bet 75, bet 150,
solve --lock-at b5 :: Option '--lock-at' requires 2 arguments
tree --preset fhp :: 'fhp' is not one of 'river', 'river-100', 'full'
tree --board QsJh2h8d3c --oop AA :: --ip, --pot, --stack: missing; a spot needs --board, --oop, --ip, --pot and --stack, or
tree :: --board, --oop, --ip, --pot, --stack: missing; a spot needs
tree $TURN --bet 'turn: 5%' :: --bet {'turn': '5%'}: no sizes for the river
tree $TURN --bet 'turn: 5%; 5%' :: '5%' names no street; must be as 'flop: 33%; turn: 60%,a; river: 60%,a'
tree $TURN --bet 'turn: 5%; turn: 5%' :: --bet 'turn: 5%; turn: 5%': the turn occurs twice
tree $TURN --bet 'flop: 9%; turn: 5%; river: 5%' :: --bet (flop) '9%': the flop is over on a board of 4 cards
tree $TURN --bet 'turn: 5%; river: a/5' :: --bet (river) '5': at character 1, '5': a number needs a unit after it
tree $TURN --donk 'turn: 5; river: 5%' :: --donk (turn) '5': at character 1, '5'
equity AA :: HAND: 1 of them: must be a list of 2 to 10 hands or ranges
equity AA KX :: HAND 2 'KX': at character 1, 'KX': must be a hand
equity AA KK --dead 4x :: --dead '4x': at character 1
equity AA KK --method fast :: 'fast' is not one of 'auto', 'exact', 'sample'
equity random random random --method exact :: --method 'exact': there are too many deals to count; 'sample' draws some
preflop 2 --push-fold --stack 10,0.5 :: must be more than the 1 that the player posts
preflop 2 --push-fold --open 2x :: --open: must be left out with --push-fold
preflop 4 --push-fold --param max_callers=1 :: max_callers
preflop 2 --push-fold --param limps=all :: limps
preflop 3 --push-fold --stack 10,10 :: --stack '10,10': must be one number, or 3
preflop 2 --push-fold --param others=[5] :: only with payouts
preflop 2 --push-fold --param deck=royal :: with the standard deck
preflop 10 :: PLAYERS
preflop 3 --stack 10,20 :: --stack
preflop 3 --open 2y :: '2y'
preflop 3 --at x :: --at 'x': no 'x' at the start; allowed: f, r2.5
preflop 3 --param nothing=1 :: nothing
preflop 3 --until x :: --until
preflop 3 --seed 1 --seed 2 --checkpoint d :: --checkpoint
sweep :: CONFIG: is needed; --example prints one
sweep --ray flops.toml :: --ray 'flops.toml': must be auto, local, or an address as node1:6379
query directory :: holds no sweep
bench :: --learners: which?
games khun :: GAME 'khun': no such game
"""
"""A command and what is said of it, a line each."""


@pytest.mark.parametrize("line", ERRORS.strip().splitlines(), ids=lambda line: line[:60])
def test_errors_are_one_line_before_any_work(
    line: str, folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def run(*_: Any, **__: Any) -> None:
        pytest.fail("trained although the request is wrong")

    monkeypatch.chdir(folder)
    monkeypatch.setattr("pokerzoo.agents.CFR.run", run)
    monkeypatch.setattr("pokerzoo.kernels.warm_up_once", run)
    monkeypatch.setattr("sys.stdin", io.StringIO())
    command, _, message = line.partition(" ::")
    for name, words in NAMES.items():
        command = command.replace(name, words)
    assert main([*shlex.split(command), *["--json"] * (not command.endswith(("--lbr", "b5")))]) == 2
    out, error = capsys.readouterr()
    assert out == ""
    assert error.startswith("pokerzoo: error: ") and error.count("\n") == 1
    assert message.removeprefix(" ") in error


LONG = "x" * 20_000


@pytest.mark.parametrize(
    "command",
    [
        "x",
        "train kuhn --variant x",
        "train kuhn --param num_cards=x",
        "show x.npz",
        "show kuhn.npz --infoset x",
        "match random x --game kuhn",
        "equity x AA",
        "tree --preset river --bet x",
        "tree --preset river --oop x",
        "solve --preset river --lock-at x check",
        "query x --by x",
    ],
)
def test_an_error_quotes_the_beginning_of_a_long_text(
    command: str, folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(folder)
    assert main(re.sub(r"\bx\b", LONG, command).split()) == 2
    error = capsys.readouterr().err
    assert "x" * 30 in error and "x" * 100 not in error and len(error) < 700, f"{len(error)} characters: {error[:300]}"


def test_a_folder_that_cannot_be_written_is_found_before_training(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: Any, **__: Any) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(
        "pokerzoo.envs.support.atomic_files._new_part", refuse
    )  # the tests may run as root, who may write anywhere
    assert main(["train", "kuhn", "--out", str(folder / "new.npz")]) == 2
    assert "cannot be written: Permission denied" in capsys.readouterr().err


def test_bugs_ask_for_a_report(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(_: Any) -> None:
        raise RuntimeError("no\nluck")

    monkeypatch.setattr("pokerzoo.envs.descriptions.describe_game", broken)
    monkeypatch.delenv("POKERZOO_DEBUG", raising=False)
    assert main(["games"]) == 70
    out, error = capsys.readouterr()
    assert out == ""
    assert error.startswith("pokerzoo: error: RuntimeError: no luck (a bug: please report it")
    assert error.count("\n") == 1
    monkeypatch.setenv("POKERZOO_DEBUG", "1")
    assert main(["games"]) == 70
    assert "Traceback" in capsys.readouterr().err


def test_interrupts_outside_training(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(_: Any) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("pokerzoo.envs.descriptions.describe_game", interrupted)
    assert main(["games"]) == 130
    assert capsys.readouterr() == ("", "pokerzoo: interrupted\n")


def test_a_failed_write_at_the_end_leaves_the_old_file(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: Any) -> None:
        raise OSError(28, "No space left on device")

    before = (folder / "kuhn.npz").read_bytes()
    monkeypatch.setattr("os.fsync", full)
    assert main(["train", "kuhn", "--iterations", "2", "--out", str(folder / "kuhn.npz")]) == 2
    assert capsys.readouterr().err == f"pokerzoo: error: {folder / 'kuhn.npz'}: No space left on device\n"
    assert (folder / "kuhn.npz").read_bytes() == before


def test_target_is_tried_where_it_leads(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(tmp_path / "missing" / "k.npz")
    with pytest.raises(ValueError, match="no such directory"):
        check_target(str(tmp_path / "link"))
    assert check_target(str(tmp_path / "k.npz")) == tmp_path / "k.npz"
    assert [path.name for path in tmp_path.iterdir()] == ["link"]


QUICK = {
    "train": "kuhn --iterations 1 --quiet",
    "solve": "--preset river --iterations 1 --quiet",
    "tree": "--preset river",
    "equity": "AsKs QQ --board 2c3c4d",
    "show": "kuhn.npz",
    "evaluate": "kuhn.npz",
    "match": "kuhn.npz random --hands 4",
    "play": "kuhn.npz --hands 1",
}
"""Commands that take no time, for errors of their options."""
MANY = ("--import", "--samples")


@pytest.mark.parametrize("command", QUICK)
def test_errors_name_options_as_they_are_typed(
    command: str, folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each option with a value that hardly any takes: no ``max_nodes=``, and no parameter of Python's anywhere."""
    context = click.Context(app)
    commands = [app.get_command(context, entry.name) for entry in COMMANDS]
    own = app.get_command(context, command)
    assert own is not None
    options = [one for one in own.params if isinstance(one, click.Option) and not one.is_flag]
    internal = {str(one.name) for each in commands if each is not None for one in each.params}
    internal |= set(inspect.signature(make_holdem).parameters)
    internal = {name for name in internal if "_" in name} - {*list_games()}
    assert {"until_width", "bet_sizes"} <= internal
    monkeypatch.chdir(folder)
    wrong = 0
    for option in options:
        flag = next(name for name in option.opts if name.startswith("--"))
        if flag in MANY:
            continue
        monkeypatch.setattr("sys.stdin", io.StringIO())
        words = ["?/?", "x"] if option.nargs == 2 else ["?/?"]
        code = main([command, *QUICK[command].split(), flag, *words])
        error = capsys.readouterr().err
        if code == 0:
            continue
        wrong += 1
        assert code == 2, error
        told = re.sub(r"'[^']*'|\w+\([^)]*\)", "", error)  # values, and games with their parameters
        assert not internal & set(re.findall(r"\w+", told)), error
        assert not re.search(r"\b(?!NAME)\w+=", told), error
        assert flag in error or "?/?" in error or "needs --" in error, error
    assert wrong >= 0.6 * len(options) - len(MANY)
