// Keys: `useKeys({"/": focusSearch})`. They never fire while somebody types, nor with Ctrl, Alt or Meta.
import { useEffect } from "./h.js";

const typing = (element) => element?.closest?.("input, textarea, select, [contenteditable]") !== null && element?.closest;

export function useKeys(keys, dependencies) {
  useEffect(() => {
    const pressed = (event) => {
      if (event.ctrlKey || event.altKey || event.metaKey || event.defaultPrevented) return;
      if (typing(event.target) || document.querySelector("dialog[open]")) return;
      const act = keys[event.key];
      if (!act) return;
      if (act(event) !== false) event.preventDefault();
    };
    addEventListener("keydown", pressed);
    return () => removeEventListener("keydown", pressed);
  }, dependencies);
}

// For the help that "?" shows.
export const allKeys = [
  ["?", "this list"],
  ["/", "search"],
  ["j, k", "next, previous row"],
  ["Enter", "open the row"],
  ["n, p", "next, previous page or finding"],
  ["u", "up to the list"],
  ["g then o, c, f, t, p, b, s", "overview, campaigns, findings, targets, programs, bugs, study"],
  ["c", "copy the stand-alone file of a finding"],
  ["l", "label a finding"],
];
