// A report on a disk: the same pages without a server, strangers' strings in it.
import { check, goTo, seriousIssues, settled } from "./lib.mjs";

const rows = (page) => page.locator("tbody tr[data-id]");

export default async function report(open, settings) {
  const page = await open("index.html#/");
  check("the first page stands", (await page.locator("h1").innerText()) === "Overview");
  for (const hash of ["#/campaigns", `#/campaigns/${settings.campaign}`, "#/targets", "#/programs/judge", "#/bugs", "#/study"]) {
    await goTo(page, hash);
    check(`${hash} stands`, (await page.locator(".failure").count()) === 0, await page.locator(".failure").allInnerTexts());
  }
  await goTo(page, "#/findings");
  check("each bug is there once", (await rows(page).count()) <= settings.total && (await page.locator(".pager .count").innerText()).includes("distinct bugs"));
  await goTo(page, "#/findings?group=0");
  check("all findings are there", (await rows(page).count()) === Math.min(50, settings.total), [await rows(page).count(), settings.total]);
  await page.locator(".facet", { hasText: "Kind" }).getByRole("link").first().click();
  await page.waitForFunction(() => location.hash.includes("kind="));
  await settled(page);
  check("filters work without a server", (await rows(page).count()) > 0);
  await goTo(page, `#/findings/${settings.finding}`);
  check("a finding is complete", (await page.locator("article .section").count()) >= 4 && (await page.locator(".graph svg").count()) > 0);
  check("there is nothing to save", (await page.getByRole("button", { name: "Save label" }).count()) === 0);
  await page.reload();
  await settled(page);
  check("a reload stays on the finding", (await page.locator("article.finding").count()) === 1);
  check("nothing hostile became an element", (await page.evaluate(() => document.querySelectorAll("img[src='x'], main script, [onerror]").length)) === 0);
  const issues = await seriousIssues(page);
  check("axe finds nothing serious", issues.length === 0, issues);
}
