// A model as a list: for those who do not see the drawing, for searching in the page, and with ways to the operators' documentation.
import { html } from "../h.js";
import { shapeText, text } from "../text.js";
import { Link } from "./basics.js";
import { attributesOf } from "./graph_layout.js";

// Only operators of ONNX itself have a page there, and only a plain name makes an address.
export function documentationOf(node) {
  const own = ["", "ai.onnx"].includes(text(node.domain)) && /^[A-Za-z][A-Za-z0-9]*$/.test(text(node.op));
  return own ? `https://onnx.ai/onnx/operators/onnx__${text(node.op)}.html` : "";
}

// All operands in their order, those of weights and repeated ones too; "–" where one is left out.
export const operandsText = (node) => (node.operands ?? []).map((operand) => text(operand.name) || "–").join(", ");

const resultsText = (node) =>
  (node.results ?? []).map((result) => (result.name ? `${text(result.name)}: ${text(result.type)}${shapeText(result.shape)}` : "–")).join(", ");

// What bodies of If, Loop and Scan read without being given it.
const takenBy = (node, edges) =>
  [...new Set(edges.filter((edge) => edge.to === node.id && edge.operand === undefined).map((edge) => text(edge.tensor)))].join(", ");

function Item({ node, edges }) {
  const taken = takenBy(node, edges);
  const operands = operandsText(node);
  return html`<li class=${node.wrong ? "wrong" : ""}>
    <code><${Link} to=${documentationOf(node)}>${text(node.op)}<//>(${operands})</code> → <code>${resultsText(node)}</code>
    ${taken ? html`<span class="attribute"> takes from around it: ${taken}</span>` : null}
    ${attributesOf(node).map(({ name, value, place }) => html`<span class="attribute"> ${place === null ? "" : `operand ${place}, `}${name}: ${value}</span>`)}
    ${node.wrong ? " (wrong)" : ""}</li>`;
}

export const AsList = ({ graph }) => html`<ol class="nodes">
  ${(graph.nodes ?? []).map((node) => html`<${Item} node=${node} edges=${graph.edges ?? []} />`)}</ol>`;
