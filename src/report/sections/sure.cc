// How sure: repeated how often, with which memory, judged by which bounds, who agrees.
#include "report/material.h"
#include "report/sections/sections.h"
#include "triage/machines.h"

namespace assay::report::sections {
namespace {

using nlohmann::json;

std::string Repetition(const Material& material) {
  const json& confirmation = material.fact("confirmation");
  const std::string& state = material.row.state;
  if (confirmation.contains("runs"))
    return StrCat("It shows in ", NumberAt(confirmation, "shown"), " of ",
                  NumberAt(confirmation, "runs"), " runs, each in a clean process.");
  const std::string more =
      StrCat(" `assay findings confirm ", material.row.id, "` measures how often.");
  if (state == "flaky") return "It does not show every time." + more;
  if (state == "new") return "It was not repeated in a clean process yet." + more;
  return "It was seen again in a clean process." + more;
}

std::string Poison(const Material& material) {
  const json& poison = ObjectAt(material.fact("confirmation"), "poison");
  if (poison.empty()) return "";
  const std::string verdict = TextAt(poison, "verdict");
  return StrCat(
      "With freshly allocated memory filled with patterns: ",
      verdict.empty() ? (TrueAt(poison, "same") ? "the same failure" : "another result") : verdict,
      ".");
}

std::string Tier(const Material& material) {
  const std::string& kind = material.row.kind;
  if (kind == "wrong" && IsExact(material.fact("evidence")))
    return "The result must be exact: at this element every correct implementation, in whatever "
           "order it computes, gives the truth itself.";
  if (kind == "wrong" || kind == "nan" || kind == "equivalence")
    return "The bound is the lenient one: it admits the approximations of shipped libraries, every "
           "order of summation, fused multiply-adds and flushing to zero.";
  if (kind == "shape") return "Shapes and element types are exact: there is no tolerance in them.";
  return "";
}

// Targets that get the same case right, out of what locating tried.
std::string Agreeing(const Material& material) {
  std::vector<std::string> right;
  for (const json& mode : ArrayAt(material.fact("location"), "modes"))
    if (mode.is_object() && TextAt(mode, "status") == "ok") right.push_back(TextAt(mode, "target"));
  if (right.empty()) return "";
  return StrCat("The reference is not alone: ", Join(right, ", "),
                right.size() == 1 ? " gets" : " get", " this case right.");
}

// What one judge gives: "onnx 1.22.0: 1.5"
std::string JudgeText(const json& judge) {
  const std::string who = StrCat(TextAt(judge, "target"), " ", TextAt(judge, "version"));
  const std::string value = TextAt(judge, "value"), message = TextAt(judge, "message");
  if (TextAt(judge, "says") == "agrees" || message.empty())
    return value.empty() ? who : StrCat(who, ": ", value);
  return StrCat(who, ": ", value.empty() ? "" : value + ", ", message);
}

// Judges that were asked for a second opinion of the reduced case.
std::string Opinions(const Material& material) {
  const json& fact = material.fact("opinion");
  std::vector<std::string> agree, against, differ;
  for (const json& judge : ArrayAt(fact, "judges")) {
    const std::string says = TextAt(judge, "says");
    if (says == "agrees") agree.push_back(JudgeText(judge));
    if (says == "contradicts") against.push_back(JudgeText(judge));
    if (says == "differs") differ.push_back(JudgeText(judge));
  }
  if (agree.empty() && against.empty() && differ.empty()) return "";
  std::string out = TrueAt(fact, "disputed") ? "Disputed" : "A second opinion";
  if (!TextAt(fact, "place").empty())
    out += StrCat(", ", TextAt(fact, "place"), ": admitted ", TextAt(fact, "admitted"),
                  ", accused ", TextAt(fact, "accused"));
  if (!agree.empty()) out += StrCat("; with the reference: ", Join(agree, "; "));
  if (!against.empty()) out += StrCat("; with the accused: ", Join(against, "; "));
  if (!differ.empty()) out += StrCat("; with neither: ", Join(differ, "; "));
  return out + ".";
}

}  // namespace

std::vector<Block> SureBlocks(const Material& material) {
  Bullets out;
  const store::FindingRow& row = material.row;
  out.items.push_back(Repetition(material));
  for (const std::string& text :
       {Poison(material), Tier(material), Opinions(material), Agreeing(material)})
    if (!text.empty()) out.items.push_back(text);
  const std::string machines = triage::MachinesText(material.seen_on);
  out.items.push_back(StrCat("Seen ", SeenText(row, material.sightings),
                             machines.empty() ? "" : ", on " + machines, "; state: ", row.state,
                             "."));
  return {out};
}

}  // namespace assay::report::sections
