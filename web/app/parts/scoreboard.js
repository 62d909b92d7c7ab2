// Which testing tool finds which bug.
import { html } from "../h.js";
import { useAnswer } from "../data.js";
import { duration, number, text } from "../text.js";
import { Await, Empty, Running } from "./basics.js";
import { Matrix } from "./matrix.js";

export function Scoreboard({ query }) {
  const board = useAnswer("/api/scoreboard");
  return html`<${Await} of=${board}>${(answer) => (answer.cells?.length
    ? html`<${Board} answer=${answer} query=${query} />`
    : html`<${Empty} command="assay bugs scoreboard --tool judge">${answer.note ? html`<${Running}>${answer.note}<//>` : "No tool was set on bugs yet."}<//>`)}<//>`;
}

function Board({ answer, query }) {
  const wanted = (query.q ?? "").toLowerCase();
  const at = new Map(answer.cells.map((cell) => [`${cell.tool}\n${cell.library}\n${cell.id}`, cell]));
  const tools = answer.tools.map((tool) => (typeof tool === "object" ? tool : { name: tool }));
  const bugs = answer.bugs.filter((bug) => `${bug.library} ${bug.id} ${bug.title ?? ""}`.toLowerCase().includes(wanted));
  const rowOf = (bug) => [
    `${text(bug.library)} ${text(bug.id)} ${text(bug.title)}`, tools.map((tool) => cellOf(at.get(`${tool.name}\n${bug.library}\n${bug.id}`))), text(bug.title),
  ];
  return html`<p class="note"><span class="scale"><i class="good"></i> found <i class="bad"></i> not found <i class="none"></i> not supported or not tried</span></p>
    ${bugs.length === 0 ? html`<p class="note">No bug is like that.</p>` : html`<${Matrix} caption="Scoreboard" corner="Bug"
      columns=${tools.map((tool) => ({ name: headOf(tool), title: tallyText(tool) }))} rows=${bugs.map(rowOf)} />`}`;
}

const headOf = (tool) => (tool.found === undefined ? text(tool.name) : `${text(tool.name)} ${tool.found}/${tool.found + (tool.missed ?? 0)}`);

const tallyText = (tool) => `${text(tool.name)}: ${number(tool.found)} found, ${number(tool.missed)} missed, ${number(tool.not_supported)} not supported`;

function cellOf(cell) {
  if (!cell) return null;
  const title = [cell.outcome, cell.reason, typeof cell.seconds === "number" && cell.seconds > 0 && duration(cell.seconds)].filter(Boolean).map(text).join("; ");
  if (typeof cell.score !== "number") return { sign: "–", tone: "none", title: title || text(cell.score) };
  return cell.score > 0 ? { sign: "✓", tone: "good", title } : { sign: "✗", tone: "bad", title };
}
