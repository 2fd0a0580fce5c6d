// Preact and htm in one place: `html` makes elements from template strings, without a build.
import { h, render, createContext, Fragment } from "../vendor/preact.js";
import htm from "../vendor/htm.js";

export { h, render, createContext, Fragment };
export * from "../vendor/preact-hooks.js";
export const html = htm.bind(h);
