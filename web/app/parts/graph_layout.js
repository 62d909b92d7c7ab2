// Where the boxes of a model go (dagre), in pixels: boxes {id, kind, title, lines, wrong, x, y, width, height} (centres) and lines
// {points, tensor, wrong}.
import * as dagre from "../../lib/dagre.js";
import { shapeText, text } from "../text.js";

const kLetter = 6.7; // of 11 px monospace
const kTitleLetter = 7.6; // of 13 px
const kLine = 15;
const kMost = 30; // letters of a line

const cut = (line) => (line.length > kMost ? `${line.slice(0, kMost - 1)}…` : line);

const typed = (end) => cut(`${text(end.type)}${shapeText(end.shape)}`);

function boxOf(id, kind, title, lines, wrong) {
  const letters = Math.max(title.length * kTitleLetter, ...lines.map((line) => line.length * kLetter));
  return { id, kind, title, lines, wrong: Boolean(wrong), width: Math.max(56, letters + 20), height: 26 + lines.length * kLine };
}

function boxesOf(graph) {
  const attributes = (node) => Object.entries(node.attributes ?? {}).map(([name, value]) => cut(`${name}: ${text(value)}`));
  const few = (lines) => (lines.length > 5 ? [...lines.slice(0, 4), `… ${lines.length - 4} more`] : lines);
  return [
    ...(graph.inputs ?? []).map((end) => boxOf(text(end.id), "input", cut(text(end.name)), [typed(end)], end.wrong)),
    ...(graph.nodes ?? []).map((node) => boxOf(text(node.id), "node", cut(text(node.op)), few(attributes(node)), node.wrong)),
    ...(graph.outputs ?? []).map((end) => boxOf(text(end.id), "output", cut(text(end.name)), [typed(end)], end.wrong)),
  ];
}

export function layOut(graph) {
  const drawing = new dagre.Graph({ multigraph: true });
  drawing.setGraph({ rankdir: "TB", nodesep: 22, ranksep: 34, edgesep: 12, marginx: 8, marginy: 8 });
  drawing.setDefaultEdgeLabel(() => ({}));
  const boxes = boxesOf(graph);
  const known = new Set(boxes.map((box) => box.id));
  for (const box of boxes) drawing.setNode(box.id, { width: box.width, height: box.height });
  const edges = (graph.edges ?? []).filter((edge) => known.has(text(edge.from)) && known.has(text(edge.to)));
  edges.forEach((edge, i) => drawing.setEdge(text(edge.from), text(edge.to), {}, `e${i}`));
  dagre.layout(drawing);
  const { width, height } = drawing.graph();
  return {
    width: Math.ceil(width || 100),
    height: Math.ceil(height || 40),
    boxes: boxes.map((box) => ({ ...box, ...pick(drawing.node(box.id)) })),
    lines: edges.map((edge, i) => ({
      points: drawing.edge(text(edge.from), text(edge.to), `e${i}`).points,
      tensor: `${text(edge.tensor)}: ${text(edge.type)}${shapeText(edge.shape)}`,
      wrong: Boolean(edge.wrong),
    })),
  };
}

const pick = ({ x, y }) => ({ x, y });
