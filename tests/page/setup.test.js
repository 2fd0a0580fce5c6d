// The model of a set-up: addresses, sizes in all their forms, what is sent.
import assert from "node:assert/strict";
import { test } from "node:test";

const setup = await import("../../src/pokerzoo/web/static/app/model/setup.js");
const { START, addressParams, readSetup, writeSetup, sizeCells, sizesOf, sentParams, streetsFor, nameOf, ofHand } = setup;

const INFOS = [
  { name: "pot", default: 50, label: "Pot" },
  { name: "stack", default: 100, label: "Stack behind" },
  { name: "bet_sizes", default: "50%", label: "Bets" },
];

test("an address holds what is not the default, and comes back as it was", () => {
  assert.deepEqual(readSetup({}).params, { ...START, ranges: readSetup({}).params.ranges });
  const draft = {
    game: "holdem",
    params: { board: "Ks7d2c", ranges: ["AA", "KK"], pot: "50", stack: "90" },
    solving: { until: "1%" },
  };
  const query = writeSetup(draft, INFOS);
  assert.deepEqual(JSON.parse(query.params), { board: "Ks7d2c", ranges: ["AA", "KK"], stack: "90" });
  assert.equal(query.until, "1%");
  assert.equal(readSetup(query).params.stack, "90");
  assert.deepEqual(
    ["50", "60"].map(pot => addressParams({ pot, stack: undefined }, INFOS)),
    [null, '{"pot":"60"}'],
  );
  assert.equal(readSetup(query).solving.until, "1%");
  assert.deepEqual(readSetup({ params: '{"board":"Ks7d2c"}' }).params.ranges, readSetup({}).params.ranges);
  assert.equal(readSetup({ game: "fhp" }).solving.until, "5 mbb");
  assert.deepEqual(readSetup({ params: "{" }).params.ranges, readSetup({}).params.ranges);
});

test("sizes are cells by street and player, whatever their form", () => {
  const streets = ["flop", "turn", "river"];
  assert.deepEqual(sizeCells("bet_sizes", "50%", streets).cells.turn, ["50%", "50%"]);
  assert.deepEqual(sizeCells("bet_sizes", "flop: 33%; river: a", streets).cells.turn, ["a", "a"]); // as the next that is told
  const apart = sizeCells("raise_sizes", { flop: ["a", "2x"], turn: "3x", river: "" }, streets);
  assert.deepEqual(
    [apart.byPlayer, apart.cells.flop, apart.cells.turn, apart.cells.river],
    [true, ["a", "2x"], ["3x", "3x"], ["", ""]],
  );
  assert.deepEqual(sizesOf("raise_sizes", apart.cells, true).flop, ["a", "2x"]);
  assert.equal(sizesOf("bet_sizes", { flop: ["a", "a"], turn: ["a", "a"] }, false), "a");
  assert.deepEqual(sizeCells("bet_sizes", ["50%", ""], streets).cells.river, ["50%", ""]);
  assert.deepEqual(sizeCells("donk_sizes", { turn: null, river: "" }, ["turn", "river"]).cells, {
    turn: ["", ""],
    river: ["none", "none"],
  });
});

test("only the streets that are bet are sent", () => {
  assert.deepEqual(streetsFor("bet_sizes", ["preflop", "flop"]), ["flop"]);
  assert.deepEqual(streetsFor("donk_sizes", ["turn", "river"]), ["river"]);
  const sent = sentParams("holdem", { board: "QsJh2h8d", bet_sizes: START.bet_sizes, donk_sizes: "25%" }, ["turn", "river"]);
  assert.deepEqual([sent.bet_sizes, sent.donk_sizes], [{ turn: "66%", river: "a" }, "25%"]);
  assert.equal("bet_sizes" in sentParams("preflop_holdem", { bet_sizes: "75%" }, ["preflop"]), false);
});

test("faults are named as people call them", () => {
  assert.equal(nameOf("bet_sizes.turn.1", INFOS, ["OOP", "IP"]), "IP: Bets, turn");
  assert.equal(nameOf("ranges.0", INFOS, ["OOP", "IP"]), "OOP's range");
  assert.equal(nameOf("pot", INFOS, ["OOP", "IP"]), "Pot");
});

test("a hand's spot keeps the page's ranges and sizes", () => {
  const query = ofHand(
    writeSetup({ game: "holdem", params: { board: "Ks7d2c", ranges: ["AA", "KK"], bet_sizes: "33%", removed: ["x"] } }),
    {
      board: "AhJs7c7d",
      pot: 18,
      stack: 91,
      bet_sizes: "9c",
      rake_cap: null,
    },
  );
  assert.deepEqual(JSON.parse(query.params), { board: "AhJs7c7d", ranges: ["AA", "KK"], bet_sizes: "33%", pot: 18, stack: 91 });
});
