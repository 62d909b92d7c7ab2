// Strangers' strings stand as text on every page: nothing of them becomes an element, acts, or asks for anything.
import { check, goTo } from "./lib.mjs";

const planted = (page) => page.evaluate(() => document.querySelectorAll("main img[src='x'], main script, main svg[onload], main [onerror], main [onclick], main iframe, main [href^='javascript:' i]").length);

export default async function hostile(open, settings) {
  const page = await open("#/");
  let seen = 0;
  for (const hash of settings.pages) {
    await goTo(page, hash);
    await page.evaluate(() => document.querySelectorAll("main details").forEach((fold) => { fold.open = true; }));
    check(`${hash}: nothing of it became an element`, (await planted(page)) === 0);
    check(`${hash}: no failure`, (await page.locator(".failure").count()) === 0, await page.locator(".failure").allInnerTexts());
    if ((await page.locator("main").innerText()).includes("onerror=")) seen += 1;
  }
  check("the strings are there, as text", seen >= settings.atLeast, seen);
  await goTo(page, `#/findings?q=${encodeURIComponent(settings.hostile)}`);
  check("nor do those of an address", (await planted(page)) === 0);
  const policy = (await (await fetch(settings.base)).headers).get("content-security-policy") ?? (settings.base.startsWith("file:") ? "none needed" : "");
  check("the policy allows no inline scripts", policy !== "" && !policy.includes("unsafe"), policy);
}
