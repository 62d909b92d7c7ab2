// /api/findings/ID: all that is known of one finding; /text and /model below it: to be saved.
#include "base/strings.h"
#include "dossier/facts.h"
#include "dossier/for_maintainers.h"
#include "dossier/report_of.h"
#include "report/formats.h"
#include "report/report.h"
#include "report/wording.h"
#include "web/finding/parts.h"
#include "web/page.h"

namespace assay::web {
namespace {

using nlohmann::json;

struct BlockJson {
  json operator()(const report::Paragraph& block) const {
    return {{"type", "paragraph"}, {"text", block.text}};
  }
  json operator()(const report::Bullets& block) const {
    return {{"type", "bullets"}, {"items", block.items}};
  }
  json operator()(const report::Pairs& block) const {
    json rows = json::array();
    for (const auto& [label, value] : block.rows) rows.push_back(json::array({label, value}));
    return {{"type", "pairs"}, {"rows", std::move(rows)}};
  }
  json operator()(const report::Grid& block) const {
    return {{"type", "grid"}, {"header", block.header}, {"rows", block.rows}};
  }
  json operator()(const report::Code& block) const {
    return {{"type", "code"}, {"language", block.language}, {"text", block.text}};
  }
  // The page draws the graph itself; this is for readers of text.
  json operator()(const report::Drawing& block) const {
    return {{"type", "drawing"}, {"text", block.text}};
  }
};

// [{"title", "blocks": [{"type": "paragraph", "text"} | {"type": "bullets", "items"} | {"type":
// "pairs", "rows": [[label, value]]} | {"type": "grid", "header", "rows"} | {"type": "code",
// "language", "text"} | {"type": "drawing", "text"}]}]
json SectionsJson(const std::vector<report::Section>& sections) {
  json out = json::array();
  for (const report::Section& section : sections) {
    json blocks = json::array();
    for (const report::Block& block : section.blocks)
      blocks.push_back(std::visit(BlockJson{}, block));
    out.push_back({{"title", section.title}, {"blocks", std::move(blocks)}});
  }
  return out;
}

// What the reduction found not to matter.
json Irrelevant(const report::Material& material) {
  return ArrayAt(material.fact("reduction"), "notes");
}

json RowOf(const store::FindingRow& row, const report::Report& report) {
  json out = FindingRowJson(row);
  // The row's own may be older than what is known.
  out["title"] = report.title;
  out["class"] = report.study;
  out["class_name"] = report.study_name;
  out["class_group"] = report.study_group;
  return out;
}

Result<json> Collect(const Sources& sources, const Query& query) {
  ASSAY_ASSIGN(const store::Store store, sources.OpenStore());
  ASSAY_ASSIGN(const store::FindingRow row, FindRow(store, query.id()));
  ASSAY_ASSIGN(const lab::Registry registry, lab::Registry::Load(sources.backend_dirs));
  ASSAY_ASSIGN(const report::Material material, dossier::MaterialOf(store, row, &registry));
  ASSAY_ASSIGN(const report::Report report, dossier::ReportOf(store, material));
  const finding::Parts parts{sources, store, material, registry};
  json out = RowOf(row, report);
  out["summary"] = report.summary;
  out["caution"] = dossier::CautionOf(material);
  out["classes"] = material.record.value("class", json::object());
  out["wrong"] = finding::WrongJson(parts);
  out["calls"] = finding::CallsJson(parts);
  out["sections"] = SectionsJson(report.sections);
  ASSAY_ASSIGN(out["graph"], finding::GraphsJson(parts));
  out["error"] = finding::ErrorJson(parts);
  out["irrelevant"] = Irrelevant(material);
  out["location"] = finding::LocationJson(parts);
  out["repro"] = finding::ReproJson(parts);
  const std::string markdown =
      report::RenderMarkdown(std::span(&report, 1), {.version = sources.version});
  ASSAY_ASSIGN(out["maintainer"], finding::MaintainerJson(parts, markdown));
  out["history"] = material.record.value("history", json::array());
  out["labels"] = finding::LabelsJson(parts);
  ASSAY_ASSIGN(out["related"], finding::RelatedJson(parts));
  ASSAY_ASSIGN(out["program"], finding::ProgramJson(parts));
  out["record"] = material.record;
  return out;
}

struct FileKind {
  std::string_view format, type, ending;
};
constexpr FileKind kKinds[] = {{"markdown", "text/markdown; charset=utf-8", "md"},
                               {"text", "text/plain; charset=utf-8", "txt"},
                               {"json", "application/json", "json"},
                               {"html", "text/html; charset=utf-8", "html"}};

// Ids are made by us, but a store may come from anywhere: the name of a file must be plain.
std::string FileName(const std::string& id, std::string_view rest) {
  std::string name;
  for (const char c : id)
    name += (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '-'
                ? c
                : '_';
  return StrCat(name, rest);
}

}  // namespace

Result<Answer> Finding(const Sources& sources, const Query& query) {
  ASSAY_RETURN_IF_ERROR(query.Allow({}));
  // Facts are JSON that another version, or anybody, may have written.
  try {
    ASSAY_ASSIGN(json out, Collect(sources, query));
    return Answer(std::move(out));
  } catch (const json::exception& error) {
    return Undetermined(StrCat(sources.StoreName(), ": what is kept of ", query.id(),
                               " cannot be read: ", error.what()));
  }
}

Result<Answer> FindingText(const Sources& sources, const Query& query) {
  ASSAY_RETURN_IF_ERROR(query.Allow({"format"}));
  ASSAY_ASSIGN(const std::string format,
               query.OneOf("format", "markdown", {"markdown", "text", "json", "html"}));
  ASSAY_ASSIGN(const store::Store store, sources.OpenStore());
  ASSAY_ASSIGN(const store::FindingRow row, FindRow(store, query.id()));
  ASSAY_ASSIGN(const lab::Registry registry, lab::Registry::Load(sources.backend_dirs));
  ASSAY_ASSIGN(const report::Report report, dossier::ReportOf(store, row, &registry));
  const report::FormatDef* found = report::FindFormat(format);
  for (const FileKind& kind : kKinds)
    if (kind.format == format && found != nullptr)
      return Answer(found->render(std::span(&report, 1), {.version = sources.version}),
                    std::string(kind.type), FileName(row.id, StrCat(".", kind.ending)));
  return NotFound(StrCat("there is no format '", format, "'"));
}

Result<Answer> FindingModel(const Sources& sources, const Query& query) {
  ASSAY_RETURN_IF_ERROR(query.Allow({"which"}));
  ASSAY_ASSIGN(const std::string which, query.OneOf("which", "reduced", {"reduced", "full"}));
  ASSAY_ASSIGN(const store::Store store, sources.OpenStore());
  ASSAY_ASSIGN(const store::FindingRow row, FindRow(store, query.id()));
  std::string bytes;
  if (which == "reduced") {
    ASSAY_ASSIGN(const auto reduction, store.Reduction(row.id));
    if (!reduction.has_value())
      return NotFound(StrCat(row.id, " is not reduced yet: `assay reduce ", row.id, "`"));
    bytes = reduction->model;
  } else {
    ASSAY_ASSIGN(const auto shown, dossier::SightingShown(store, row.id));
    if (!shown.has_value()) return NotFound(StrCat(row.id, ": no model of it is kept"));
    bytes = shown->model;
  }
  return Answer(std::move(bytes), "application/octet-stream",
                FileName(row.id, which == "reduced" ? "-reduced.onnx" : ".onnx"));
}

}  // namespace assay::web
