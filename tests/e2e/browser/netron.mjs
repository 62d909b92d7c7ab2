// A finding's models in Netron itself, opened from the page: drawn, without cookies, questions or requests to others.
import { api, check, kPatience, watch } from "./lib.mjs";

// Netron forbids window.eval(), by which the test would look into its page: only what can be waited for is looked at.
async function isDrawn(page, ops) {
  await page.locator("body.default").waitFor({ state: "attached", timeout: kPatience });
  for (const op of ops) await page.locator("svg text", { hasText: new RegExp(`^${op}$`) }).first().waitFor({ timeout: kPatience });
  return true;
}

// It is set right after the drawing is shown.
async function titleOf(page, wanted) {
  for (let i = 0; i < 100 && (await page.title()) !== wanted; i += 1) await new Promise((done) => { setTimeout(done, 100); });
  return page.title();
}

export default async function netron(open, settings) {
  const rows = (await api(settings.base, "/api/findings?limit=20")).findings;
  const findings = await Promise.all(rows.map((row) => api(settings.base, `/api/findings/${row.id}`)));
  const finding = findings.find((one) => one.graph?.reduced?.nodes?.length && one.graph.full);
  check("there is a finding with both models", finding !== undefined);
  if (!finding) return;
  const page = await open(`#/findings/${finding.id}`);
  for (const [which, label] of [["reduced", "Open reduced model in Netron"], ["full", "Open full model in Netron"]]) {
    const link = page.getByRole("link", { name: label });
    check(`${which}: the link gives the page no hold on ours`, /\bnoopener\b/.test(await link.getAttribute("rel")));
    const [viewer] = await Promise.all([page.context().waitForEvent("page"), link.click()]);
    const troubles = [];
    watch(viewer, settings.base, troubles);
    // Constants are drawn inside of the nodes that read them; long names are cut.
    const ops = [...new Set(finding.graph[which].nodes.map((node) => node.op))].filter((op) => op !== "Constant" && op.length <= 20);
    const name = `${finding.id}${which === "reduced" ? "-reduced" : ""}.onnx`;
    check(`${which}: every operator is drawn`, await isDrawn(viewer, ops));
    check(`${which}: under the name of the file`, (await titleOf(viewer, name)) === name, await viewer.title());
    check(`${which}: nothing is asked`, !/notification|welcome/.test(await viewer.locator("body").getAttribute("class")));
    check(`${which}: no request elsewhere, no error on the console`, troubles.length === 0, troubles);
    await viewer.close();
  }
  check("no cookie is left", (await page.context().cookies()).length === 0, await page.context().cookies());
}
