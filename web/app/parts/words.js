// What the words about a finding mean: titles of its badges, and a legend for those who do not point at things.
import { html } from "../h.js";
import { number, text } from "../text.js";
import { Badge, Pairs, Word } from "./basics.js";

const kKinds = {
  wrong: "a result outside the certified bound: no correct implementation gives it",
  nan: "not a number, or infinite, where the truth is a number",
  shape: "an output of another shape or element type than the model says",
  crash: "the process dies",
  hang: "no answer within the time limit",
  hangs: "no answer within the time limit",
  rejected: "a legal model is refused with an error",
  limit: "a legal model is refused, and the message states a limit of the framework",
  conversion: "a legal model cannot be saved, converted or loaded again",
  exception: "a program that should run raises an exception",
  nondeterministic: "two runs of the same case differ by more than rounding allows",
  equivalence: "two models that must give the same do not",
  disagreement: "a program behaves differently from its documentation",
};

const kStates = {
  new: "seen, and not repeated yet",
  confirmed: "seen again in a clean process; nothing more is known about it",
  grouped: "another finding, with a smaller case, has the same cause",
  reduced: "the case was reduced as far as possible",
  located: "the pass, mode, tensor or version at fault was looked for",
  reported: "reported to the maintainers",
  fixed: "a later version no longer shows it",
  regressed: "it was fixed, and shows again",
  flaky: "it does not show in every run",
  disputed: "independent judges disagree: nobody is accused",
};

// As src/dossier/severities.def has them.
const kSeverities = {
  5: "the process dies, and perhaps reads memory that is not its own",
  4: "results are wrong without a sign of it, or the process hangs",
  3: "it is noticed, and blocks the user",
  2: "it costs time, memory or trust in the documentation",
  1: "it could be better, or is not confirmed",
};

const kRealism = "how much the model looks like those that people build: the share of its chains of two and three operators that occur in real models, from 0 to 1";

const own = (table, key) => (Object.hasOwn(table, text(key)) ? table[text(key)] : undefined);

// "F1: output inconsistency"
export const classText = (finding) => [text(finding.class), text(finding.class_name)].filter(Boolean).join(": ");

// Kind, state, class, severity and realism, each with its meaning as a title.
export const Words = ({ finding }) => html`<${Word} of=${finding.kind} title=${own(kKinds, finding.kind)} />
  <${Word} of=${finding.state} title=${own(kStates, finding.state)} />
  ${finding.class ? html`<${Badge} title=${`class${finding.class_group ? `, ${text(finding.class_group)}` : ""}: ${classText(finding)}`}>${classText(finding)}<//>` : null}
  ${finding.severity > 0 ? html`<${Badge} title=${`severity: ${own(kSeverities, finding.severity) ?? "from 1 to 5"}`}>severity ${number(finding.severity)} of 5<//>` : null}
  ${finding.realism > 0 ? html`<${Badge} title=${kRealism}>realism ${number(finding.realism)}<//>` : null}`;

// The same in full; the words of this finding first, then the states as they follow each other.
export function Meanings({ finding }) {
  const kind = own(kKinds, finding.kind);
  const severity = own(kSeverities, finding.severity);
  return html`<details class="meanings"><summary>What do these words mean?</summary>
    <${Pairs} rows=${[
      kind && [text(finding.kind), kind],
      finding.class && [`class ${text(finding.class)}`, [text(finding.class_group), text(finding.class_name)].filter(Boolean).join(": ") || "of the study of high-priority defects"],
      severity && [`severity ${number(finding.severity)}`, severity],
      ["realism", kRealism],
    ]} />
    <p class="note">States, in order</p>
    <${Pairs} rows=${Object.entries(kStates).map(([state, meaning]) => [state, meaning])} />
  </details>`;
}
