// One finding: who is wrong and the proof, how sure that is and on which inputs; then the model, the error, what does not matter, where it
// comes from, how to run it, its life.
import { html, useEffect } from "../h.js";
import { useAnswer } from "../data.js";
import { useKeys } from "../keys.js";
import { around } from "../list_memory.js";
import { go, to } from "../route.js";
import { text } from "../text.js";
import { Await, Badge, Note, Running, Section, Time } from "../parts/basics.js";
import { Blocks } from "../parts/blocks.js";
import { Downloads } from "../parts/downloads.js";
import { Life, Related } from "../parts/finding_life.js";
import { Location, Maintainer, Models, Reproduction, WrongElement } from "../parts/finding_parts.js";
import { OutputError } from "../parts/heat.js";
import { ProgramParts } from "../parts/program_parts.js";
import { Meanings, Words } from "../parts/words.js";

export function Finding({ id }) {
  const finding = useAnswer(`/api/findings/${encodeURIComponent(id)}`);
  const { previous, next, up } = around(id);
  const open = (other) => (other ? go(to(["findings", other])) : false);
  const use = (element, action) => (element ? element[action]() : false);
  useKeys({
    n: () => open(next),
    p: () => open(previous),
    u: () => go(up),
    c: () => use(document.getElementById("copy-repro"), "click"),
    l: () => use(document.getElementById("label"), "focus"),
  }, [id, next, previous, up]);
  useEffect(() => {
    if (finding.answer?.title) document.title = `${finding.answer.title} – assay`;
  }, [finding.answer]);
  return html`<p class="crumbs"><a href=${up}>Findings</a>
      ${previous ? html`<a href=${to(["findings", previous])} rel="prev">Previous</a>` : null}
      ${next ? html`<a href=${to(["findings", next])} rel="next">Next</a>` : null}</p>
    <${Await} of=${finding}>${(answer) => html`<${Page} finding=${answer} again=${finding.again} />`}<//>`;
}

function Page({ finding, again }) {
  return html`<article class="finding">
    <${Head} finding=${finding} />
    <${WrongElement} wrong=${finding.wrong} proof=${sectionOf(finding, "Who is wrong, and the proof")} calls=${finding.calls} />
    <${Told} finding=${finding} title="How sure" id="sure" />
    <${Told} finding=${finding} title="The inputs" id="inputs" />
    <${ProgramParts} program=${finding.program} />
    <${Models} finding=${finding} />
    <${ErrorPart} error=${finding.error} />
    <${Irrelevant} items=${finding.irrelevant} told=${sectionOf(finding, "What does not matter")} />
    <${Location} location=${finding.location} version=${finding.version} />
    <${Reproduction} repro=${finding.repro} />
    <${Maintainer} maintainer=${finding.maintainer} />
    <${Life} finding=${finding} again=${again} />
    <${Related} related=${finding.related} />
    <${TheRest} finding=${finding} />
  </article>`;
}

function Head({ finding }) {
  return html`<header>
    <h1>${text(finding.title || finding.message || finding.id)}</h1>
    <p class="badges">
      <${Words} finding=${finding} />
      <a class="badge" href=${to(["findings"], { target: finding.target })}>${text(finding.target)} ${text(finding.version)}</a>
      ${finding.device ? html`<${Badge}>${text(finding.device)}<//>` : null}
      ${(finding.record?.machines ?? []).map((seen) => html`<${Badge} title=${`seen on ${text(seen.processor) || "an unknown processor"} since ${text(seen.since)} UTC`}>${text(seen.machine)}<//>`)}
      ${finding.labels?.current ? html`<${Badge} kind="accent" title="label">${text(finding.labels.current)}<//>` : null}
      ${finding.known ? html`<${Badge} kind="dim" title=${text(finding.known)}>known<//>` : null}
      <code>${text(finding.id)}</code>
      <span class="note">seen ${text(finding.count)} ×, last <${Time} at=${finding.last_seen} /></span>
    </p>
    ${finding.caution ? html`<p class="caution"><${Badge} kind="warn">caution<//> <${Running}>${finding.caution}<//></p>` : null}
    ${(finding.summary ?? []).map((sentence) => html`<p class="lead"><${Running}>${sentence}<//></p>`)}
    <${Meanings} finding=${finding} />
    <${Downloads} finding=${finding} />
  </header>`;
}

// Only what gave results has errors; that it was not measured yet is worth a word.
function ErrorPart({ error }) {
  const outputs = error?.outputs ?? [];
  if (outputs.length === 0 && !/`/.test(text(error?.note))) return null;
  return html`<${Section} title="Error against bound" id="error">
    ${outputs.map((output) => html`<${OutputError} key=${text(output.name)} output=${output} />`)}<${Note} of=${error.note} />
  <//>`;
}

function Irrelevant({ items, told }) {
  if (!items?.length) return told?.blocks?.length ? html`<${Section} title="What does not matter" id="irrelevant"><${Blocks} blocks=${told.blocks} title="What does not matter" /><//>` : null;
  return html`<${Section} title="What does not matter" id="irrelevant">
    <ul>${items.map((item) => html`<li><${Running}>${typeof item === "object" ? (item.text ?? text(item)) : item}<//></li>`)}</ul>
  <//>`;
}

const sectionOf = (finding, title) => finding.sections?.find((section) => section.title === title);

// A section of the report as it is.
function Told({ finding, title, id }) {
  const section = sectionOf(finding, title);
  return section?.blocks?.length ? html`<${Section} title=${title} id=${id}><${Blocks} blocks=${section.blocks} title=${title} /><//>` : null;
}

// Sections of the report whose matter this page shows in its own way, or further up.
const shownAbove = [
  "Who is wrong, and the proof", "How sure", "The inputs", "The model", "Where it goes wrong", "What does not matter", "Reproduction without this tool",
  "History", "The program", "What is claimed", "What happens",
];

function TheRest({ finding }) {
  const rest = (finding.sections ?? []).filter((section) => !shownAbove.includes(section.title) && section.blocks?.length);
  return html`${rest.map((section, i) => html`<${Section} title=${text(section.title)} id=${`section-${i}`}>
    <${Blocks} blocks=${section.blocks} title=${text(section.title)} /><//>`)}`;
}
