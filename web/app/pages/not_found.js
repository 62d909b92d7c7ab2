import { html } from "../h.js";
import { Empty } from "../parts/basics.js";

export const NotFound = () => html`<h1>Not found</h1><${Empty}>There is no such page. <a href="#/">Overview</a><//>`;
