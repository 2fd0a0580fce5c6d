// Browse a solved spot: the way to a node, both ranges, hands, cards to come, two nodes side by side; lock and solve again.
import { useGet } from "../api.js";
import { html, useCallback, useEffect, useMemo, useRef, useState } from "../html.js";
import { href, Link, navigate, setQuery } from "../route.js";
import { memo } from "../ui/memo.js";
import { Loading, Notice } from "../ui/parts.js";
import { useTitle } from "../ui/title.js";
import { addressOf } from "../setup_address.js";
import { isFlopAlone, Trust } from "../ui/trust.js";
import { forget, parentOf, prefetch, useSpot } from "../browse/data.js";
import { readEvs, withEvs } from "../browse/evs.js";
import { useDraft } from "../browse/draft.js";
import { Node } from "../browse/node.js";
import { Help, useShortcuts } from "../browse/keys.js";
import { Steps } from "../browse/steps.js";
import { VIEWS } from "../browse/cells.js";
import { useMeasured } from "./library/measuring.js";
import { inWords } from "./library/row.js";

export default function Browse({ parts, query }) {
  const { data: policies, error, reload } = useGet("/policies");
  const missing = policies !== null && parts.length > 0 && !policies.some((one) => one.id === parts[0]);
  const old = useRef({}); // the list in which it was missing: it may have been solved since
  useEffect(() => {
    if (!missing || old.current.id === parts[0]) return;
    old.current = { id: parts[0], policies };
    reload();
  }, [missing, parts[0]]);
  const spots = useMemo(() => policies?.filter((one) => one.kind === "spot"), [policies]);
  if (error || !policies) return html`<h1 class="sr-only">Browse</h1><${Loading} error=${error} />`;
  if (!parts.length) return html`<${Choose} spots=${spots} />`;
  if (missing && (old.current.id !== parts[0] || old.current.policies === policies)) return html`<h1 class="sr-only">Browse</h1><${Loading} />`;
  const info = spots.find((one) => one.id === parts[0]);
  if (!info) {
    return html`<div class="stack"><h1>Browse</h1>
      <${Notice} kind="bad">${policies.some((one) => one.id === parts[0]) ? "This policy is of a game that is no hold'em spot: see it under small games." : "No such policy is open here: it was removed, or the explorer was started without its file."}<//>
      <p><${Link} to="/browse">To the spots that are open<//></p></div>`;
  }
  return html`<${Spot} key=${info.id} info=${info} policies=${spots} query=${query} />`;
}

function Choose({ spots }) {
  return html`<div class="browse stack">
    <h1>Browse</h1>
    ${spots.length === 0 && html`<p>No solved spot is open. <${Link} to="/setup">Set one up<//>, or send a policy file in the <${Link} to="/">library<//>.</p>`}
    <ul class="spot-list">
      ${spots.map((one) => html`<li key=${one.id}><${Link} class="panel" to=${`/browse/${encodeURIComponent(one.id)}`}><strong>${one.title}</strong><span class="muted">${one.params.board ? `${one.params.board}, pot ${one.params.pot}` : inWords(one)}</span><//></li>`)}
    </ul>
  </div>`;
}

const FlopAlone = ({ params }) => html`The flop alone is solved. A turn is solved when you open it. <${Link} to="/setup" query=${addressOf(params)}>Solve it in full<//>`;

// Drawn when a node has come, not when it is asked for.
const [Way, Shown] = [memo(Steps), memo(Node)];

function Spot({ info, policies, query: address }) {
  useTitle(info.title);
  const policy = info.id;
  const path = `/browse/${encodeURIComponent(policy)}`;
  const line = address.line ?? "";
  const query = useMemo(() => ({ ...address, line: undefined }), [JSON.stringify({ ...address, line: null })]);
  useEffect(() => forget, [policy]); // a solve that goes on puts another policy in this one's place
  const spot = useGet(`/spots/${encodeURIComponent(policy)}/hands`);
  const { data, error, loading } = useSpot(policy, "node", line);
  const evs = useMemo(() => spot.data && { ...spot.data, evs: readEvs(query, spot.data) }, [spot.data, query.ev, query.unit, query.bb]);
  const node = useMemo(() => withEvs(data, evs), [data, evs]);
  const [help, setHelp] = useState(false);
  const { known, ask } = useMeasured(useMemo(() => [info], [info]));
  const draft = useDraft(policy);
  const to = useMemo(() => {
    const keep = { ...query };
    delete keep.withline;
    delete keep.page;
    delete keep.tab;
    if (query.tab && query.tab !== "cards") keep.tab = query.tab;
    return { path, query: (next) => ({ ...keep, line: next }), href: (next) => href(path, { ...keep, line: next }) };
  }, [path, query]);
  const go = useCallback((next) => navigate(path, to.query(next)), [path, to]);
  useEffect(() => {
    if (node && node.line !== line && !loading && !error) setQuery({ line: node.line }, { replace: true });
    if (!node || loading) return undefined;
    const wait = setTimeout(() => prefetch(policy, node), 120);
    return () => clearTimeout(wait);
  }, [node, loading]);
  const sibling = (step) => {
    const above = node?.steps[node.steps.length - 2];
    if (!above || above.chosen === null) return;
    const next = above.actions[above.chosen + step];
    if (next) go(next.line);
  };
  const views = VIEWS.map(([name]) => name);
  const [on, turn] = useShortcuts({
    "?": () => setHelp(true),
    Backspace: () => node && parentOf(node) !== null && go(parentOf(node)),
    "[": () => sibling(-1),
    "]": () => sibling(1),
    v: () => setQuery({ view: views[(views.indexOf(query.view ?? "strategy") + 1) % views.length] }, { replace: true }),
    digit: (number) => node?.actions[number - 1] && go(node.actions[number - 1].line),
  });
  return html`<div class="browse stack">
    <div class="row between">
      <div class="row browse-title"><h1>${info.title}</h1><${Trust} measured=${known(info)} onMeasure=${ask(info)} solve=${info.source === "solve" ? info.id : null} /></div>
      <div class="row"><span class="muted small">${isFlopAlone(info) ? html`<${FlopAlone} params=${info.params} />` : spot.data && !spot.data.has_values ? "EVs before the river are not in this file" : ""}</span><button type="button" class="button quiet small" onClick=${() => setHelp(true)}>Keys and help</button></div>
    </div>
    ${error && html`<${Notice} kind="bad">${error.message} <${Link} to=${path}>To the start<//><//>`} ${spot.error && html`<${Notice} kind="bad">${spot.error.message}<//>`}
    ${node && spot.data
      ? html`<${Way} spot=${evs} params=${info.params} node=${node} to=${to} go=${go} draft=${draft} />
          <p class="sr-only" role="status">${node.words}</p>
          <div class="stack" aria-busy=${loading ? "true" : "false"}><${Shown} policy=${policy} info=${info} policies=${policies} spot=${evs} node=${node} query=${query} to=${to} go=${go} draft=${draft} /></div>`
      : !error && !spot.error && html`<${Loading} />`}
    <${Help} open=${help} onClose=${() => setHelp(false)} on=${on} turn=${turn} />
  </div>`;
}
