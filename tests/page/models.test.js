// The page's modules that need no browser, by node's own test runner: `npm test`.
import assert from "node:assert/strict";
import { test } from "node:test";

const app = "../../src/pokerzoo/web/static/app";
const { CLASSES, cardsIn, streetsOf } = await import(`${app}/model/cards.js`);
const numbers = await import(`${app}/model/numbers.js`);

const { contrast, extent, inkOn, sequential } = await import(`${app}/model/scales.js`);
const { unitOf, secondsLeft } = await import(`${app}/model/exploitability.js`);
const { childrenOf, place } = await import(`${app}/model/layout.js`);

test("each of the 1,326 combos is in one of 169 classes", () => {
  assert.equal(CLASSES.length, 169);
  const combos = CLASSES.flatMap(one => one.combos.map(combo => combo.number));
  assert.deepEqual(
    combos.toSorted((a, b) => a - b),
    Array.from({ length: 1326 }, (_, number) => number),
  );
  assert.deepEqual(
    ["AA", "AKs", "AKo"].map(name => CLASSES.find(one => one.name === name).combos.length),
    [6, 4, 12],
  );
});

test("cards are read in any case, whatever stands between them", () => {
  assert.deepEqual(cardsIn("qS, tsXX5D"), ["Qs", "Ts", "5d"]);
  assert.deepEqual(streetsOf(["Qs", "Ts", "5d", "2c"]), ["turn", "river"]);
  assert.equal(streetsOf(["Qs"]), null);
});

test("numbers are written as people read them", () => {
  assert.equal(numbers.chips(-1.005), "−1.00");
  assert.equal(numbers.chips(-0.001), "0.00");
  assert.equal(numbers.chips(2, { signed: true }), "+2.00");
  assert.equal(numbers.chips(null), numbers.DASH);
  assert.equal(numbers.bet(1234.5), "1,234.5");
  assert.equal(numbers.distance(0.000123456), "0.000123");
  assert.equal(numbers.percent(0.1234), "12.3%");
  assert.equal(numbers.bytes(2_500_000), "2.50 MB");
  assert.equal(numbers.seconds(0.25), "250 ms");
  assert.equal(numbers.counted(1, "spot"), "1 spot");
  assert.equal(numbers.counted(1755, "flop"), "1,755 flops");
});

test("amounts side by side have as many digits as the largest needs", () => {
  const text = numbers.amountsLike(0.0123);
  assert.equal(text(0.0123), "0.0123");
  assert.equal(text(0.00001), "<0.0001");
  assert.equal(text(null), "");
});

test("ink on a scale's colours can be read", () => {
  for (let share = 0; share <= 1; share += 0.05) {
    const { fill, ink } = sequential(share);
    assert.ok(contrast(fill, ink) >= 4.5, `${share}: ${fill} ${ink}`);
  }
  assert.equal(inkOn(["#000000", "#ffffff"]), null);
  assert.deepEqual(extent([3, null, 1]), [1, 3]);
  assert.deepEqual(extent([2, 2]), [1.5, 2.5]);
});

test("exploitability is told in the unit of its game", () => {
  assert.deepEqual(unitOf({ exploitability: 0.5, exploitability_pot_percent: 1, big_blind: null }), { factor: 2, unit: "%" });
  assert.deepEqual(unitOf({ exploitability: 0.5, exploitability_pot_percent: null, big_blind: 2 }), {
    factor: 500,
    unit: " mbb",
  });
});

test("the time left follows the slope of the curve", () => {
  // Exploitability is 1/t and an iteration takes a second: 0.01 is reached after 100; sooner where fewer are asked for.
  const curve = Array.from({ length: 50 }, (_, k) => [k + 1, k + 1, 1 / (k + 1)]);
  const solve = { curve, target: 0.01, iterations: 50, seconds: 50, max_iterations: null };
  const near = (left, wanted) => assert.ok(Math.abs(left - wanted) < 1e-6, `${left}, not ${wanted}`);
  near(secondsLeft(solve), 50);
  near(secondsLeft({ ...solve, max_iterations: 60 }), 10);
  near(secondsLeft({ ...solve, target: null, max_iterations: 75 }), 25);
  assert.equal(secondsLeft({ ...solve, curve: curve.slice(0, 1), iterations: 1, seconds: 1 }), null);
});

test("a node of a tree stands in the middle of what is below it", () => {
  const nodes = [{ parent: null }, { parent: 0 }, { parent: 0 }, { parent: 2 }];
  const below = childrenOf(nodes);
  const { at, width, height } = place(nodes, below, { wide: () => 10, tall: () => 10, gap: 5, row: 20 });
  assert.equal(at.get(0).y, (at.get(1).y + at.get(2).y) / 2);
  assert.deepEqual([width, height], [40, 40]);
  assert.deepEqual(childrenOf(nodes, number => number === 2)[0], [1]);
});
