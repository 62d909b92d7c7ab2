// Labels and marks of a finding: what people say of it. Needs the token, which is asked for once.
import { html, useState } from "../h.js";
import { tell } from "../data.js";
import { text } from "../text.js";
import { getToken, setToken } from "../token.js";
import { Running } from "./basics.js";

export function Forms({ finding, onDone }) {
  const [token, type] = useState("");
  const [asked, ask] = useState(!getToken());
  // `use()`: the token as it was typed is the one to send from now on; false when there is none. `refused`: it was not the server's.
  const key = {
    use: () => {
      if (asked && token) setToken(token);
      return Boolean(getToken());
    },
    taken: () => ask(!getToken()),
    refused: () => {
      setToken("");
      ask(true);
    },
  };
  const path = `/api/findings/${encodeURIComponent(finding.id)}`;
  return html`<div class="forms">
    ${asked ? html`<${Token} value=${token} onInput=${type} />` : null}
    <${LabelForm} path=${`${path}/labels`} labels=${finding.labels} token=${key} onDone=${onDone} />
    <${MarkForm} path=${`${path}/mark`} token=${key} onDone=${onDone} />
  </div>`;
}

// [what is to be said of it, `send(body)`]
function useTelling(path, token, onDone) {
  const [state, set] = useState({});
  const send = async (body) => {
    if (!token.use()) {
      set({ error: "This needs the token that `assay serve` prints when it starts." });
      return;
    }
    set({ busy: true });
    try {
      await tell(path, body);
      set({ done: true });
      token.taken();
      onDone();
    } catch (error) {
      if (error.status === 401 || error.status === 403) token.refused();
      set({ error: error.status === 401 ? "This token is not the server's. `assay serve` prints it when it starts." : error.message });
    }
  };
  return [state, send];
}

const Said = ({ state }) => html`<p class="said" role="status">
  ${state.error ? html`<span class="bad"><${Running}>${state.error}<//></span>` : state.done ? "Saved." : ""}</p>`;

// The field for the token, when this tab has none yet.
function Token({ value, onInput }) {
  return html`<div class="form token"><label>Token <span class="note">(printed by assay serve)</span>
    <input type="password" autocomplete="off" value=${value} onInput=${(event) => onInput(event.currentTarget.value)} /></label></div>`;
}

const kChoose = "– choose –";

function LabelForm({ path, labels, token, onDone }) {
  const choices = labels?.choices ?? [];
  const [label, setLabel] = useState(labels?.current ?? "");
  const [note, setNote] = useState("");
  const [state, send] = useTelling(path, token, onDone);
  const submit = (event) => {
    event.preventDefault();
    send({ label, note });
  };
  const help = choices.find((choice) => choice.name === label)?.help;
  return html`<form class="form" onSubmit=${submit}>
    <label>Label
      ${choices.length ? html`<select id="label" value=${label} onChange=${(event) => setLabel(event.currentTarget.value)} required>
          <option value="">${kChoose}</option>
          ${choices.map((choice) => html`<option value=${choice.name}>${text(choice.title || choice.name)}</option>`)}
        </select>` : html`<input id="label" value=${label} onInput=${(event) => setLabel(event.currentTarget.value)} required />`}
    </label>
    ${help ? html`<p class="note">${text(help)}</p>` : null}
    <label>Note <input value=${note} maxlength="500" onInput=${(event) => setNote(event.currentTarget.value)} /></label>
    <button type="submit" disabled=${state.busy || !label}>Save label</button>
    <${Said} state=${state} />
  </form>`;
}

const kStates = ["reported", "fixed", "regressed"];

// Nothing is chosen beforehand: a state that nobody meant is soon saved.
function MarkForm({ path, token, onDone }) {
  const [mark, setMark] = useState("");
  const [where, setWhere] = useState("");
  const [state, send] = useTelling(path, token, onDone);
  const submit = (event) => {
    event.preventDefault();
    send({ state: mark, where });
  };
  return html`<form class="form" onSubmit=${submit}>
    <label>State <select id="mark" value=${mark} onChange=${(event) => setMark(event.currentTarget.value)} required>
      <option value="">${kChoose}</option>
      ${kStates.map((name) => html`<option value=${name}>${name}</option>`)}</select></label>
    <label>Where <span class="note">(address of the report)</span><input value=${where} maxlength="500" onInput=${(event) => setWhere(event.currentTarget.value)} /></label>
    <button type="submit" disabled=${state.busy || !mark}>Save state</button>
    <${Said} state=${state} />
  </form>`;
}
