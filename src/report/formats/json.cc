// json: all that is known of a finding, and the report as data.
#include "report/formats.h"

namespace assay::report {
namespace {

using nlohmann::json;

struct JsonBlock {
  json operator()(const Paragraph& block) const { return {{"kind", "text"}, {"text", block.text}}; }
  json operator()(const Bullets& block) const { return {{"kind", "list"}, {"items", block.items}}; }
  json operator()(const Code& block) const {
    return {{"kind", "code"}, {"language", block.language}, {"text", block.text}};
  }
  json operator()(const Drawing& block) const {
    return {{"kind", "drawing"}, {"text", block.text}, {"mermaid", block.mermaid}};
  }
  json operator()(const Pairs& block) const {
    json rows = json::array();
    for (const auto& [label, value] : block.rows) rows.push_back({label, value});
    return {{"kind", "pairs"}, {"rows", rows}};
  }
  json operator()(const Grid& block) const {
    return {{"kind", "table"}, {"header", block.header}, {"rows", block.rows}};
  }
};

json JsonReport(const Report& report) {
  json out = report.record.is_object() ? report.record : json::object();
  json sections = json::array();
  for (const Section& section : report.sections) {
    json blocks = json::array();
    for (const Block& block : section.blocks) blocks.push_back(std::visit(JsonBlock{}, block));
    sections.push_back({{"title", section.title}, {"blocks", blocks}});
  }
  out["report"] = {{"title", report.title}, {"summary", report.summary}, {"sections", sections}};
  return out;
}

}  // namespace

std::string RenderJson(std::span<const Report> reports, const RenderOptions& options) {
  json out = json::array();
  for (const Report& report : reports) out.push_back(JsonReport(report));
  if (!options.all && out.size() == 1) out = json(out[0]);
  return out.dump(1, ' ', false, json::error_handler_t::replace) + "\n";
}

}  // namespace assay::report
