// A small game's parameters as fields; what is typed goes into the address when it is sent.
import { html, useEffect, useState } from "../../html.js";
import { addressParams, parsed } from "../../model/setup.js";
import { ParameterFields } from "../../ui/parameters.js";

// `params`: what the address says, as JSON; `made`: all parameters of the game that came of it.
export function Parameters({ info, params, made = null, error = null, onChange }) {
  const [draft, setDraft] = useState(() => parsed(params));
  useEffect(() => setDraft(parsed(params)), [params, info.name]);
  if (!info.parameters.length) return null;
  const send = event => {
    event.preventDefault();
    onChange(addressParams(draft, info.parameters));
  };
  const faultAt = name => (error?.field === `params.${name}` ? error : undefined);
  return html`<form class="stack" onSubmit=${send}>
    <div class="columns"><${ParameterFields} infos=${info.parameters} params=${draft} made=${made} faultAt=${faultAt} onChange=${(name, value) => setDraft({ ...draft, [name]: value })} hints=${true} /></div>
    <div class="row end"><button class="button" type="submit">Show this game</button></div>
  </form>`;
}
