// Numbers as people read them. NaN comes as null: a dash.

export const DASH = "–";
const missing = value => value === null || value === undefined || Number.isNaN(value);

export const percent = (share, digits = 1) => (missing(share) ? DASH : `${(100 * share).toFixed(digits)}%`);

// Chips: two digits after the point, signed if asked; minus zero is zero.
export function chips(amount, { signed = false, digits = 2 } = {}) {
  if (missing(amount)) return DASH;
  const text = Math.abs(amount).toFixed(digits);
  if (Number(text) === 0) return text;
  return (amount < 0 ? "−" : signed ? "+" : "") + text;
}

// A distance from an equilibrium: three significant digits, never "0.000" for what is not nought.
export function distance(amount) {
  if (missing(amount)) return DASH;
  if (amount === 0) return "0";
  return Math.abs(amount) < 1e-6 ? amount.toExponential(2) : Number(amount.toPrecision(3)).toString();
}

const GROUPED = new Intl.NumberFormat("en-US"); // made once: to make one takes longer than to write a number

// Chips as they are bet: no digit that is not needed, two after the point at most.
export function bet(amount, { signed = false } = {}) {
  if (missing(amount)) return DASH;
  const size = Number(Math.abs(amount).toFixed(2));
  return (size === 0 ? "" : amount < 0 ? "−" : signed ? "+" : "") + GROUPED.format(size);
}

export const combos = (number, digits = 1) => (missing(number) ? DASH : number.toFixed(digits));

export const count = number => (missing(number) ? DASH : GROUPED.format(Math.round(number)));

// "1 spot", "2 spots".
export const counted = (number, noun) => `${count(number)} ${noun}${number === 1 ? "" : "s"}`;

export function bytes(size) {
  for (const [name, unit] of Object.entries({ GB: 1e9, MB: 1e6, kB: 1e3 }))
    if (size >= unit) return `${(size / unit).toPrecision(3)} ${name}`;
  return `${size} bytes`;
}

export function seconds(time) {
  if (missing(time)) return DASH;
  if (time < 1) return `${Math.round(1000 * time)} ms`;
  if (time < 90) return `${time.toPrecision(2)} s`;
  return time < 5400 ? `${Math.round(time / 60)} min` : `${(time / 3600).toPrecision(2)} h`;
}

// A moment, in seconds since 1970.
const DATE = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeStyle: "short" });
export const when = moment => DATE.format(new Date(1000 * moment));

// Its day alone: "27 Nov 2026".
const DAY = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium" });
export const day = moment => DAY.format(new Date(1000 * moment));

// Amounts side by side, as people compare them: all have as many digits as the largest needs.
export function amountsLike(largest, significant = 3) {
  const digits = Math.min(8, Math.max(significant - 1, significant - 1 - Math.floor(Math.log10(largest > 0 ? largest : 1))));
  const least = 10 ** -digits;
  return amount =>
    amount === null ? "" : amount > 0 && amount < least / 2 ? `<${least.toFixed(digits)}` : amount.toFixed(digits);
}

export const largestOf = rows => rows.reduce((most, row) => Math.max(most, row.chips), 0);

export const capital = text => text.charAt(0).toUpperCase() + text.slice(1);

// What an action is, by its name, "bet 25" or "check"; "other" in games that are not poker.
export function kindOf(name) {
  const word = name.split(" ")[0].toLowerCase();
  return { fold: "fold", check: "call", call: "call", bet: "bet", raise: "bet" }[word] ?? "other";
}

// What the players of a spot are called, in the order in which they act.
export const SEATS = ["OOP", "IP"];
