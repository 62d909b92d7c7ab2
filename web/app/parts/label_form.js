// Labels and marks of a finding: what people say of it. Needs the token.
import { html, useState } from "../h.js";
import { tell } from "../data.js";
import { text } from "../text.js";
import { getToken, setToken } from "../token.js";
import { Running } from "./basics.js";

// `kind`: "label" or "mark"; `send()` gives the body.
function useTelling(path, onDone) {
  const [state, set] = useState({});
  const send = async (body) => {
    set({ busy: true });
    try {
      await tell(path, body);
      set({ done: true });
      onDone();
    } catch (error) {
      if (error.status === 401 || error.status === 403) setToken("");
      set({ error: error.status === 401 ? "This token is not the server's. `assay serve` prints it when it starts." : error.message });
    }
  };
  return [state, send];
}

const Said = ({ state }) => html`<p class="said" role="status">
  ${state.error ? html`<span class="bad"><${Running}>${state.error}<//></span>` : state.done ? "Saved." : ""}</p>`;

// The field for the token, when this tab has none yet.
function Token({ value, onInput }) {
  return html`<label>Token <span class="note">(printed by assay serve)</span>
    <input type="password" autocomplete="off" value=${value} onInput=${(event) => onInput(event.currentTarget.value)} required /></label>`;
}

export function LabelForm({ id, labels, onDone }) {
  const choices = labels?.choices ?? [];
  const [label, setLabel] = useState(labels?.current ?? "");
  const [note, setNote] = useState("");
  const [token, type] = useState("");
  const [state, send] = useTelling(`/api/findings/${encodeURIComponent(id)}/labels`, onDone);
  const submit = (event) => {
    event.preventDefault();
    if (token) setToken(token);
    send({ label, note });
  };
  return html`<form class="form" onSubmit=${submit}>
    <label>Label
      ${choices.length ? html`<select id="label" value=${label} onChange=${(event) => setLabel(event.currentTarget.value)} required>
          <option value="">– choose –</option>
          ${choices.map((choice) => html`<option value=${choice.name}>${text(choice.title || choice.name)}</option>`)}
        </select>` : html`<input id="label" value=${label} onInput=${(event) => setLabel(event.currentTarget.value)} required />`}
    </label>
    ${choices.find((choice) => choice.name === label)?.help ? html`<p class="note">${choices.find((choice) => choice.name === label).help}</p>` : null}
    <label>Note <input value=${note} maxlength="500" onInput=${(event) => setNote(event.currentTarget.value)} /></label>
    ${getToken() ? null : html`<${Token} value=${token} onInput=${type} />`}
    <button type="submit" disabled=${state.busy}>Save label</button>
    <${Said} state=${state} />
  </form>`;
}

const states = ["reported", "fixed", "regressed"];

export function MarkForm({ id, current, choices = states, onDone }) {
  const [mark, setMark] = useState(choices.includes(current) ? current : choices[0]);
  const [where, setWhere] = useState("");
  const [token, type] = useState("");
  const [state, send] = useTelling(`/api/findings/${encodeURIComponent(id)}/mark`, onDone);
  const submit = (event) => {
    event.preventDefault();
    if (token) setToken(token);
    send({ state: mark, where });
  };
  return html`<form class="form" onSubmit=${submit}>
    <label>State <select id="mark" value=${mark} onChange=${(event) => setMark(event.currentTarget.value)}>
      ${choices.map((name) => html`<option>${name}</option>`)}</select></label>
    <label>Where <span class="note">(address of the report)</span><input value=${where} maxlength="500" onInput=${(event) => setWhere(event.currentTarget.value)} /></label>
    ${getToken() ? null : html`<${Token} value=${token} onInput=${type} />`}
    <button type="submit" disabled=${state.busy}>Save state</button>
    <${Said} state=${state} />
  </form>`;
}
