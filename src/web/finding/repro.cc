// The stand-alone file.
#include "report/sections/sections.h"
#include "web/finding/parts.h"

namespace assay::web::finding {
namespace {

using nlohmann::json;

// What the report says where there is no file, or of the one that is there.
std::string ReproNote(const report::Material& material) {
  for (const report::Block& block : report::sections::ReproBlocks(material))
    if (const auto* paragraph = std::get_if<report::Paragraph>(&block)) return paragraph->text;
  return "";
}

}  // namespace

json ReproJson(const Parts& parts) {
  const report::Material& material = parts.material;
  const json& repro = material.fact("repro");
  const std::string file = StrCat("repro-", material.row.id, ".py");
  const bool there = !TextAt(repro, "text").empty();
  return {{"file", there ? file : ""},
          {"language", TextAt(repro, "language")},
          {"text", TextAt(repro, "text")},
          {"claim_line", repro.contains("claim_line") ? repro["claim_line"] : json(0)},
          {"command", there ? "python " + file : ""},
          {"checked", TrueAt(repro, "checked") && TrueAt(repro, "shows")},
          {"exit", report::NumberAt(repro, "exit")},
          {"output", TextAt(repro, "output")},
          {"note", ReproNote(material)}};
}

}  // namespace assay::web::finding
