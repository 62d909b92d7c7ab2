// Text with a button that copies it.
import { html, useEffect, useRef, useState } from "../h.js";
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

// `of`: what it is, for those who do not see it.
export function Code({ value, of = "text", copy = true, wrap = false, id, small = false }) {
  const shown = text(value);
  return html`<div class=${`code ${small ? "small" : ""}`}>
    ${copy ? html`<${Copy} value=${shown} of=${of} id=${id} />` : null}
    <pre class=${wrap ? "wrap" : ""} tabindex="0" role="group" aria-label=${of}>${shown}</pre>
  </div>`;
}
