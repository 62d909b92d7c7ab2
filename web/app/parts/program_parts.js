// A finding that a program shows: the program, what the documentation says, what a language model was asked.
import { html } from "../h.js";
import { number, text } from "../text.js";
import { Note, Pairs, Running, Section } from "./basics.js";
import { Code } from "./copy.js";

export function ProgramParts({ program }) {
  if (!program) return null;
  return html`
    <${Section} title="Program" id="program"><${Program} program=${program} /><//>
    ${program.prompts?.length || program.prompts_note ? html`<${Section} title="Prompts and answers" id="prompts">
      ${(program.prompts ?? []).map((prompt) => html`<${Prompt} prompt=${prompt} />`)}<${Note} of=${program.prompts_note} /><//>` : null}`;
}

// The program beside the sentence that it is held against.
export function Program({ program }) {
  const documentation = program.documentation?.sentence || program.documentation?.text ? program.documentation : null;
  return html`<${Pairs} rows=${[
      ["API", program.api && html`<code>${text(program.api)}</code>`],
      ["Oracle", text(program.oracle)],
      ["Status", text(program.seen || program.status)],
      ["Expected", text(program.expected)],
      ["Explanation", text(program.explanation || program.reason)],
    ]} />
    <div class=${documentation ? "side two" : ""}>
      <div><${Code} value=${program.reduced || program.text} of="program" />
        ${program.reduced && program.text && program.reduced !== program.text
          ? html`<details><summary>As it was found</summary><${Code} value=${program.text} of="program as it was found" /></details>` : null}
        ${(program.others ?? []).map((other) => html`<details><summary>Beside it, in ${text(other.environment)}: ${text(other.status)}</summary>
          <${Code} value=${other.text} of="the other program" /></details>`)}</div>
      ${documentation ? html`<${Documentation} documentation=${documentation} />` : null}
    </div>
    <${Note} of=${program.documentation?.note} />`;
}

const Documentation = ({ documentation }) => html`<div class="documentation">
  <h3>What ${text(documentation.api) || "the documentation"} promises</h3>
  ${documentation.sentence ? html`<blockquote><${Running}>${documentation.sentence}<//></blockquote>` : null}
  ${documentation.source ? html`<p class="note">Source: ${text(documentation.source)}</p>` : null}
  ${documentation.text ? html`<details><summary>Whole documentation</summary><${Code} value=${documentation.text} of="documentation" wrap /></details>` : null}
</div>`;

function Prompt({ prompt }) {
  const about = [prompt.model, prompt.tokens !== undefined && `${number(prompt.tokens)} tokens`,
    prompt.cost !== undefined && prompt.cost !== null && `cost ${number(prompt.cost)}`, prompt.time].filter(Boolean).map(text).join(", ");
  const plain = (value) => (typeof value === "object" && value !== null ? JSON.stringify(value, null, 1) : text(value));
  return html`<details><summary>${text(prompt.name) || "prompt"} <span class="note">${about}</span></summary>
    <h3>Request</h3><${Code} value=${plain(prompt.request)} of="request" wrap />
    <h3>Answer</h3><${Code} value=${plain(prompt.answer)} of="answer" wrap /></details>`;
}
