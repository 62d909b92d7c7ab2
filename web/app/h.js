// What every file here writes its elements with: preact, its hooks, and htm's tagged templates.
import { h } from "../lib/preact.js";
import htm from "../lib/htm.js";

export { Component, Fragment, h, render } from "../lib/preact.js";
export { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from "../lib/hooks.js";
export const html = htm.bind(h);
