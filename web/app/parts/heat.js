// Error against bound of one output: a map of where, and a histogram of how much. Both scales are log10(error / bound): 0 is the bound,
// everything above it cannot be rounding.
import { html, useLayoutEffect, useRef, useState } from "../h.js";
import { factor, number, plural, shapeText, text } from "../text.js";
import { colour, useThemeRound } from "../theme.js";

const valueOf = (value) => (value === "inf" ? Infinity : value === "-inf" ? -Infinity : value);

const kMost = 12; // all that is more, NaN, and any error where none is allowed
const kLeast = -6; // all that is less, and no error at all

const times = (log) => (log >= kMost ? "beyond any bound" : `${factor(10 ** log)} the bound`);

// The bound is zero at the element that is told, and every other is plainly right or plainly wrong: "so many times the bound" would mean
// nothing.
export const mustBeExact = (output) =>
  output.exact === true && (output.heat?.values ?? []).every((value) => value === null || valueOf(value) >= kMost || valueOf(value) <= kLeast);

const exactly = (log) => (log >= kMost ? "wrong, and not by rounding" : "right");

// The worst of it in words.
export function worstText(output) {
  const { worst } = output;
  if (worst === undefined || worst === null) return "";
  if (typeof worst !== "number") return text(worst);
  if (output.exact !== true || worst < kMost) return times(worst);
  const error = typeof output.error === "number" ? `; error ${number(output.error)}` : "";
  return `no error is allowed here${error}`;
}

// Within the bound: pale; beyond it: from light to full red over six decades.
function paint(canvas, heat) {
  const [bad, fine, none] = ["--heat", "--heat-fine", "--heat-none"].map(colour);
  canvas.width = heat.columns;
  canvas.height = heat.rows;
  const context = canvas.getContext("2d");
  for (let i = 0; i < heat.rows * heat.columns; i += 1) {
    const value = valueOf(heat.values[i]);
    const beyond = typeof value === "number" && value > 0;
    context.fillStyle = value === null || value === undefined ? none : beyond ? bad : fine;
    context.globalAlpha = beyond ? 0.3 + 0.7 * Math.min(1, value / 6) : 1;
    context.clearRect(i % heat.columns, Math.floor(i / heat.columns), 1, 1);
    context.fillRect(i % heat.columns, Math.floor(i / heat.columns), 1, 1);
  }
}

function HeatMap({ heat, name, exact }) {
  const canvas = useRef(null);
  const [under, setUnder] = useState("");
  const round = useThemeRound();
  useLayoutEffect(() => paint(canvas.current, heat), [heat, round]);
  const beyond = heat.values.filter((value) => valueOf(value) > 0).length;
  const move = (event) => {
    const frame = canvas.current.getBoundingClientRect();
    const column = Math.floor(((event.clientX - frame.left) / frame.width) * heat.columns);
    const row = Math.floor(((event.clientY - frame.top) / frame.height) * heat.rows);
    const value = valueOf(heat.values[row * heat.columns + column]);
    setUnder(value === undefined ? "" : `row ${row}, column ${column}: ${value === null ? "not compared" : (exact ? exactly : times)(value)}`);
  };
  const cell = Math.max(4, Math.min(28, Math.floor(320 / Math.max(heat.rows, heat.columns))));
  return html`<figure class="heat">
    <canvas ref=${canvas} role="img" aria-label=${`Error of ${name} against its bound: ${beyond} of ${plural(heat.values.length, "cell")} beyond it`}
      style=${{ width: `${cell * heat.columns}px`, height: `${cell * heat.rows}px` }} onMouseMove=${move} onMouseLeave=${() => setUnder("")}></canvas>
    <figcaption>
      ${under || html`<${Scale} exact=${exact} />`}<br />${axes(heat)}
    </figcaption>
  </figure>`;
}

const Scale = ({ exact }) => html`<span class="scale"><span><i class="none"></i> not compared</span>
  ${" "}<span><i class="fine"></i> ${exact ? "right" : "within the bound"}</span>
  ${" "}<span>${exact ? html`<i class="most"></i> wrong` : html`<i class="some"></i><i class="more"></i><i class="most"></i> beyond, up to 10⁶ ×`}</span></span>`;

const axes = (heat) => [heat.row_axis && `down: ${text(heat.row_axis)}`, heat.column_axis && `across: ${text(heat.column_axis)}`].filter(Boolean).join(", ");

function Histogram({ histogram, name }) {
  const { edges, counts } = histogram;
  const largest = Math.max(1, ...counts);
  const width = 320, height = 110, step = width / counts.length;
  const low = edges[0], high = edges[edges.length - 1];
  const place = (value) => ((value - low) / (high - low || 1)) * width;
  const beyond = counts.reduce((sum, count, i) => sum + (edges[i] >= 0 ? count : 0), 0);
  return html`<figure class="histogram">
    <svg role="img" viewBox=${`0 -13 ${width} ${height + 31}`} aria-label=${`Elements of ${name} by error against bound; ${beyond} beyond the bound`}>
      ${counts.map((count, i) => {
        const tall = count ? Math.max(2, (Math.log1p(count) / Math.log1p(largest)) * height) : 0;
        return html`<rect class=${edges[i] >= 0 ? "beyond" : "fine"} x=${i * step + 0.5} y=${height - tall} width=${Math.max(1, step - 1)} height=${tall}>
          <title>${`10^${number(edges[i])} to 10^${number(edges[i + 1])}: ${plural(count, "element")}`}</title></rect>`;
      })}
      <line class="base" x1="0" x2=${width} y1=${height} y2=${height} />
      ${low < 0 && high > 0 ? html`<line class="bound" x1=${place(0)} x2=${place(0)} y1="-12" y2=${height} /><text x=${place(0) + 3} y="-4">bound</text>` : null}
      <text x="0" y=${height + 13}>10^${number(low)}</text><text x=${width} y=${height + 13} class="end">10^${number(high)}</text>
    </svg>
    <figcaption>Elements by error / bound (logarithmic both ways)</figcaption>
  </figure>`;
}

// In place of a histogram that would have two bars, at its ends.
function Counted({ output }) {
  const { elements = 0, outside = 0, open = 0 } = output;
  const right = elements - outside - open;
  return html`<p class="counted">The result must be exact where it is worst: every correct implementation gives the truth itself there.
    ${" "}${plural(outside, "element is", "elements are")} wrong, ${number(right)} right${open ? `, ${number(open)} not compared` : ""}.</p>`;
}

export function OutputError({ output }) {
  const exact = mustBeExact(output), worst = worstText(output);
  const about = [
    `${text(output.dtype)}${shapeText(output.shape)}`,
    output.elements !== undefined && plural(output.elements, "element"),
    worst && `worst: ${worst}`,
  ];
  return html`<div class="output">
    <h3><code>${text(output.name)}</code> <span class="note">${about.filter(Boolean).join(", ")}</span></h3>
    <div class="side">
      ${output.heat?.values?.length ? html`<${HeatMap} heat=${output.heat} name=${text(output.name)} exact=${exact} />` : null}
      ${exact ? html`<${Counted} output=${output} />` : output.histogram?.counts?.length ? html`<${Histogram} histogram=${output.histogram} name=${text(output.name)} />` : null}
    </div>
    ${output.note ? html`<p class="note">${output.note}</p>` : null}
  </div>`;
}
