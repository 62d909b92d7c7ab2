// Where the boxes of a model go (dagre), in pixels: boxes {id, kind, title, lines, wrong, x, y, width, height} (centres) and lines
// {points, tensor, operand: {text, x, y} or null, wrong}.
import * as dagre from "../../lib/dagre.js";
import { shapeText, text } from "../text.js";

const kLetter = 6.7; // of 11 px monospace
const kTitleLetter = 7.6; // of 13 px
const kLine = 15;
const kMost = 30; // letters of a line

const cut = (line) => (line.length > kMost ? `${line.slice(0, kMost - 1)}…` : line);

const typed = (end) => cut(`${text(end.type)}${shapeText(end.shape)}`);

// What is wrong says so inside its box, as a last line: beside it the word would lie on neighbours, or be clipped.
function boxOf(id, kind, title, lines, wrong) {
  const letters = Math.max(title.length * kTitleLetter, ...lines.map((line) => line.length * kLetter));
  const height = 26 + (lines.length + (wrong ? 1 : 0)) * kLine;
  return { id, kind, title, lines, wrong: Boolean(wrong), width: Math.max(56, letters + 20), height };
}

// Attributes and weights, these with their place among the operands when there are several.
export function attributesOf(node) {
  const operands = node.operands ?? [];
  const places = new Map(operands.map((operand, place) => [operand.attribute, place]));
  return Object.entries(node.attributes ?? {}).map(([name, value]) => ({
    name, value: text(value), place: places.has(name) && operands.length > 1 ? places.get(name) : null,
  }));
}

function boxesOf(graph) {
  const attributes = (node) => attributesOf(node).map(({ name, value, place }) => cut(`${place === null ? "" : `${place} · `}${name}: ${value}`));
  const few = (lines) => (lines.length > 5 ? [...lines.slice(0, 4), `… ${lines.length - 4} more`] : lines);
  return [
    ...(graph.inputs ?? []).map((end) => boxOf(text(end.id), "input", cut(text(end.name)), [typed(end)], end.wrong)),
    ...(graph.nodes ?? []).map((node) => boxOf(text(node.id), "node", cut(text(node.op)), few(attributes(node)), node.wrong)),
    ...(graph.outputs ?? []).map((end) => boxOf(text(end.id), "output", cut(text(end.name)), [typed(end)], end.wrong)),
  ];
}

// The number of an operand, just before the tip of its arrow and beside the line.
function placeOf(points, operand) {
  const end = points[points.length - 1], before = points[points.length - 2] ?? { x: end.x, y: end.y - 1 };
  const length = Math.hypot(end.x - before.x, end.y - before.y) || 1;
  const along = { x: (end.x - before.x) / length, y: (end.y - before.y) / length };
  return { text: text(operand), x: end.x - 13 * along.x + 7 * along.y, y: end.y - 13 * along.y - 7 * along.x + 3 };
}

export function layOut(graph) {
  const drawing = new dagre.Graph({ multigraph: true });
  drawing.setGraph({ rankdir: "TB", nodesep: 22, ranksep: 34, edgesep: 16, marginx: 8, marginy: 8 });
  drawing.setDefaultEdgeLabel(() => ({}));
  const boxes = boxesOf(graph);
  const known = new Set(boxes.map((box) => box.id));
  const many = new Set((graph.nodes ?? []).filter((node) => node.operands?.length > 1).map((node) => text(node.id)));
  for (const box of boxes) drawing.setNode(box.id, { width: box.width, height: box.height });
  const edges = (graph.edges ?? []).filter((edge) => known.has(text(edge.from)) && known.has(text(edge.to)));
  edges.forEach((edge, i) => drawing.setEdge(text(edge.from), text(edge.to), {}, `e${i}`));
  dagre.layout(drawing);
  const { width, height } = drawing.graph();
  return {
    width: Math.ceil(width || 100),
    height: Math.ceil(height || 40),
    boxes: boxes.map((box) => ({ ...box, ...pick(drawing.node(box.id)) })),
    lines: edges.map((edge, i) => {
      const { points } = drawing.edge(text(edge.from), text(edge.to), `e${i}`);
      const counted = many.has(text(edge.to)) && edge.operand !== undefined;
      return {
        points,
        tensor: `${text(edge.tensor)}: ${text(edge.type)}${shapeText(edge.shape)}${counted ? `, operand ${text(edge.operand)}` : ""}`,
        operand: counted ? placeOf(points, edge.operand) : null,
        wrong: Boolean(edge.wrong),
      };
    }),
  };
}

const pick = ({ x, y }) => ({ x, y });
