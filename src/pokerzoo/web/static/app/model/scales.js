// Colour scales whose steps look alike: lightness goes evenly (OKLCH). A colour is {fill, ink}: ink is what can be read on it.
const clamp = (value, low, high) => Math.min(high, Math.max(low, value));
const SAME = 0.179; // on this luminance black and white have the same contrast, 4.58 to 1

function oklch(lightness, chroma, hue) {
  const [a, b] = [chroma * Math.cos((hue * Math.PI) / 180), chroma * Math.sin((hue * Math.PI) / 180)];
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const rgb = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ].map(part => clamp(part, 0, 1));
  const fill = `rgb(${rgb.map(part => Math.round(255 * (part <= 0.0031308 ? 12.92 * part : 1.055 * part ** (1 / 2.4) - 0.055))).join(" ")})`;
  return { fill, ink: 0.2126 * rgb[0] + 0.7152 * rgb[1] + 0.0722 * rgb[2] > SAME ? "#000000" : "#ffffff" };
}

// 0 is dark violet, 1 is light yellow.
export function sequential(share) {
  const t = clamp(share, 0, 1);
  return oklch(0.36 + 0.55 * t, 0.11 + 0.03 * Math.sin(Math.PI * t), 285 - 185 * t);
}

// -1 is blue, 1 is orange, 0 is the page's own grey.
export function diverging(share) {
  const t = clamp(share, -1, 1);
  const dark = document.documentElement.dataset.theme === "dark";
  const size = Math.abs(t) ** 0.8;
  return oklch(dark ? 0.3 + 0.44 * size : 0.95 - 0.32 * size, 0.005 + 0.15 * size, t < 0 ? 250 : 50);
}

// Contrast of two colours, 1 to 21, as WCAG has it. Colours are "#rrggbb" or "rgb(r g b)".
export function contrast(one, two) {
  const [dark, light] = [luminance(one), luminance(two)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

const READABLE = 4.5;

// Black or white, whichever can be read on all of these colours; null where neither can.
export const inkOn = colours =>
  ["#000000", "#ffffff"].find(ink => colours.every(colour => contrast(ink, colour) >= READABLE)) ?? null;

function luminance(colour) {
  const parts = colour.startsWith("#")
    ? [1, 3, 5].map(at => parseInt(colour.slice(at, at + 2), 16))
    : colour.match(/[\d.]+/g).map(Number);
  const [r, g, b] = parts.map(part => (part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

// The ends of a scale for numbers: [lowest, highest], never the same.
export function extent(values) {
  let low = Infinity,
    high = -Infinity;
  for (const value of values) {
    if (value === null || value === undefined) continue;
    low = Math.min(low, value);
    high = Math.max(high, value);
  }
  if (low > high) return [0, 1];
  return low === high ? [low - 0.5, high + 0.5] : [low, high];
}

export const gradient = (scale, from = 0) =>
  `linear-gradient(to right, ${Array.from({ length: 9 }, (_, k) => scale(from + ((1 - from) * k) / 8).fill).join(", ")})`;
