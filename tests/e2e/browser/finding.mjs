// The page of one finding: what comes first, the drawing in its frame, operands in order, words explained, nothing wider than a phone.
import { api, check, goTo, isTooWide } from "./lib.mjs";

const graphOf = (finding) => finding.graph.reduced ?? finding.graph.full;

async function onWideScreen(open, settings, finding) {
  const page = await open(`#/findings/${finding.id}`);
  const headings = await page.locator("article h2").allInnerTexts();
  check("the proof comes first, then how sure it is and on which inputs", headings.slice(0, 3).join("; ") === "Who is wrong, and the proof; How sure; The inputs", headings);
  const frames = await page.locator(".graph .canvas").evaluateAll((list) => list.map((frame) => [frame.scrollWidth, frame.clientWidth]));
  check("drawings fit their frames", frames.length > 0 && frames.every(([inside, room]) => inside <= room + 1), frames);
  await page.getByText("As a list").first().click();
  const listed = await page.locator(".nodes").first().locator("li").evaluateAll((list) => list.map((item) => item.textContent.replace(/\s+/g, " ")));
  const wanted = graphOf(finding).nodes.map((node) => `${node.op}(${node.operands.map((operand) => operand.name || "–").join(", ")})`);
  check("the list has every operand in its order", wanted.every((call, i) => listed[i].includes(call)), [listed, wanted]);
  const link = page.locator(".nodes a").first();
  check("operators lead to their documentation", /^https:\/\/onnx\.ai\/onnx\/operators\/onnx__\w+\.html$/.test(await link.getAttribute("href"))
    && (await link.getAttribute("rel")) === "noopener noreferrer");
  check("green is for what is fixed", finding.state === "fixed" || (await page.locator("article header .badge.good").count()) === 0);
  check("the class has its words", !finding.class || (await page.locator("article header .badges").innerText()).includes(finding.class_name));
  check("a caution is shown where there is one", (await page.locator(".caution").count()) === (finding.caution ? 1 : 0));
  await page.getByText("What do these words mean?").click();
  check("states are explained", (await page.locator(".meanings").innerText()).includes("seen again in a clean process"));
  const file = await page.locator(".downloads a[download$='.onnx']").first().getAttribute("download");
  const reply = await fetch(settings.base + (await page.locator(".downloads a[download$='.onnx']").first().getAttribute("href")));
  check("a model is saved under the name that the page has", reply.headers.get("content-disposition").includes(`"${file}"`), [file, reply.headers.get("content-disposition")]);
  const { netron } = await api(settings.base, "/api/overview");
  const command = page.locator(".downloads .command"), links = page.locator(".downloads a[href^='netron/']");
  check("the way to Netron is a link, or the command that installs it", netron
    ? (await links.count()) > 0 && (await command.count()) === 0
    : (await links.count()) === 0 && (await command.innerText()) === "assay targets add netron");
  await page.context().close();
}

async function onPhone(open, findings) {
  const page = await open("#/", { viewport: { width: 390, height: 844 } });
  for (const finding of findings) {
    await goTo(page, `#/findings/${finding.id}`);
    await page.evaluate(() => document.querySelectorAll("main details").forEach((fold) => { fold.open = true; }));
    check(`${finding.id}: nothing is wider than a phone, unfolded too`, !(await isTooWide(page)));
  }
}

export default async function finding(open, settings) {
  const rows = (await api(settings.base, "/api/findings?limit=20")).findings;
  const findings = await Promise.all(rows.map((row) => api(settings.base, `/api/findings/${row.id}`)));
  const shown = findings.find((one) => one.kind === "wrong" && graphOf(one)?.nodes?.length);
  check("there is a finding to look at", shown !== undefined);
  if (shown) await onWideScreen(open, settings, shown);
  await onPhone(open, findings.slice(0, 3));
}
