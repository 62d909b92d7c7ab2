#include "casebook/report.h"

#include <re2/re2.h>

#include <set>

#include "base/strings.h"
#include "casebook/bug_types.h"
#include "report/material.h"
#include "report/sections/sections.h"
#include "report/wording.h"
#include "triage/machines.h"

namespace assay::casebook {
namespace {

using report::Block;
using report::Material;
using report::Section;

// Findings are classified by what a user sees; these are the words that the rules know.
std::string KindForRules(const ProgramFinding& finding) {
  if (finding.seen.status == "crash") return "crash";
  if (finding.seen.status == "hangs") return "hang";
  return finding.seen.exception == "AssertionError" ? "wrong" : "rejected";
}

// Different functions of modules that a program calls: torch.ones, F.relu. Counts too little where
// names were imported alone.
int64_t DistinctCalls(const std::string& program) {
  static const RE2 kCall(R"(\b([A-Za-z_]\w*(?:\.\w+)+)\()");
  std::set<std::string> names;
  std::string name;
  re2::StringPiece rest(program);
  while (RE2::FindAndConsume(&rest, kCall, &name)) names.insert(name);
  return static_cast<int64_t>(names.size());
}

std::vector<Block> ClaimBlocks(const ProgramFinding& finding) {
  report::Pairs pairs;
  const auto add = [&](const char* label, const std::string& text) {
    if (!text.empty()) pairs.rows.emplace_back(label, text);
  };
  add("API", finding.api);
  add("parameter", finding.parameter);
  add("documentation", StrCat(finding.framework, " ", finding.version));
  add("sentence", finding.sentence);
  add("checked by", StrCat("the oracle ", finding.oracle, " of assay ", finding.pipeline));
  return {std::move(pairs)};
}

std::vector<Block> ProgramBlocks(const ProgramFinding& finding, const Material& material) {
  // With a reproduction that was run there is nothing more to read in the original.
  if (TrueAt(material.fact("repro"), "shows")) return {};
  const nlohmann::json& reduced = material.fact("reduced");
  std::vector<Block> out;
  out.emplace_back(report::Paragraph{
      reduced.empty()
          ? StrCat("As it was made; `assay reduce ", material.row.id, "` makes it smaller.")
          : StrCat("Reduced from ", report::NumberAt(reduced, "original_statements"), " to ",
                   report::NumberAt(reduced, "statements"), " statements",
                   TrueAt(reduced, "complete") ? "." : ", cut short.")});
  out.emplace_back(report::Code{"python", finding.program});
  for (const OtherProgram& other : finding.others) {
    out.emplace_back(report::Paragraph{
        StrCat("Beside it, in the environment ", other.environment, " (", other.status, "):")});
    out.emplace_back(report::Code{"python", other.text});
  }
  return out;
}

std::vector<Block> ClassBlocks(const ProgramFinding& finding, const Material& material) {
  const BugType type = BugTypeOf(finding);
  const nlohmann::json& label = material.fact("label");
  report::Pairs pairs;
  const std::string said = TextAt(label, "bug_type");
  pairs.rows.emplace_back("bug type", said.empty()
                                          ? StrCat(type.name, " (guessed: ", type.because, ")")
                                          : StrCat(said, " (a reviewer's word)"));
  pairs.rows.emplace_back(
      "label", label.empty() ? StrCat("none yet: `assay findings label ", material.row.id, " true`")
                             : StrCat(TextAt(label, "label"), ", ", TextAt(label, "note")));
  return {std::move(pairs)};
}

std::vector<Block> AgainBlocks(const ProgramFinding& finding, const std::string& id) {
  return {report::Code{
      "sh", StrCat("assay findings confirm ", id, "\nassay findings repro ", id,
                   " --out repro.py\nassay run repro.py --env ", finding.environment, "\n")}};
}

}  // namespace

triage::Classification ClassOf(const ProgramFinding& finding) {
  triage::Clues clues;
  clues.kind = KindForRules(finding);
  clues.stage = clues.kind == "rejected" ? "run" : "";
  clues.message = finding.message;
  clues.claim = finding.sentence;
  clues.calls = DistinctCalls(finding.program);
  return triage::Classify(clues);
}

report::Report ReportOf(const ProgramFinding& finding, const Material& material) {
  report::Report out = report::ReportHead(material, ClassOf(finding));
  out.title = finding.title;
  out.atoc = BugTypeOf(finding).name;
  out.rule = BugTypeOf(finding).because;
  out.op = finding.api;
  out.file = "program.py";
  out.summary = {finding.title + "."};
  if (!finding.sentence.empty())
    out.summary.push_back(StrCat("The documentation says: \"", finding.sentence, "\""));
  out.summary.push_back(StrCat("Seen: ", FirstLine(finding.message, 300)));
  const auto add = [&](const char* title, std::vector<Block> blocks) {
    if (!blocks.empty()) out.sections.push_back(Section{title, std::move(blocks)});
  };
  add("What is claimed", ClaimBlocks(finding));
  add("What happens", {report::Code{"", finding.message}});
  add("How sure", report::sections::SureBlocks(material));
  add("The program", ProgramBlocks(finding, material));
  add("Reproduction without this tool", report::sections::ReproBlocks(material));
  add("Environment", report::sections::EnvironmentBlocks(material));
  add("Class", ClassBlocks(finding, material));
  add("Known bugs", report::sections::KnownBlocks(material));
  add("History", report::sections::HistoryBlocks(material));
  add("How to run it again", AgainBlocks(finding, material.row.id));
  return out;
}

}  // namespace assay::casebook
