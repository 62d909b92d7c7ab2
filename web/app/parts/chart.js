// Lines over time (uPlot). The legend below is text: it names each line with its last value, and so serves those who see no picture.
import { html, useEffect, useLayoutEffect, useRef } from "../h.js";
import uPlot from "../../lib/uplot.js";
import { duration, number, shortNumber } from "../text.js";
import { colour, useThemeRound } from "../theme.js";

const kPalette = 8; // --line-0 … in style/base.css
// Steps of an axis of time that people count in, in seconds.
const kSteps = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 14400, 21600, 43200, 86400, 172800, 604800];

// lines: [{name, values}] over `times`, which `across` writes (seconds unless told otherwise). `top`: where the axis ends, unless the values do above it.
// `actions`: buttons beside the title.
export function Chart({ title, times, lines, format = number, across = duration, height = 170, top = 0, sync = "", actions = null }) {
  const place = useRef(null);
  const plot = useRef(null);
  const round = useThemeRound();
  const names = lines.map((line) => line.name).join("\n");

  useLayoutEffect(() => {
    const width = () => Math.max(160, place.current.clientWidth);
    plot.current = new uPlot(optionsOf({ lines, format, across, height, top, sync, width: width() }), dataOf(times, lines), place.current);
    const watch = new ResizeObserver(() => plot.current.setSize({ width: width(), height }));
    watch.observe(place.current);
    return () => {
      watch.disconnect();
      plot.current.destroy();
    };
  }, [round, names, height]);

  useEffect(() => plot.current?.setData(dataOf(times, lines)), [times, lines]);

  return html`<figure class="chart">
    <figcaption>${title}${actions}</figcaption>
    <div class="plot" ref=${place} aria-hidden="true"></div>
    <ul class="legend">
      ${lines.map((line, i) => html`<li key=${line.name}>
        <span class=${`swatch line-${i % kPalette}`} aria-hidden="true"></span>${line.name}${" "}<span class="figure">${format(lastOf(line.values))}</span>
      </li>`)}
    </ul>
  </figure>`;
}

const lastOf = (values) => {
  for (let i = values.length - 1; i >= 0; i -= 1) if (values[i] !== null && values[i] !== undefined) return values[i];
  return undefined;
};

const dataOf = (times, lines) => [times, ...lines.map((line) => line.values.map((value) => value ?? null))];

function optionsOf({ lines, format, across, height, top, sync, width }) {
  const ink = colour("--soft"), grid = colour("--grid");
  const axis = { stroke: ink, grid: { stroke: grid, width: 1 }, ticks: { show: false }, font: "11px system-ui, sans-serif" };
  return {
    width, height, padding: [8, 8, 0, 0], legend: { show: false },
    cursor: { y: false, drag: { x: false, y: false }, points: { size: 6 }, ...(sync ? { sync: { key: sync } } : {}) },
    scales: { x: { time: false }, y: { range: (_, low, high) => rangeOf(low, high, top) } },
    axes: [
      { ...axis, size: 24, ...(across === duration ? { incrs: kSteps } : {}), values: (_, marks) => marks.map(across), space: 70 },
      { ...axis, size: 52, values: (_, marks) => marks.map((mark) => (format === number ? shortNumber(mark) : format(mark))), space: 32 },
    ],
    series: [{}, ...lines.map((line, i) => ({ label: line.name, stroke: colour(`--line-${i % kPalette}`), width: 1.5, points: { show: false }, spanGaps: true }))],
    plugins: [tip(lines, format, across)],
  };
}

function rangeOf(low, high, top) {
  if (low === null || high === null) return [0, 1];
  const bottom = Math.min(0, low);
  const end = Math.max(high, top);
  return [bottom, end > bottom ? end + (end - bottom) * 0.05 : bottom + 1];
}

// Values under the pointer.
function tip(lines, format, across) {
  let box;
  return {
    hooks: {
      init: (u) => {
        box = document.createElement("div");
        box.className = "tip";
        box.hidden = true;
        u.over.append(box);
      },
      setCursor: (u) => {
        const { idx, left } = u.cursor;
        box.hidden = idx === null || idx === undefined || left < 0;
        if (box.hidden) return;
        const rows = lines.slice(0, 10).map((line, i) => `${line.name}: ${format(u.data[i + 1]?.[idx])}`);
        box.textContent = [across(u.data[0][idx]), ...rows].join("\n");
        box.style.left = left > u.over.clientWidth / 2 ? "auto" : `${left + 10}px`;
        box.style.right = left > u.over.clientWidth / 2 ? `${u.over.clientWidth - left + 10}px` : "auto";
      },
    },
  };
}
