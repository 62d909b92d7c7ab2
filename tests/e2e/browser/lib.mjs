// What the browser tests share: checks that are counted, a page that is watched, and what no page may do.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

// {chromium, packages, parts}: from the Python half. playwright-core and axe-core come from scripts/fetch-web --dev.
export const settings = JSON.parse(process.env.ASSAY_BROWSER_TEST);
export const packages = createRequire(`${settings.packages}/node_modules/`);
const axe = readFileSync(packages.resolve("axe-core/axe.min.js"), "utf8");

// Machines that run tests are busy: what is waited for may take long, what fails says so.
export const kPatience = 120_000;

const counts = { failed: 0 };
export const failures = () => counts.failed;
export function check(what, holds, detail = "") {
  if (!holds) counts.failed += 1;
  const said = holds || detail === "" ? "" : `: ${typeof detail === "string" ? detail : JSON.stringify(detail)}`;
  console.log(`${holds ? "ok     " : "FAILED "} ${what}${said.slice(0, 1500)}`);
}

// Notes in `troubles` what no page may do: dialogs, errors, requests to others than `base`.
export function watch(page, base, troubles) {
  const own = new URL(base).protocol === "file:" ? "file:" : new URL(base).origin;
  page.on("dialog", (dialog) => {
    troubles.push(`dialog: ${dialog.message()}`);
    dialog.dismiss();
  });
  page.on("pageerror", (error) => troubles.push(`error: ${error.message}`));
  page.on("console", (message) => {
    // A refused change is an answer, which the page shows; the browser notes it all the same.
    const refused = /status of 40[13]/.test(message.text()) && page.expectsRefusal;
    if (["error", "warning"].includes(message.type()) && !refused) troubles.push(`console: ${message.text()}`);
  });
  page.on("request", (request) => {
    const url = request.url();
    if (!url.startsWith(own) && !/^(data|blob):/.test(url)) troubles.push(`request: ${url}`);
  });
}

// Until the page shows what it has.
export async function settled(page) {
  await page.waitForSelector("h1");
  await page.waitForFunction(() => !document.querySelector(".loading, [aria-busy=true]"));
}

export async function goTo(page, hash) {
  await page.evaluate((address) => { location.hash = address; }, hash);
  await settled(page);
}

// What axe calls serious or critical; `rules`: only these.
export async function seriousIssues(page, rules = undefined) {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(`${axe};0`);
  // Without `preload`: axe would fetch the style sheets, which the policy of a written report forbids.
  const options = { resultTypes: ["violations"], preload: false, ...(rules ? { runOnly: rules } : {}) };
  const result = await page.evaluate((chosen) => window.axe.run(document, chosen), options);
  return result.violations
    .filter((issue) => ["serious", "critical"].includes(issue.impact))
    .map((issue) => `${issue.id} (${issue.nodes.length}): ${issue.nodes[0].html.slice(0, 200)}`);
}

export const isTooWide = (page) => page.evaluate(() => document.documentElement.scrollWidth > innerWidth);

export async function api(base, path) {
  const reply = await fetch(base + path.slice(1));
  return reply.json();
}
