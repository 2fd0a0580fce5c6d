// Cells of a range grid coloured by what each hand class loses, as /api/leaks/at tells it.
import { amountsLike, largestOf } from "../model/numbers.js";
import { gradient, sequential } from "../model/scales.js";
import { CLASS_NAMES } from "./hand_grid.js";

// The square root lets the smaller ones be seen.
export function leakPaint(classes) {
  const most = largestOf(classes);
  const [told, short] = [amountsLike(most), amountsLike(most, 2)];
  const chips = new Map(classes.map(one => [one.hand, one.chips]));
  const paint = at => {
    const lost = chips.get(CLASS_NAMES[at]) ?? 0;
    const { fill } = sequential(most > 0 ? Math.sqrt(lost / most) : 0);
    const text = lost === 0 || short(lost).startsWith("<") ? "0" : short(lost).replace(/^0/, "");
    return { parts: [{ colour: fill, share: 1 }], text, says: `loses ${told(lost)} chips a hand` };
  };
  return { paint, legend: { from: "loses 0", to: `${told(most)} chips`, background: gradient(sequential) } };
}
