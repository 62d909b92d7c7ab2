#include "web/blocks_json.h"

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

}  // namespace

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

}  // namespace assay::web
