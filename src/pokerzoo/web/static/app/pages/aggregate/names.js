// What a group is called: boards as cards, all else as it is.
import { cardsIn } from "../../model/cards.js";
import { html } from "../../html.js";
import { Cards } from "../../ui/parts.js";

export const nameOf = group => group.group.map(value => String(value)).join(" · ");

export const Value = ({ name, value }) =>
  name === "board" && typeof value === "string"
    ? html`<${Cards} names=${cardsIn(value)} />`
    : value === null
      ? "none"
      : String(value);

export const GroupName = ({ report, group }) =>
  report.by.map(
    (name, k) =>
      html`<span key=${name} class="agg-name">${k > 0 ? " · " : ""}<${Value} name=${name} value=${group.group[k]} /></span>`,
  );
