// What is played at a decision, as a bar and in words.
import { html } from "../../html.js";
import { Card } from "../../ui/parts.js";

const written = (share, digits) => `${(100 * share).toFixed(digits).replace(/\.0$/, "")}%`;

// A strategy in words, the likeliest first: "bet 25 60%, check 40%"; one action alone has no number.
export function inWords(strategy, digits = 0) {
  const played = strategy.filter(([, share]) => share >= 0.5 * 10 ** (-2 - digits)).sort((one, other) => other[1] - one[1]);
  return played.length === 1 ? played[0][0] : played.map(([name, share]) => `${name} ${written(share, digits)}`).join(", ");
}

export function Bar({ strategy, colours }) {
  return html`<span class="leak-bar" aria-hidden="true">${strategy.map(([name, share], k) => share > 0 && html`<span key=${name} style=${{ width: `${100 * share}%`, background: colours[k] }} />`)}</span>`;
}

export function Plays({ strategy, colours, digits }) {
  return html`<span class="leak-plays"><${Bar} strategy=${strategy} colours=${colours} /><span>${inWords(strategy, digits)}</span></span>`;
}

// A hand: hold'em's and Leduc's cards in the colours of their suits, anything else as it is.
export function Hand({ name }) {
  const cards = /^(?:[2-9TJQKA][shdc])+$/.test(name ?? "") ? name.match(/../g) : null;
  return cards ? cards.map(card => html`<${Card} key=${card} name=${card} />`) : html`<span class="mono">${name}</span>`;
}
