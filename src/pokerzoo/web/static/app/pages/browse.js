// Browse a solved spot: the way to a node, both ranges, hands, cards to come, two nodes side by side; lock and solve again.
import { forget, useGet } from "../api.js";
import { html, useCallback, useEffect, useMemo, useState } from "../html.js";
import { inUnits, spotIn } from "../model/evs.js";
import { LabelDialog, Trust, isFlopAlone, useMeasured } from "../ui/solution.js";
import { setupQuery } from "../model/setup.js";
import { useStored } from "../model/stored.js";
import { Link, navigate, setQuery } from "../route.js";
import { memo } from "../ui/memo.js";
import { Dialog, Loading, Notice, useTitle } from "../ui/parts.js";
import { useShortcuts } from "../ui/keys.js";
import { VIEWS } from "./browse/cells.js";
import { parentOf, pathOf, prefetch, useSpot } from "./browse/data.js";
import { useDraft } from "./browse/lock.js";
import { Node } from "./browse/node.js";
import { Steps } from "./browse/steps.js";
import { Leaks } from "./leaks/leaks.js";
import { ofPolicy } from "./leaks/node.js";

export default function Browse({ parts, query }) {
  const [id] = parts;
  const { data, error, reload } = useGet(`/policies/${encodeURIComponent(id)}`);
  const info = data?.id === id ? data : null;
  if (!info) return html`<h1 class="sr-only">Browse</h1><${Loading} error=${error} />`;
  if (info.kind !== "spot")
    return html`<h1>Browse</h1><${Notice} kind="bad">This policy is of a game that is no hold'em spot: see it under <${Link} to=${`/games/${info.game}/${id}`}>Learn<//>.<//>`;
  if (query.leaks === "1")
    return html`<div class="stack"><${Title} info=${info} leaks=${true} onChange=${reload} /><${Leaks} key=${id} source=${ofPolicy(id)} query=${query} /></div>`;
  return html`<${Spot} key=${id} info=${info} query=${query} onChange=${reload} />`;
}

// The title of a spot, how far it can be trusted, and its tabs.
function Title({ info, leaks, onChange, children }) {
  const [labels, setLabels] = useState(false);
  const { known, ask } = useMeasured(useMemo(() => [info], [info]));
  const path = `/browse/${encodeURIComponent(info.id)}`;
  return html`<div class="row between">
    <div class="row"><h1>${info.title}</h1>
      <nav class="choice" aria-label="What to look at">
        <${Link} class="button small" to=${path} aria-current=${leaks ? undefined : "true"}>Strategy<//>
        <${Link} class="button small" to=${path} query=${{ leaks: 1 }} aria-current=${leaks ? "true" : undefined}>Leaks<//>
      </nav>
      <${Trust} measured=${known(info)} onMeasure=${ask(info)} solve=${info.source === "solve" ? info.id : null} />
    </div>
    <div class="row">${children}<button type="button" class="button quiet small" onClick=${() => setLabels(true)}>Name and note</button></div>
    ${info.note && html`<p class="note small">${info.note}</p>`}
    ${labels && html`<${LabelDialog} policy=${info} onClose=${() => setLabels(false)} onDone=${() => (setLabels(false), onChange())} />`}
  </div>`;
}

const FlopAlone = ({ params }) =>
  html`The flop alone is solved. A turn is solved when you open it. <${Link} to="/setup" query=${setupQuery("holdem", params)}>Solve it in full<//>`;

// Drawn when a node has come, not when it is asked for.
const [Way, Shown] = [memo(Steps), memo(Node)];

function Spot({ info, query: address, onChange }) {
  useTitle(info.title);
  const policy = info.id;
  const path = `/browse/${encodeURIComponent(policy)}`;
  const line = address.line ?? "";
  const query = useMemo(() => ({ ...address, line: undefined }), [JSON.stringify({ ...address, line: null })]);
  useEffect(() => () => forget(pathOf(policy) + "/"), [policy]); // a solve that goes on may put another one in its place
  const spot = useGet(`${pathOf(policy)}/hands`);
  const { data, error, loading } = useSpot(policy, "node", line);
  const evs = useMemo(() => spotIn(spot.data, query), [spot.data, query.ev, query.unit, query.bb]);
  const node = useMemo(() => inUnits(data, evs), [data, evs]);
  const [help, setHelp] = useState(false);
  const draft = useDraft(policy);
  const to = useMemo(() => {
    const keep = { ...query, withline: undefined, page: undefined };
    return { path, query: next => ({ ...keep, line: next }) };
  }, [path, query]);
  const go = useCallback(next => navigate(path, to.query(next)), [path, to]);
  useEffect(() => {
    if (node && node.line !== line && !loading && !error) setQuery({ line: node.line }, { replace: true });
    if (!node || loading) return undefined;
    const wait = setTimeout(() => prefetch(policy, node), 120);
    return () => clearTimeout(wait);
  }, [node, loading]);
  const place = useMemo(
    () => ({ policy, info, spot: evs, node, query, to, go, draft }),
    [info, evs, node, query, to, go, draft],
  );
  const sibling = step => {
    const above = node?.steps[node.steps.length - 2];
    if (!above || above.chosen === null) return;
    const next = above.actions[above.chosen + step];
    if (next) go(next.line);
  };
  const views = VIEWS.map(([name]) => name);
  const [on, turn] = useStored("shortcuts", true);
  const digits = (node?.action_totals ?? []).slice(0, 9).map((action, k) => [String(k + 1), () => go(action.line)]);
  useShortcuts({ "?": () => setHelp(true) });
  useShortcuts(
    {
      Backspace: () => node && parentOf(node) !== null && go(parentOf(node)),
      "[": () => sibling(-1),
      "]": () => sibling(1),
      v: () => setQuery({ view: views[(views.indexOf(query.view ?? "strategy") + 1) % views.length] }, { replace: true }),
      ...Object.fromEntries(digits),
    },
    on,
  );
  return html`<div class="browse stack">
    <${Title} info=${info} onChange=${onChange}><span class="muted small">${isFlopAlone(info) ? html`<${FlopAlone} params=${info.params} />` : spot.data && !spot.data.has_values ? "EVs before the river are not in this file" : ""}</span><button type="button" class="button quiet small" onClick=${() => setHelp(true)}>Keys and help</button><//>
    ${error && html`<${Notice} kind="bad">${error.message} <${Link} to=${path}>To the start<//><//>`} ${spot.error && html`<${Notice} kind="bad">${spot.error.message}<//>`}
    ${
      node && spot.data
        ? html`<${Way} spot=${evs} params=${info.params} node=${node} to=${to} go=${go} draft=${draft} />
          <p class="sr-only" role="status">${node.words}</p>
          <div class="stack" aria-busy=${loading ? "true" : "false"}><${Shown} place=${place} /></div>`
        : !error && !spot.error && html`<${Loading} />`
    }
    ${help && html`<${Help} onClose=${() => setHelp(false)} on=${on} turn=${turn} />`}
  </div>`;
}

// The dialog that lists the page's shortcuts. They can be turned off: single letters get in the way of some tools.
const LIST = [
  ["Arrow keys", "another cell of the grid"],
  ["1 … 9", "take the first, second, … action"],
  ["Backspace", "one step back"],
  ["[ and ]", "the action before or after in place of the last one"],
  ["v", "colour the grid by the next number"],
  ["?", "this list"],
];
const Help = ({ onClose, on, turn }) =>
  html`<${Dialog} title="Keys, and what the grids show" onClose=${onClose}>
    <dl class="facts">${LIST.map(([keys, what]) => html`<dt key=${keys}><kbd>${keys}</kbd></dt><dd>${what}</dd>`)}</dl>
    <label class="row"><input type="checkbox" checked=${on} onChange=${event => turn(event.target.checked)} /> Shortcuts of a single key</label>
    <p>A cell is filled as high as the share of its combos that the player has here, and split by what they do with them. EVs are told from here on: what a player gets from this node on, so that a fold is worth 0. “Net” is the same less what the player has put in so far, the player's part of the starting pot included. EV lost is what the strategy gives up against the best action here.</p>
  <//>`;
