// News while campaigns run. One connection for the whole page, whatever listens: browsers allow only six per host.
import { useEffect, useRef, useState } from "./h.js";
import { inReport } from "./data.js";

let source = null;
let listeners = new Set();
let connected = false;

function tellAll(type, detail) {
  for (const listener of [...listeners]) listener(type, detail);
}

function open() {
  source = new EventSource("api/events");
  const pass = (type) => (event) => {
    try {
      tellAll(type, JSON.parse(event.data));
    } catch {
      // half an event at the end of the server's life; the next one is whole
    }
  };
  source.addEventListener("progress", pass("progress"));
  source.addEventListener("finding", pass("finding"));
  source.onopen = () => tellAll("connected", (connected = true));
  source.onerror = () => {
    tellAll("connected", (connected = false));
    // The browser tries again by itself, but not after an answer such as 503.
    if (source?.readyState === EventSource.CLOSED) {
      source = null;
      setTimeout(() => listeners.size && !source && open(), 5000);
    }
  };
}

// Calls `listener(type, detail)` for "progress" and "finding" events, as long as the element stands.
export function useNews(listener, dependencies) {
  useEffect(() => {
    if (inReport) return undefined;
    listeners.add(listener);
    if (!source) open();
    return () => {
      listeners.delete(listener);
      if (listeners.size || !source) return;
      source.close();
      source = null;
    };
  }, dependencies);
}

// `act`, but at most once in `wait` ms: many findings at a time must not become as many requests.
export function useCalm(act, wait = 3000) {
  const timer = useRef(0);
  const newest = useRef(act);
  newest.current = act;
  useEffect(() => () => clearTimeout(timer.current), []);
  return () => {
    timer.current ||= setTimeout(() => {
      timer.current = 0;
      newest.current();
    }, wait);
  };
}

const kLookEvery = 10000; // ms; figures that no event tells change slowly

// Calls `again` now and then while `on`, as long as somebody looks at the page.
export function useRefresh(on, again, dependencies = []) {
  useEffect(() => {
    if (!on || inReport) return undefined;
    const timer = setInterval(() => document.visibilityState === "visible" && again(), kLookEvery);
    return () => clearInterval(timer);
  }, [on, ...dependencies]);
}

// Whether news arrive: true or false.
export function useConnected() {
  const [state, set] = useState(connected);
  useNews((type, detail) => type === "connected" && set(detail), []);
  return state;
}
