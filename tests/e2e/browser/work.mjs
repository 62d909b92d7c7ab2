// Working with findings: filter, order, search, open, keys, copy, label, reload, deep link, colours, print.
import { api, check, goTo, settled } from "./lib.mjs";

const rows = (page) => page.locator("tbody tr[data-id]");
const hash = (page) => page.evaluate(() => location.hash);

async function filterAndOrder(open, settings) {
  const page = await open("#/findings?group=0");
  const all = await api(settings.base, "/api/findings?limit=500");
  check("all findings are listed", (await rows(page).count()) === Math.min(50, all.total), all.total);
  const kind = all.findings[0].kind;
  await page.locator(".facet", { hasText: "Kind" }).getByRole("link", { name: new RegExp(`^${kind}`) }).first().click();
  await page.waitForFunction((wanted) => location.hash.includes(`kind=${wanted}`), kind);
  await settled(page);
  const wanted = all.findings.filter((row) => row.kind === kind).length;
  check("a filter keeps what fits", (await rows(page).count()) === Math.min(50, wanted), [await rows(page).count(), wanted]);
  await page.reload();
  await settled(page);
  check("a reload keeps the filter", (await hash(page)).includes(`kind=${kind}`) && (await rows(page).count()) === Math.min(50, wanted));
  await page.getByRole("button", { name: /^Seen/ }).click();
  await page.waitForFunction(() => location.hash.includes("sort=count"));
  await settled(page);
  const ids = await rows(page).evaluateAll((list) => list.map((row) => row.dataset.id));
  const sorted = (await api(settings.base, `/api/findings?limit=50&sort=count&kind=${kind}`)).findings.map((row) => row.id);
  check("the head of a column sorts", JSON.stringify(ids) === JSON.stringify(sorted), [ids, sorted]);
  await page.goBack();
  await settled(page);
  check("Back takes the order away", !(await hash(page)).includes("sort="));
  await page.getByRole("link", { name: "One per bug" }).click();
  await page.waitForFunction(() => !location.hash.includes("group="));
  await settled(page);
  const bugs = (await api(settings.base, `/api/findings?limit=50&group=1&kind=${kind}`)).total;
  check("one row per bug", (await rows(page).count()) === Math.min(50, bugs), bugs);
  check("the switch says which rows these are", (await page.locator(".switch [aria-current]").innerText()) === "One per bug");
  await goTo(page, "#/findings");
  const distinct = (await api(settings.base, "/api/findings?limit=50&group=1")).findings.map((row) => row.id);
  const shown = await rows(page).evaluateAll((list) => list.map((row) => row.dataset.id));
  check("without a word each bug is listed once", JSON.stringify(shown) === JSON.stringify(distinct), [shown, distinct]);
  await goTo(page, "#/findings?group=1");
  check("an older link that asks for groups shows them", (await rows(page).count()) === distinct.length);
  await page.getByRole("link", { name: "Every finding" }).click();
  await page.waitForFunction(() => location.hash.includes("group=0"));
  await settled(page);
  check("the switch shows every finding", (await rows(page).count()) === Math.min(50, all.total));
  await page.context().close();
}

async function searchAndKeys(open, settings) {
  const page = await open("#/findings");
  const first = (await api(settings.base, "/api/findings?limit=500")).findings[0];
  await page.keyboard.press("/");
  await page.keyboard.type(first.id);
  await page.waitForFunction((id) => {
    const list = document.querySelectorAll("tr[data-id]");
    return location.hash.includes(id) && list.length === 1 && list[0].dataset.id === id;
  }, first.id);
  check("a search finds one by its id", true);
  await page.locator("h1").click();
  await page.keyboard.press("j");
  await page.keyboard.press("Enter");
  await page.waitForFunction((id) => location.hash.endsWith(`/findings/${id}`), first.id);
  check("j and Enter open a finding", true);
  // The address changes before the page does, and a key that the list does not know is lost.
  await page.locator("article.finding").waitFor();
  await settled(page);
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 50))));  // keys come with the next frame
  await page.keyboard.press("u");
  await page.waitForFunction((id) => location.hash.includes(`q=${id}`), first.id);
  check("u leads back to the list as it was", true);
  await page.keyboard.press("g");
  await page.keyboard.press("t");
  await page.waitForFunction(() => location.hash === "#/targets");
  check("g t leads to the targets", true);
  await page.keyboard.press("?");
  check("? shows the keys", await page.getByRole("heading", { name: "Keys" }).isVisible());
  await page.context().close();
}

async function copyAndLabel(open, settings) {
  const page = await open(`#/findings/${settings.finding}`, { permissions: ["clipboard-read", "clipboard-write"] });
  const known = await api(settings.base, `/api/findings/${settings.finding}`);
  check("a deep link shows the finding", (await page.locator("h1").innerText()) === known.title, known.title);
  const first = page.locator("article .code").first();
  const shown = await first.locator("pre").evaluate((pre) => pre.textContent);
  await first.locator(".copy").click();
  await page.waitForFunction(() => document.querySelector("article .code .copy").textContent === "Copied");
  check("the copy button copies", (await page.evaluate(() => navigator.clipboard.readText())) === shown);

  page.expectsRefusal = true;
  const form = page.locator("form", { has: page.locator("#label") });
  const token = page.getByLabel(/^Token/);
  check("the token is asked for once", (await token.count()) === 1);
  check("nothing is chosen beforehand", (await page.locator("#mark").inputValue()) === "" && (await page.getByRole("button", { name: "Save state" }).isDisabled()));
  await page.locator("#mark").selectOption("fixed");
  check("what is chosen can be saved", await page.getByRole("button", { name: "Save state" }).isEnabled());
  await form.locator("#label").selectOption("known");
  await form.getByRole("button", { name: "Save label" }).click();
  await form.getByText(/needs the token/).waitFor();
  await token.fill("wrong");
  await form.getByRole("button", { name: "Save label" }).click();
  await form.getByText(/token is not the server/).waitFor();
  check("a wrong token is refused and said so", (await api(settings.base, `/api/findings/${settings.finding}`)).labels.current === "");
  await token.fill(settings.token);
  await form.getByRole("button", { name: "Save label" }).click();
  await page.locator("header .badge.accent", { hasText: "known" }).waitFor();
  check("and is not asked for again", (await token.count()) === 0);
  check("the right token labels it", (await api(settings.base, `/api/findings/${settings.finding}`)).labels.current === "known");
  await page.reload();
  await settled(page);
  check("the label stays", (await page.locator("header .badge.accent").innerText()) === "known");
  await page.context().close();
}

async function coloursAndPaper(open, settings) {
  const page = await open("#/");
  const paper = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const light = await paper();
  await page.getByLabel("Colours").selectOption("dark");
  check("the switch makes it dark", (await paper()) !== light, light);
  await page.reload();
  await settled(page);
  check("and it stays dark", (await paper()) !== light);
  await goTo(page, `#/findings/${settings.finding}`);
  await page.emulateMedia({ media: "print" });
  check("on paper there is no way to other pages", !(await page.locator("header.top nav").isVisible()) && (await page.locator("h1").isVisible()));
  await page.context().close();
}

export default async function work(open, settings) {
  await filterAndOrder(open, settings);
  await searchAndKeys(open, settings);
  await copyAndLabel(open, settings);
  await coloursAndPaper(open, settings);
}
