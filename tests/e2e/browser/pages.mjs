// Every page in one look: shows something, fits the screen, and (settings.axe: true, or rules) is usable by everybody.
import { check, goTo, isTooWide, seriousIssues } from "./lib.mjs";

export default async function pages(open, settings) {
  const page = await open("#/", settings.look);
  for (const hash of settings.pages) {
    await goTo(page, hash);
    const heading = await page.locator("h1").first().innerText();
    check(`${hash}: shows a heading and no failure`, heading !== "" && heading !== "This page failed" && (await page.locator(".failure").count()) === 0,
      [heading, await page.locator(".failure").allInnerTexts()]);
    check(`${hash}: fits the screen`, !(await isTooWide(page)));
    if (!settings.axe) continue;
    const issues = await seriousIssues(page, settings.axe === true ? undefined : settings.axe);
    check(`${hash}: axe finds nothing serious`, issues.length === 0, issues);
  }
}
