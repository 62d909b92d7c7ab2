// The documentation: links, search, colours, every page at a phone's size. settings.axe: pages that are usable by everybody;
// settings.served: below the dashboard.
import { check, isTooWide, seriousIssues, settled } from "./lib.mjs";

const paper = (page) => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
const search = (page) => page.getByRole("searchbox", { name: "Search the documentation" });

// Every page that links lead to from the first one, each opened once.
async function crawl(page, look) {
  const begin = page.url().replace(/[^/]*$/, "");
  const seen = new Set([page.url()]), waiting = [page.url()];
  while (waiting.length) {
    const url = waiting.shift();
    await page.goto(url);
    const name = url.slice(begin.length);
    await look(page, name);
    for (const link of await page.$$eval("a[href]", (links) => links.map((one) => one.href.split("#")[0]))) {
      if (!link.startsWith(begin) || seen.has(link)) continue;
      seen.add(link);
      waiting.push(link);
    }
  }
  return seen.size;
}

async function finds(page, words, heading) {
  await search(page).fill(words);
  const first = page.locator(".hits a").first();
  await first.waitFor();
  check(`search "${words}" finds ${heading}`, (await first.locator("strong").innerText()).includes(heading), await page.locator(".hits strong").allInnerTexts());
  await search(page).press("Enter");
  await page.waitForFunction((text) => document.querySelector(location.hash || "h1")?.innerText.includes(text), heading.split(": ").pop());
  await settled(page);
}

export default async function help(open, settings) {
  const page = await open(settings.start, { colorScheme: "light" });
  if (settings.served) {
    await page.getByRole("link", { name: "Help", exact: true }).click();
    await page.waitForURL("**/help/");
    await settled(page);
  }
  const first = page.url();
  check("the first page lists the guides", (await page.locator("h1").innerText()).includes("Documentation"));
  check("a way back to the dashboard", (await page.getByRole("link", { name: "Dashboard", exact: true }).count()) === (settings.served ? 1 : 0));

  await finds(page, "sandbox", "The sandbox");
  check("search leads to the section", page.url().endsWith("reference/programs.html#the-sandbox"), page.url());
  await finds(page, "exit codes", "Exit codes");
  await page.keyboard.press("Escape");
  await page.locator("h1").click();
  await page.keyboard.press("/");
  await search(page).fill("zzzznothing");
  await page.locator(".hits p", { hasText: "Nothing found" }).waitFor();
  await search(page).fill("<img src=x onerror=alert(1)>");
  check("what is searched for is text", (await page.locator(".hits img").count()) === 0);
  await search(page).fill("quantisation");
  await page.locator(".hits a").first().waitFor();
  const issues = await seriousIssues(page);
  check("axe finds nothing serious in the list of results", issues.length === 0, issues);
  await page.keyboard.press("Escape");

  await page.goto(first);
  await page.getByRole("navigation", { name: "Contents" }).getByRole("link", { name: "Glossary" }).click();
  await settled(page);
  check("contents lead to a page and mark it", (await page.locator("#contents a[aria-current]").innerText()) === "Glossary");
  const light = await paper(page);
  await page.getByRole("combobox", { name: "Colours" }).selectOption("dark");
  const dark = await paper(page);
  check("colours can be chosen", light !== dark, [light, dark]);
  await page.reload();
  check("and stay", (await paper(page)) === dark);
  await page.goto(`${first.replace(/[^/]*$/, "")}readme.html`);
  check("pictures follow the colours", (await page.locator("img.for-dark").isVisible()) && !(await page.locator("img.for-light").isVisible()));
  const pictures = await page.$$eval("img", (images) => images.filter((one) => !one.complete || !one.naturalWidth).length);
  check("pictures are there", pictures === 0);

  const sizes = { viewport: { width: 390, height: 844 }, colorScheme: "dark" };
  const phone = await open(settings.served ? "help/" : settings.start, sizes);
  const count = await crawl(phone, async (one, name) => {
    check(`${name}: fits a phone`, !(await isTooWide(one)));
    if (!settings.axe?.includes(name)) return;
    const found = await seriousIssues(one);
    check(`${name}: axe finds nothing serious, in dark colours`, found.length === 0, found);
  });
  check("all pages were seen", count > 40, count);
  for (const name of settings.axe ?? []) {
    await page.goto(first.replace(/[^/]*$/, name));
    await page.getByRole("combobox", { name: "Colours" }).selectOption("light");
    const found = await seriousIssues(page, ["color-contrast"]);
    check(`${name}: enough contrast in light colours`, found.length === 0, found);
  }
}
