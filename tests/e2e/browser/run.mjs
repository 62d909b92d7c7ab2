// Runs the parts of a browser test in one Chromium, one after the other; exit code 1 when something failed.
//
// A part is a file beside this one whose default function gets `open(address, options)`, which gives a page that is watched until
// the end, and the settings of the part: {script, base, …}.
import { check, failures, kPatience, packages, settings, settled, watch } from "./lib.mjs";

const { chromium } = packages("playwright-core");
const browser = await chromium.launch({
  executablePath: settings.chromium,
  timeout: kPatience,
  args: ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync", "--disable-default-apps", "--disable-extensions"],
});

async function runPart(part) {
  const troubles = [], contexts = [];
  const open = async (address, options = {}) => {
    const context = await browser.newContext({ viewport: { width: 1300, height: 850 }, ...options });
    contexts.push(context);
    context.setDefaultTimeout(kPatience);
    const page = await context.newPage();
    watch(page, part.base, troubles);
    await page.goto(part.base + address);
    await settled(page);
    return page;
  };
  const begin = Date.now();
  try {
    await (await import(`./${part.script}`)).default(open, part);
  } catch (error) {
    check(`${part.script} runs to its end`, false, error.stack);
  }
  check(`${part.script}: no script of a stranger, no request elsewhere, no error on the console`, troubles.length === 0, troubles);
  for (const context of contexts) await context.close();
  console.log(`        ${part.script}: ${((Date.now() - begin) / 1000).toFixed(1)} s`);
}

for (const part of settings.parts) await runPart(part);
await browser.close();
process.exit(failures() ? 1 : 0);
