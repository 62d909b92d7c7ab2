// A hundred thousand findings: pages, filters and orders stay usable. How fast the server answers is measured in bench/.
import { check, settled } from "./lib.mjs";

const rows = (page) => page.locator("tbody tr[data-id]");

export default async function many(open, settings) {
  const page = await open("#/findings?group=0");
  check("the first page has fifty rows", (await rows(page).count()) === 50);
  check("and says how many there are", (await page.locator(".pager .count").innerText()).includes(settings.total.toLocaleString("en")), await page.locator(".pager .count").innerText());
  await page.getByRole("link", { name: "Last page" }).click();
  await page.waitForFunction(() => /page=\d{3,}/.test(location.hash));
  await settled(page);
  check("the last page is reached in one step", (await rows(page).count()) > 0);
  await page.locator(".facet", { hasText: "State" }).getByRole("link").first().click();
  await page.waitForFunction(() => location.hash.includes("state=") && !location.hash.includes("page="));
  await settled(page);
  check("a filter begins at its first page", (await rows(page).count()) === 50);
  for (const order of ["severity", "realism", "count", "target"]) {
    await page.getByLabel("Sort").selectOption(order);
    await page.waitForFunction((wanted) => location.hash.includes(`sort=${wanted}`), order);
    await settled(page);
    check(`sorted by ${order}`, (await rows(page).count()) === 50);
  }
  const elements = await page.evaluate(() => document.querySelectorAll("*").length);
  check("the page holds only what it shows", elements < 5000, elements);
}
