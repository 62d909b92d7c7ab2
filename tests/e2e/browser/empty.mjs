// A store without anything: every page stands and names a command.
import { check, goTo } from "./lib.mjs";

export default async function empty(open, settings) {
  const page = await open("#/");
  for (const hash of settings.pages) {
    await goTo(page, hash);
    check(`${hash}: says what fills it`, (await page.locator(".empty code").count()) > 0 && (await page.locator(".failure").count()) === 0, await page.locator("main").innerText());
  }
}
