// The stand-alone file; and what a framework without a reader of ONNX really ran: its own calls, as
// that file has them (docs/guide/from-finding-to-report.md).
#include <algorithm>
#include <array>

#include "report/sections/sections.h"
#include "triage/group.h"
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

// Those for which the scripts in repro/ write calls in place of a model.
constexpr std::array<std::string_view, 4> kTranslated = {"torch", "tensorflow", "jax", "litert"};

// The function `name` of a Python file, from its first line to its last; "" when there is none.
std::string FunctionOf(const std::string& text, const std::string& name) {
  const std::string head = StrCat("def ", name, "(");
  std::string out;
  bool inside = false;
  for (const std::string& line : Split(text, '\n')) {
    const bool own = line.empty() || line.front() == ' ' || line.front() == '\t';
    if (inside && !own) break;
    if (!inside && line.starts_with(head)) inside = true;
    if (inside) out += line + "\n";
  }
  while (out.ends_with("\n\n")) out.pop_back();
  return out;
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

json CallsJson(const Parts& parts) {
  const report::Material& material = parts.material;
  const std::string framework = triage::FrameworkOf(material.row.target);
  if (!material.smallest.has_value() ||
      std::ranges::find(kTranslated, framework) == kTranslated.end())
    return json();
  const json& repro = material.fact("repro");
  const std::string file = TextAt(repro, "text");
  const std::string calls = FunctionOf(file, "f"), run = FunctionOf(file, "run");
  // What is converted on its way is run as a file, and its stand-alone file has no calls.
  const bool converted = material.row.target.find(":path=") != std::string::npos;
  if (calls.empty() && (converted || !repro.empty())) return json();
  return {{"framework", framework},
          {"language", "python"},
          {"text", calls.empty() ? "" : StrCat(calls, run.empty() ? "" : "\n\n", run)},
          {"note", calls.empty() ? StrCat(framework,
                                          " reads no ONNX; the importer calls its functions. Which "
                                          "ones: `assay findings repro ",
                                          material.row.id, "` writes them down.")
                                 : ""}};
}

}  // namespace assay::web::finding
