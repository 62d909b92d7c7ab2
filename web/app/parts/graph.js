// A model drawn: boxes for its nodes, lines for its tensors, what is wrong in red and named so.
import { html, useMemo, useState } from "../h.js";
import { plural, shapeText, text } from "../text.js";
import { layOut } from "./graph_layout.js";

const kMostNodes = 800; // dagre takes seconds beyond

export function Graph({ graph, name }) {
  const nodes = graph.nodes?.length ?? 0;
  const [scale, setScale] = useState(nodes > 60 ? 0.6 : 1);
  const drawing = useMemo(() => (nodes > 0 && nodes <= kMostNodes ? layOut(graph) : null), [graph]);
  if (!drawing) return html`<p class="note">${graph.note ?? whyNot(nodes)}</p>`;
  const wrong = graph.nodes.filter((node) => node.wrong).map((node) => text(node.op));
  return html`<div class="graph">
    <div class="graph-tools">
      <span class="note">${plural(nodes, "node")}</span>
      <button type="button" aria-label=${`Smaller drawing of the ${name}`} onClick=${() => setScale(scale / 1.25)}>−</button>
      <button type="button" aria-label=${`${Math.round(scale * 100)} %, drawing of the ${name} at full size`} onClick=${() => setScale(1)}>${Math.round(scale * 100)} %</button>
      <button type="button" aria-label=${`Larger drawing of the ${name}`} onClick=${() => setScale(scale * 1.25)}>+</button>
    </div>
    <div class="canvas" tabindex="0" role="group" aria-label=${`Drawing of the ${name}`}>
      <svg role="img" aria-label=${`${name}: ${plural(nodes, "node")}${wrong.length ? `; wrong first at ${wrong.join(", ")}` : ""}`}
        width=${drawing.width * scale} height=${drawing.height * scale} viewBox=${`0 0 ${drawing.width} ${drawing.height}`}>
        <defs><marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto"><path d="M0 0 8 4 0 8z" class="arrow" /></marker></defs>
        ${drawing.lines.map((line) => html`<${Line} line=${line} />`)}
        ${drawing.boxes.map((box) => html`<${Box} box=${box} />`)}
      </svg>
    </div>
    <details>
      <summary>As a list</summary>
      <${AsList} graph=${graph} />
    </details>
  </div>`;
}

const whyNot = (nodes) => (nodes ? `${plural(nodes, "node")}: too many to draw; download the model.` : "No nodes: the outputs are inputs or constants.");

function Line({ line }) {
  const [first, ...rest] = line.points;
  const path = `M${first.x} ${first.y}${rest.map((point) => `L${point.x} ${point.y}`).join("")}`;
  return html`<g class=${`edge ${line.wrong ? "wrong" : ""}`}><title>${line.tensor}</title>
    <path d=${path} class="catch" /><path d=${path} class="line" marker-end="url(#tip)" /></g>`;
}

function Box({ box }) {
  const left = box.x - box.width / 2, top = box.y - box.height / 2;
  return html`<g class=${`box ${box.kind} ${box.wrong ? "wrong" : ""}`}>
    <rect x=${left} y=${top} width=${box.width} height=${box.height} rx=${box.kind === "node" ? 4 : 12} />
    <text x=${box.x} y=${top + 17} class="title">${box.title}</text>
    ${box.lines.map((line, i) => html`<text x=${box.x} y=${top + 33 + i * 15} class="small">${line}</text>`)}
    ${box.wrong ? html`<text x=${left + box.width + 4} y=${top + 14} class="mark">wrong</text>` : null}
  </g>`;
}

// The same for those who do not see the drawing, and for searching in the page.
function AsList({ graph }) {
  const into = new Map();
  const out = new Map();
  for (const edge of graph.edges ?? []) {
    into.set(edge.to, [...(into.get(edge.to) ?? []), text(edge.tensor)]);
    out.set(edge.from, [...(out.get(edge.from) ?? []), `${text(edge.tensor)}: ${text(edge.type)}${shapeText(edge.shape)}`]);
  }
  const unique = (names) => [...new Set(names ?? [])].join(", ");
  return html`<ol class="nodes">${graph.nodes.map((node) => html`<li class=${node.wrong ? "wrong" : ""}>
    <code>${text(node.op)}(${unique(into.get(node.id))})</code> → <code>${unique(out.get(node.id))}</code>
    ${Object.entries(node.attributes ?? {}).map(([key, value]) => html`<span class="attribute"> ${key}: ${text(value)}</span>`)}
    ${node.wrong ? " (wrong)" : ""}</li>`)}</ol>`;
}
