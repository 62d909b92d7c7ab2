// Figures, times and names as people read them.

// Whatever came over the wire, as text: objects must never reach an element as they are.
export function text(value) {
  if (value === null || value === undefined) return "";
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

export const isNumber = (value) => typeof value === "number" && Number.isFinite(value);

const whole = new Intl.NumberFormat("en", { maximumFractionDigits: 0 });

// 1234567 -> "1,234,567"; 0.01234 -> "0.0123"
export function number(value) {
  if (!isNumber(value)) return text(value) || "–";
  if (Number.isInteger(value) || Math.abs(value) >= 1000) return whole.format(value);
  if (value !== 0 && Math.abs(value) < 0.001) return value.toExponential(1);
  return String(Number(value.toPrecision(3)));
}

// 1234567 -> "1.2 M", for where there is little room
export function shortNumber(value) {
  if (!isNumber(value)) return "–";
  const size = Math.abs(value);
  if (size >= 1e9) return `${(value / 1e9).toPrecision(3)} G`;
  if (size >= 1e6) return `${(value / 1e6).toPrecision(3)} M`;
  if (size >= 1e4) return `${(value / 1e3).toPrecision(3)} k`;
  return number(value);
}

// 1.1e15 -> "1.1 · 10^15 ×": how far beyond a bound
export function factor(value) {
  if (!isNumber(value)) return text(value);
  return value >= 1e6 ? `${(value / 10 ** Math.floor(Math.log10(value))).toPrecision(2)} · 10^${Math.floor(Math.log10(value))} ×` : `${number(value)} ×`;
}

// 0.123 -> "12.3 %"
export function percent(share) {
  if (!isNumber(share)) return "–";
  const value = share * 100;
  return `${value !== 0 && value !== 100 && Math.abs(value) < 99.95 ? value.toFixed(1) : Math.round(value)} %`;
}

// Of seconds: "0.4 s", "12 s", "3 min 20 s", "2 h 5 min", "3 d 4 h"
export function duration(seconds) {
  if (!isNumber(seconds)) return "–";
  if (seconds < 10) return `${Number(seconds.toFixed(1))} s`;
  const s = Math.round(seconds);
  if (s < 60) return `${s} s`;
  if (s < 3600) return two(s, 60, "min", 1, "s");
  if (s < 86400) return two(s, 3600, "h", 60, "min");
  return two(s, 86400, "d", 3600, "h");
}

function two(seconds, big, bigName, small, smallName) {
  const rest = Math.floor((seconds % big) / small);
  return `${Math.floor(seconds / big)} ${bigName}${rest ? ` ${rest} ${smallName}` : ""}`;
}

// The interface's times are UTC, "2026-11-16 10:05:00".
export function moment(utc) {
  const value = Date.parse(`${text(utc).replace(" ", "T")}Z`);
  return Number.isNaN(value) ? null : value;
}

// "5 min ago"; the exact time belongs into a title.
export function ago(utc, now = Date.now()) {
  const value = moment(utc);
  if (value === null) return text(utc) || "–";
  const seconds = (now - value) / 1000;
  if (seconds < 5) return "now";
  for (const [size, name] of [[86400, "d"], [3600, "h"], [60, "min"], [1, "s"]]) {
    if (seconds >= size) return `${Math.floor(seconds / size)} ${name} ago`;
  }
  return text(utc);
}

// "2.13.0+cpu" and "2.13.0" are one release: what follows a + says how it was built.
export const sameVersion = (a, b) => text(a).split("+")[0] === text(b).split("+")[0];

export const plural = (count, one, many = `${one}s`) => `${number(count)} ${count === 1 ? one : many}`;

// "wrong-result" as in facets and badges
export const words = (name) => text(name).replaceAll("_", " ");

export const shapeText = (shape) => (Array.isArray(shape) ? `[${shape.map(text).join(",")}]` : text(shape));
