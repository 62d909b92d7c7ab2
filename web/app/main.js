// The program of the pages: which page an address means.
import { Component, html, render, useEffect } from "./h.js";
import { useRoute } from "./route.js";
import { Shell, places } from "./shell.js";
import { startTheme } from "./theme.js";
import { Failure } from "./parts/basics.js";
import { Bugs } from "./pages/bugs.js";
import { Campaign } from "./pages/campaign.js";
import { Campaigns } from "./pages/campaigns.js";
import { Compare } from "./pages/compare.js";
import { Finding } from "./pages/finding.js";
import { Findings } from "./pages/findings.js";
import { NotFound } from "./pages/not_found.js";
import { Overview } from "./pages/overview.js";
import { Programs, pipelines } from "./pages/programs.js";
import { Study } from "./pages/study.js";
import { Targets } from "./pages/targets.js";

function pageOf({ parts, query }) {
  const [name = "", id, ...more] = parts;
  if (more.length) return html`<${NotFound} />`;
  switch (name) {
    case "": return html`<${Overview} />`;
    case "campaigns": return id ? html`<${Campaign} key=${id} id=${id} />` : html`<${Campaigns} />`;
    case "compare": return html`<${Compare} query=${query} />`;
    case "findings": return id ? html`<${Finding} key=${id} id=${id} />` : html`<${Findings} query=${query} />`;
    case "targets": return html`<${Targets} query=${query} />`;
    case "programs": return html`<${Programs} pipeline=${id ?? pipelines[0][0]} query=${query} />`;
    case "bugs": return html`<${Bugs} view=${id} query=${query} />`;
    case "study": return html`<${Study} />`;
    default: return html`<${NotFound} />`;
  }
}

const titleOf = ({ parts: [name = "", id] }) => {
  const place = places.find(([, , , names]) => names.includes(name));
  return [id, place?.[1] ?? "Not found", "assay"].filter(Boolean).join(" – ");
};

// A mistake in one page must not take the way to the others with it.
class Guarded extends Component {
  componentDidCatch(error) {
    console.error(error);
    this.setState({ error });
  }
  componentDidUpdate(old) {
    if (old.of !== this.props.of && this.state.error) this.setState({ error: null });
  }
  render({ children }, { error }) {
    return error ? html`<h1>This page failed</h1><${Failure} error=${error} />` : children;
  }
}

function App() {
  const route = useRoute();
  useEffect(() => { document.title = titleOf(route); }, [route]);
  return html`<${Shell} route=${route}><${Guarded} of=${route}>${pageOf(route)}<//><//>`;
}

startTheme();
render(html`<${App} />`, document.getElementById("root"));
