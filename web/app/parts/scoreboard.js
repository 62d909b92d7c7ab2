// Which testing tool finds which bug.
import { html } from "../h.js";
import { useAnswer } from "../data.js";
import { duration, number, plural, text } from "../text.js";
import { Await, Empty, Running } from "./basics.js";
import { Matrix } from "./matrix.js";

export function Scoreboard({ query }) {
  const board = useAnswer("/api/scoreboard");
  return html`<${Await} of=${board}>${(answer) => (answer.cells?.length
    ? html`<${Board} answer=${answer} query=${query} />`
    : html`<${Empty} command="assay bugs scoreboard --tool judge">${answer.note ? html`<${Running}>${answer.note}<//>` : "No testing tool was run on bugs yet."}<//>`)}<//>`;
}

function Board({ answer, query }) {
  const wanted = (query.q ?? "").toLowerCase();
  const at = new Map(answer.cells.map((cell) => [`${cell.tool}\n${cell.library}\n${cell.id}`, cell]));
  const tools = answer.tools.map((tool) => (typeof tool === "object" ? tool : { name: tool }));
  const bugs = answer.bugs.filter((bug) => `${bug.library} ${bug.id} ${bug.title ?? ""}`.toLowerCase().includes(wanted));
  const rowOf = (bug) => [
    `${text(bug.library)} ${text(bug.id)} ${text(bug.title)}`, tools.map((tool) => cellOf(at.get(`${tool.name}\n${bug.library}\n${bug.id}`))), text(bug.title),
  ];
  return html`<p>${boardText(answer)} Beside the name of a tool: how many it found of those that it was run on.</p>
    <ul class="signs" aria-label="Signs">${Object.values(outcomes).map(({ sign, tone, word, meaning }) => html`
      <li><span class=${`sign ${tone}`}>${sign} ${word}</span> ${meaning}</li>`)}</ul>
    ${bugs.length === 0 ? html`<p class="note">No bug matches.</p>` : html`<${Matrix} caption="Scoreboard" corner="Bug" roomy
      columns=${tools.map((tool) => ({ name: headOf(tool), title: tallyText(tool) }))} rows=${bugs.map(rowOf)} />`}`;
}

const headOf = (tool) => (tool.found === undefined ? text(tool.name) : `${text(tool.name)} ${tool.found} of ${tool.found + (tool.missed ?? 0)}`);

const tallyText = (tool) =>
  `${text(tool.name)}: ${number(tool.found)} found, ${number(tool.missed)} missed, ${number(tool.not_supported)} not supported, ${number(tool.not_run)} not run`;

// A sign and a word for each, since colours alone tell nothing to some.
const outcomes = {
  found: { sign: "✓", tone: "good", word: "found", meaning: "the tool reports this bug" },
  missed: { sign: "✗", tone: "bad", word: "missed", meaning: "the tool ran and does not report it" },
  "not supported": { sign: "∅", tone: "none", word: "not supported", meaning: "the tool cannot look for such a bug" },
  "not run": { sign: "…", tone: "part", word: "not run", meaning: "its environment is not available here, or the tool failed" },
};

// "25 bugs. A tool has 45 s for each. Last tried 2026-11-16."
export function boardText({ bugs, cells }) {
  const limits = [...new Set(cells.map((cell) => cell.limit_seconds).filter((seconds) => seconds > 0))].sort((a, b) => a - b);
  const last = cells.map((cell) => text(cell.when)).sort().pop();
  const time = limits.length === 0 ? "" : limits.length === 1 ? ` A tool has ${duration(limits[0])} for each.`
    : ` A tool has ${duration(limits[0])} to ${duration(limits[limits.length - 1])} for each.`;
  return `${plural(bugs.length, "bug")}.${time}${last ? ` Last tried ${last}.` : ""}`;
}

function cellOf(cell) {
  if (!cell) return null;
  const outcome = typeof cell.score === "number" ? (cell.score > 0 ? "found" : "missed") : text(cell.outcome || cell.score);
  const { sign, tone, word } = Object.hasOwn(outcomes, outcome) ? outcomes[outcome] : { sign: "?", tone: "none", word: outcome };
  const limit = cell.limit_seconds > 0 && `limit ${duration(cell.limit_seconds)}`;
  const title = [word, cell.reason, typeof cell.seconds === "number" && cell.seconds > 0 && duration(cell.seconds), limit].filter(Boolean).map(text).join("; ");
  return { sign: `${sign} ${word}`, tone, title };
}
