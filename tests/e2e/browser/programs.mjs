// What judge keeps of the programs of an API: text, verdict and evidence beside the documentation, from a server and from the disk.
import { check, goTo, isTooWide, seriousIssues } from "./lib.mjs";

const rows = (page) => page.locator("table.cards > tbody > tr");
const planted = (page) => page.evaluate(() => document.querySelectorAll("main img[src='x'], main script, main [onerror]").length);

async function onWideScreen(open, settings) {
  const page = await open(`${settings.start}#/programs/judge`);
  check("one row per API", (await rows(page).count()) === 2, await rows(page).count());
  const row = rows(page).first();
  check("nothing is unfolded yet", (await row.locator("pre").count()) === 0);
  await row.getByText("Programs and evidence").click();
  const programs = row.locator("details.row details.row");
  await programs.first().waitFor();
  check("each has its oracle and verdict", (await programs.count()) === 2
    && /default\s*holds/.test(await programs.nth(0).innerText()) && /strides\s*not applicable/.test(await programs.nth(1).innerText()), await programs.allInnerTexts());
  check("what was tried is told", (await row.getByRole("group", { name: "What was tried" }).innerText()).includes("a documented default"));

  const first = programs.nth(0);
  await first.locator("summary").first().click();
  await first.getByRole("group", { name: "program", exact: true }).waitFor();
  check("the text of the program stands there", (await first.getByRole("group", { name: "program", exact: true }).innerText()).trim() === settings.program.trim());
  check("the line of the claim is marked", (await first.locator("mark").innerText()).startsWith("assert"));
  check("it can be copied", await first.getByRole("button", { name: "Copy program" }).isVisible());
  check("beside the words that it was made from", (await first.locator("blockquote").innerText()).includes("p is 1")
    && (await first.locator(".documentation").innerText()).includes("torch 9.9, introspection: parameter `p`"), await first.locator(".documentation").allInnerTexts());
  await first.getByText("Whole documentation").click();
  check("the documentation is there", (await first.getByRole("group", { name: "documentation" }).innerText()).includes("Absolute values."));

  const second = programs.nth(1);
  await second.locator("summary").first().click();
  await second.getByRole("group", { name: "program", exact: true }).waitFor();
  check("a rule of ours is called so", (await second.locator("blockquote").count()) === 0 && (await second.innerText()).includes("is the oracle's own rule"), await second.innerText());
  check("nothing hostile became an element", (await planted(page)) === 0 && (await second.innerText()).includes("onerror="));
  check("a row of an older assay still tells what was tried", (await rows(page).nth(1).getByText("Details").count()) === 1);
  const issues = await seriousIssues(page);
  check("axe finds nothing serious", issues.length === 0, issues);
  await page.context().close();
}

async function onPhone(open, settings) {
  const page = await open(`${settings.start}#/programs/judge`, { viewport: { width: 390, height: 844 } });
  await page.getByText("Programs and evidence").click();
  await page.locator("details.row details.row summary").first().click();
  await page.getByRole("group", { name: "program", exact: true }).first().waitFor();
  check("unfolded, nothing is wider than a phone", !(await isTooWide(page)));
  await goTo(page, "#/programs/mirror");
}

export default async function programs(open, settings) {
  await onWideScreen(open, settings);
  await onPhone(open, settings);
}
