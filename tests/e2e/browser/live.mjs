// A page that is open while a real campaign runs follows it without being touched.
import { check } from "./lib.mjs";

const figure = (page, label) => page.locator(".tiles div", { has: page.locator("dt", { hasText: new RegExp(`^${label}$`) }) }).locator("dd.figure").innerText();
const asNumber = (text) => Number(text.replaceAll(",", ""));

export default async function live(open, settings) {
  const page = await open(`#/campaigns/${settings.campaign}`);
  await page.locator(".badge.live", { hasText: "live" }).waitFor();
  check("the page says that news arrive", true);
  const before = asNumber(await figure(page, "Cases"));
  await page.waitForFunction((old) => {
    const tile = [...document.querySelectorAll(".tiles div")].find((one) => one.querySelector("dt").textContent === "Cases");
    return Number(tile.querySelector("dd").textContent.replaceAll(",", "")) > old;
  }, before);
  check("cases grow while nobody touches the page", true);
  await page.locator(".chart .plot canvas").first().waitFor();
  check("curves are drawn", (await page.locator(".chart").count()) >= 2);
  await page.locator("tr[data-id]").first().waitFor();
  check("findings of the campaign appear", (await page.locator("tr[data-id]").count()) > 0);

  const list = await open("#/campaigns");
  const row = list.locator("tbody tr").first();
  const cell = row.locator("td.figure").first();
  const first = asNumber(await cell.innerText());
  await list.waitForFunction((old) => Number(document.querySelector("tbody tr td.figure").textContent.replaceAll(",", "")) > old, first);
  check("the list of campaigns follows, too", true);
  check("one connection serves a page", (await page.evaluate(() => performance.getEntriesByType("resource").filter((one) => one.name.includes("/api/events")).length)) <= 1);

  // Nobody writes a last sample then: the events that came before must not outlive what later answers say.
  process.kill(-settings.process, "SIGKILL");
  await page.waitForFunction(() => document.querySelector(".badges .badge") && !document.querySelector(".badges .badge.live"));
  check("a campaign that was killed does not stay running on its open page", true);
  await list.waitForFunction(() => document.querySelector("tbody tr .badge") && !document.querySelector("tbody tr .badge.live"));
  check("nor in the open list", true);
}
