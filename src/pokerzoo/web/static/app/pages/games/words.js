// Names, colours and numbers of a small game's infosets and actions, the same in trees, tables and sentences.
import { bet, chips, distance, kindOf, percent } from "../../model/numbers.js";

const CYCLE = ["--fold", "--call", "--bet", "--warn", "--accent", "--muted"];

// The colour of an action as a CSS value: as everywhere for poker's, by its place for others.
export function colourOf(action, place) {
  const kind = kindOf(action);
  return `var(${kind === "other" ? CYCLE[place % CYCLE.length] : "--" + kind})`;
}

export const playerName = player => `Player ${player}`;
const PLAYERS = ["accent", "warn", "good", "bad"];
// The colours of a player, as variables of a style.
export function playerColours(player) {
  const name = PLAYERS[player % PLAYERS.length];
  return { "--who": `var(--${name})`, "--who-soft": `var(--${name}-soft)` };
}

// An infoset for people: "Q after a check and a bet", "K at the start", "player 1" where nothing is dealt.
export function placeOf(infoset) {
  if (!infoset.hand) return infoset.when || playerName(infoset.player);
  const hand = /^\d+$/.test(infoset.hand) ? `card ${infoset.hand}` : infoset.hand;
  return infoset.when ? `${hand} ${infoset.when}` : hand;
}

export const share = value => percent(value, 1);
// How often: what is rare, but not impossible, is not told as 0.
export const often = value => (value > 0 && value < 5e-4 ? "<0.1%" : share(value));
export const expectations = values =>
  values.every(value => Math.abs(value - values[0]) < 1e-12)
    ? `Every player expects ${worth(values[0])}`
    : values.map((value, k) => `${k ? "player" : "Player"} ${k} expects ${worth(value)}`).join(", ");
const digits = value => (Math.abs(value) < 0.01 && Math.abs(value) >= 5e-6 ? 5 : 3);
export const regret = value => chips(value, { signed: true, digits: digits(value) });
export const worth = value => chips(value, { signed: true, digits: 3 });
// Net chips at the end.
export const won = amount => bet(amount, { signed: true });
export const far = distance;

// What a decision loses, on the tree: the larger the mark, the larger the loss beside the largest on the tree.
export const leakSize = (leaks, infoset) => (leaks?.[infoset] > 1e-9 ? Math.sqrt(leaks[infoset] / Math.max(...leaks)) : 0);
export const leakTold = (leaks, infoset) => (leaks?.[infoset] > 1e-9 ? `; loses ${far(leaks[infoset])} chips a hand` : "");

// "fold 33.3%, call 66.7%"
export const mix = (infoset, shares) => infoset.actions.map((action, k) => `${action} ${share(shares[k])}`).join(", ");

// The query that the server takes for the parts of the page's address that say how CFR learns.
const DRAWS = {
  deal: { chance: "sample" },
  chance: { sampling: "chance" },
  external: { sampling: "external" },
  outcome: { sampling: "outcome" },
};
export const lessonOf = (query, variant) => ({
  params: query.params,
  variant,
  alternating: query.turns === "together" ? false : query.turns === "turn" ? true : undefined,
  seed: query.seed,
  iteration: query.iteration ?? 0,
  ...DRAWS[query.draw],
});
