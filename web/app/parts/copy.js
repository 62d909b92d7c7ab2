// Text with a button that copies it.
import { html, useEffect, useLayoutEffect, useRef, useState } from "../h.js";
import { text } from "../text.js";

async function toClipboard(value) {
  try {
    await navigator.clipboard.writeText(value);
    return true;
  } catch {
    // Not a secure context (a host name other than localhost): the old way.
    const area = document.createElement("textarea");
    area.value = value;
    area.className = "away";
    document.body.append(area);
    area.select();
    const done = document.execCommand("copy");
    area.remove();
    return done;
  }
}

export function Copy({ value, label = "Copy", of = "", id }) {
  const [said, say] = useState("");
  const timer = useRef(0);
  useEffect(() => () => clearTimeout(timer.current), []);
  const copy = async () => {
    say((await toClipboard(value)) ? "Copied" : "Not copied");
    clearTimeout(timer.current);
    timer.current = setTimeout(() => say(""), 2000);
  };
  return html`<button type="button" class="copy" id=${id} onClick=${copy} aria-label=${of ? `Copy ${of}` : undefined}>${said || label}</button>
    <span class="away" role="status">${said}</span>`;
}

// [before, the line, after] of a text around line `line` (from 1); null where it has no such line.
export function aroundLine(value, line) {
  const lines = value.split("\n");
  if (!Number.isInteger(line) || line < 1 || line > lines.length || lines[line - 1] === "") return null;
  const before = lines.slice(0, line - 1).map((one) => `${one}\n`).join(""), after = lines.slice(line).map((one) => `\n${one}`).join("");
  return [before, lines[line - 1], after];
}

// `of`: what it is, for those who do not see it. `mark`: the number of a line that stands out and is scrolled to.
export function Code({ value, of = "text", copy = true, wrap = false, id, small = false, mark = 0 }) {
  const shown = text(value);
  const parts = aroundLine(shown, mark);
  const frame = useRef(null);
  useLayoutEffect(() => {
    const marked = frame.current.querySelector("mark"), room = frame.current.clientHeight;
    if (marked && marked.offsetTop > room - 40) frame.current.scrollTop = marked.offsetTop - room / 2;
  }, [shown, mark]);
  return html`<div class=${`code ${small ? "small" : ""}`}>
    ${copy ? html`<${Copy} value=${shown} of=${of} id=${id} />` : null}
    <pre ref=${frame} class=${wrap ? "wrap" : ""} tabindex="0" role="group" aria-label=${of}>${parts ? html`${parts[0]}<mark>${parts[1]}</mark>${parts[2]}` : shown}</pre>
  </div>`;
}
