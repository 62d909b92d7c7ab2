// A model drawn: boxes for its nodes, lines for its tensors, what is wrong in red and named so.
import { html, useLayoutEffect, useMemo, useRef, useState } from "../h.js";
import { plural, text } from "../text.js";
import { layOut } from "./graph_layout.js";
import { AsList } from "./graph_list.js";

const kMostNodes = 800; // dagre takes seconds beyond
const kLeastScale = 0.45; // letters are not read any more below
const kFrame = 8; // padding of the canvas, both sides

// Of another model it must be another element, by its `key`: scale and place belong to one.
export function Graph({ graph, name }) {
  const nodes = graph.nodes?.length ?? 0;
  const drawing = useMemo(() => (nodes > 0 && nodes <= kMostNodes ? layOut(graph) : null), [graph]);
  return drawing ? html`<${Drawing} graph=${graph} name=${name} drawing=${drawing} />` : html`<p class="note">${graph.note ?? whyNot(nodes)}</p>`;
}

const whyNot = (nodes) => (nodes ? `${plural(nodes, "node")}: too many to draw; download the model.` : "No nodes: the outputs are inputs or constants.");

// As large as it is, or as wide as there is room.
export const fitting = (room, width) => (room > kFrame && width > 0 ? Math.max(kLeastScale, Math.min(1, (room - kFrame) / width)) : 1);

// The first operator that is wrong; where nobody knows it, the first output that is.
export const firstWrong = (boxes) => boxes.find((box) => box.wrong && box.kind === "node") ?? boxes.find((box) => box.wrong);

function Drawing({ graph, name, drawing }) {
  const nodes = graph.nodes.length;
  const canvas = useRef(null);
  const [scale, setScale] = useState(0); // 0: to be fitted, for which it is set at full size first and never seen so
  const scrolled = useRef(false); // to the first wrong node; afterwards the reader scrolls
  useLayoutEffect(() => {
    const frame = canvas.current;
    if (scale === 0) {
      setScale(fitting(frame.clientWidth, drawing.width));
      return;
    }
    const wrong = scrolled.current ? null : firstWrong(drawing.boxes);
    scrolled.current = true;
    if (!wrong) return;
    frame.scrollLeft = wrong.x * scale - frame.clientWidth / 2;
    frame.scrollTop = wrong.y * scale - frame.clientHeight / 2;
  }, [scale]);
  const shown = scale || 1;
  const wrong = graph.nodes.filter((node) => node.wrong).map((node) => text(node.op));
  const tip = `tip-${name.replaceAll(" ", "-")}`;
  return html`<div class="graph">
    <div class="graph-tools">
      <span class="note">${plural(nodes, "node")}</span>
      <button type="button" aria-label=${`Smaller drawing of the ${name}`} onClick=${() => setScale(shown / 1.25)}>−</button>
      <button type="button" aria-label=${`${Math.round(shown * 100)} %, drawing of the ${name} at full size`} onClick=${() => setScale(1)}>${Math.round(shown * 100)} %</button>
      <button type="button" aria-label=${`Larger drawing of the ${name}`} onClick=${() => setScale(shown * 1.25)}>+</button>
      <button type="button" aria-label=${`Fit the drawing of the ${name} into its frame`} onClick=${() => setScale(0)}>Fit</button>
    </div>
    <div class="canvas" ref=${canvas} tabindex="0" role="group" aria-label=${`Drawing of the ${name}`}>
      <svg role="img" aria-label=${`${name}: ${plural(nodes, "node")}${wrong.length ? `; wrong first at ${wrong.join(", ")}` : ""}`}
        width=${drawing.width * shown} height=${drawing.height * shown} viewBox=${`0 0 ${drawing.width} ${drawing.height}`}>
        <defs>${["", "-wrong"].map((kind) => html`<marker id=${tip + kind} viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" markerHeight="8"
          markerUnits="userSpaceOnUse" orient="auto"><path d="M0 0 8 4 0 8z" class=${`arrow${kind}`} /></marker>`)}</defs>
        ${drawing.lines.map((line) => html`<${Line} line=${line} tip=${tip} />`)}
        ${drawing.boxes.map((box) => html`<${Box} box=${box} />`)}
      </svg>
    </div>
    <details>
      <summary>As a list, with the operators' documentation</summary>
      <${AsList} graph=${graph} />
    </details>
  </div>`;
}

function Line({ line, tip }) {
  const [first, ...rest] = line.points;
  const path = `M${first.x} ${first.y}${rest.map((point) => `L${point.x} ${point.y}`).join("")}`;
  return html`<g class=${`edge ${line.wrong ? "wrong" : ""}`}><title>${line.tensor}</title>
    <path d=${path} class="catch" /><path d=${path} class="line" marker-end=${`url(#${tip}${line.wrong ? "-wrong" : ""})`} />
    ${line.operand ? html`<text x=${line.operand.x} y=${line.operand.y} class="operand">${line.operand.text}</text>` : null}</g>`;
}

function Box({ box }) {
  const left = box.x - box.width / 2, top = box.y - box.height / 2;
  return html`<g class=${`box ${box.kind} ${box.wrong ? "wrong" : ""}`}>
    <rect x=${left} y=${top} width=${box.width} height=${box.height} rx=${box.kind === "node" ? 4 : 12} />
    <text x=${box.x} y=${top + 17} class="title">${box.title}</text>
    ${box.lines.map((line, i) => html`<text x=${box.x} y=${top + 33 + i * 15} class="small">${line}</text>`)}
    ${box.wrong ? html`<text x=${box.x} y=${top + 33 + box.lines.length * 15} class="mark">wrong</text>` : null}
  </g>`;
}
