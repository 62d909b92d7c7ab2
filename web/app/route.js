// Addresses: #/findings?kind=wrong&page=2. All that a page shows by choice is in them, so that a reload, a bookmark and a link sent to
// somebody show the same.
import { useEffect, useState } from "./h.js";

// "#/findings/F1?x=2" -> {parts: ["findings", "F1"], query: {x: "2"}}
export function parse(hash) {
  const [path, search = ""] = hash.replace(/^#?\/?/, "").split(/\?(.*)/s);
  const decode = (part) => {
    try {
      return decodeURIComponent(part);
    } catch {
      return part; // a stray per cent sign, typed by hand
    }
  };
  return { parts: path.split("/").filter(Boolean).map(decode), query: Object.fromEntries(new URLSearchParams(search)) };
}

// to(["findings", id], {kind: "wrong"}) -> "#/findings/…?kind=wrong"; empty choices are left out.
export function to(parts, query = {}) {
  return `#/${parts.map(encodeURIComponent).join("/")}${search(query)}`;
}

export function search(query) {
  const kept = Object.entries(query).filter(([, value]) => value !== undefined && value !== null && value !== "");
  return kept.length ? `?${new URLSearchParams(kept)}` : "";
}

// `replace`: for choices that the Back button should not walk through one by one, such as letters of a search.
export function go(address, { replace = false } = {}) {
  if (!replace) {
    location.hash = address;
    return;
  }
  history.replaceState(null, "", address);
  dispatchEvent(new HashChangeEvent("hashchange"));
}

export function useRoute() {
  const [route, set] = useState(() => parse(location.hash));
  useEffect(() => {
    const changed = () => set(parse(location.hash));
    addEventListener("hashchange", changed);
    return () => removeEventListener("hashchange", changed);
  }, []);
  return route;
}
