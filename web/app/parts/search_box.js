// A search field: what is typed goes into the address after a moment's pause, Enter at once.
import { html, useEffect, useRef, useState } from "../h.js";
import { useKeys } from "../keys.js";

export function SearchBox({ label, value = "", onSearch, placeholder }) {
  const [typed, type] = useState(value);
  const field = useRef(null);
  const timer = useRef(0);
  const last = useRef(value);
  useEffect(() => {
    if (value !== last.current) type(value); // the address changed from elsewhere
    last.current = value;
  }, [value]);
  useEffect(() => () => clearTimeout(timer.current), []);
  useKeys({ "/": () => field.current?.focus() }, []);
  const send = (text) => {
    clearTimeout(timer.current);
    last.current = text;
    onSearch(text);
  };
  const changed = (event) => {
    const text = event.currentTarget.value;
    type(text);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => send(text.trim()), 250);
  };
  return html`<form class="search" role="search" onSubmit=${(event) => (event.preventDefault(), send(typed.trim()))}>
    <input ref=${field} type="search" value=${typed} onInput=${changed} aria-label=${label} placeholder=${placeholder ?? label}
      autocomplete="off" spellcheck=${false} maxlength="190" />
  </form>`;
}
