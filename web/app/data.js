// Where pages get their facts: from the server, or from a report that was written to files.
import { useEffect, useState } from "./h.js";
import { search } from "./route.js";
import { askReport, inReport } from "./report_data.js";
import { getToken } from "./token.js";

export { inReport };

// The answer to GET `path`; throws an Error with a sentence for people.
export async function ask(path, query = {}, signal = undefined) {
  if (inReport) return askReport(path, query);
  let reply;
  try {
    reply = await fetch(path.slice(1) + search(query), { signal, headers: { Accept: "application/json" } });
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Error("The server does not answer. Is `assay serve` still running?");
  }
  return answerOf(reply);
}

// Changes something, which needs the token.
export async function tell(path, body) {
  const reply = await fetch(path.slice(1), {
    method: "POST",
    headers: { "Content-Type": "application/json", Authorization: `Bearer ${getToken()}` },
    body: JSON.stringify(body),
  });
  return answerOf(reply);
}

async function answerOf(reply) {
  const answer = await reply.json().catch(() => null);
  if (reply.ok && answer !== null) return answer;
  const error = new Error(answer?.error ?? `The server answered ${reply.status}.`);
  error.status = reply.status;
  throw error;
}

// {answer, at, error, loading, again}: the answer to `path` (null: nothing is asked) and when it came, in ms. While a new one is on its way the old one stays, so that
// pages do not flicker; `keep: false` drops it at once, for pages about another thing.
export function useAnswer(path, query = {}, { keep = false } = {}) {
  const key = path === null ? null : path + search(query);
  const [state, set] = useState({ key: null });
  const [round, setRound] = useState(0);
  useEffect(() => {
    if (key === null) return undefined;
    const stop = new AbortController();
    ask(path, query, stop.signal).then(
      (answer) => stop.signal.aborted || set({ key, answer, at: Date.now() }),
      (error) => stop.signal.aborted || set((old) => ({ key, error, ...(old.key === key ? { answer: old.answer, at: old.at } : {}) })),
    );
    return () => stop.abort();
  }, [key, round]);
  const current = state.key === key;
  return {
    answer: current || keep ? state.answer : undefined,
    at: state.at ?? 0,
    error: current ? state.error : undefined,
    loading: key !== null && !current,
    again: () => setRound((n) => n + 1),
  };
}

// Reads of files: links for the browser. In a report there is only what was written.
export const fileLink = (path, query = {}) => path.slice(1) + search(query);
