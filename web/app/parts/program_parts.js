// A finding that a program shows: the program, what the documentation says, what a language model was asked.
import { html } from "../h.js";
import { number, text } from "../text.js";
import { Note, Pairs, Running, Section } from "./basics.js";
import { aroundLine, Code } from "./copy.js";

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
  const isReduced = program.reduced && program.text && program.reduced !== program.text;
  return html`<${Pairs} rows=${[
      ["API", program.api && html`<code>${text(program.api)}</code>`],
      ["Oracle", text(program.oracle)],
      ["Parameter", text(program.parameter)],
      ["Status", text(program.seen || program.status)],
      ["Expected", text(program.expected)],
      ["Explanation", text(program.explanation || program.reason)],
    ]} />
    <div class=${documentation ? "side two" : ""}>
      <div><${Claimed} value=${program.reduced || program.text} line=${program.claim_line} of="program" />
        ${isReduced
          ? html`<details><summary>As it was found</summary><${Claimed} value=${program.text} line=${program.original_claim_line} of="program as it was found" /></details>` : null}
        ${(program.others ?? []).map((other) => html`<details><summary>Beside it, in ${text(other.environment)}: ${text(other.status)}</summary>
          <${Code} value=${other.text} of="the other program" /></details>`)}</div>
      ${documentation ? html`<${Documentation} documentation=${documentation} />` : null}
    </div>
    <${Note} of=${program.documentation?.note} />
    <${Seen} program=${program} />`;
}

// A program with the line of the claim marked: what fails before it says nothing about the claim.
export function Claimed({ value, line, of, id }) {
  return html`${aroundLine(text(value), line) ? html`<p class="note">Line ${number(line)}, marked: the claim begins here; what fails before it does not count.</p>` : null}
    <${Code} value=${value} of=${of} id=${id} mark=${line} />`;
}

// What came out. Lines of a traceback are those of the file that was run.
function Seen({ program }) {
  const message = text(program.message);
  return html`${message.includes("\n") && !program.traceback ? html`<h3>What was seen</h3><${Code} value=${message} of="message" wrap />` : null}
    ${program.traceback ? html`<h3>Traceback${program.traceback_of === "repro" ? html` <span class="note">of the stand-alone file below</span>` : null}</h3>
      <${Code} value=${program.traceback} of="traceback" wrap />` : null}
    <${Note} of=${program.traceback_note} />`;
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
