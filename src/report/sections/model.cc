// The model: drawn, and in the text form, as small as it is known.
#include "graph/text.h"
#include "report/drawing/drawing.h"
#include "report/sections/sections.h"

namespace assay::report::sections {
namespace {

// A drawing of more nodes than this helps nobody.
constexpr size_t kNodesDrawn = 60;
// Nor does the text of more than this.
constexpr size_t kNodesSpelt = 20;
// Weights can be long; a report is read.
constexpr size_t kLineShown = 240;
constexpr size_t kLinesShown = 80;

Paragraph Size(const Material& material) {
  const Model& model = material.smallest->model;
  const std::string id = material.row.id;
  const size_t nodes = model.graph.node_count();
  const std::string how =
      !material.reduced ? StrCat("not reduced yet: `assay reduce ", id, "`")
      : !material.complete
          ? StrCat("reduced from ", material.original_nodes,
                   ", the search was cut short: `assay reduce ", id, "` shows the rest")
          : StrCat("reduced from ", material.original_nodes);
  return {StrCat(nodes, nodes == 1 ? " node" : " nodes", " (", how, "), opset ", model.opset(""),
                 ", IR version ", model.ir_version, ".")};
}

// The text form; `cut` says whether something was left out.
std::string Spelt(const Model& model, bool& cut) {
  std::string text;
  std::vector<std::string> lines = Split(PrintModel(model), '\n');
  while (!lines.empty() && lines.back().empty()) lines.pop_back();
  cut = lines.size() > kLinesShown;
  for (size_t i = 0; i < lines.size() && i < kLinesShown; ++i) {
    text += FirstLine(lines[i], kLineShown) + "\n";
    cut = cut || lines[i].size() > kLineShown;
  }
  return text;
}

}  // namespace

std::vector<Block> ModelBlocks(const Material& material) {
  if (!material.smallest.has_value()) return {Paragraph{material.no_case}};
  const Model& model = material.smallest->model;
  std::vector<Block> out = {Size(material)};
  if (model.graph.node_count() <= kNodesDrawn) {
    const Marks marks = {FirstWrongTensor(material), WrongOutput(material)};
    out.emplace_back(Drawing{DrawText(model.graph, marks), DrawMermaid(model.graph, marks),
                             DrawSvg(model.graph, marks)});
  } else {
    out.emplace_back(
        Paragraph{StrCat("Too large to be drawn (more than ", kNodesDrawn, " nodes).")});
  }
  bool cut = model.graph.node_count() > kNodesSpelt;
  if (!cut) out.emplace_back(Code{"", Spelt(model, cut)});
  if (cut)
    out.emplace_back(Paragraph{StrCat("Abridged; `assay findings export ", material.row.id,
                                      " --out DIR` writes the model and its inputs.")});
  return out;
}

}  // namespace assay::report::sections
