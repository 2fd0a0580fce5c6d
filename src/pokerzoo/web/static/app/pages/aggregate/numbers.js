// A measure as people read it.
import { chips, DASH, percent } from "../../model/numbers.js";

export function written(measure, value) {
  if (measure.kind === "chips") return chips(value, { signed: measure.name.startsWith("net_") });
  if (measure.kind === "ratio") return value === null ? DASH : percent(value, 1);
  return measure.kind === "number" ? (value === null ? DASH : String(Number(value.toPrecision(6)))) : percent(value);
}

// With the standard error behind it, where there is one.
export function withError(measure, value, error) {
  if (error === null || error === undefined) return written(measure, value);
  return `${written(measure, value)} ±${written(measure, error).replace("+", "")}`;
}
