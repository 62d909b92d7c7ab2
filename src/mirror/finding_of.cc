#include "base/strings.h"
#include "mirror/check/symptom.h"
#include "mirror/run.h"

namespace assay::mirror {
namespace {

std::string What(const Accusation& accusation) {
  if (accusation.kind == "crash") return "the process dies";
  if (accusation.kind == "hangs") return "it does not come to an end";
  if (accusation.kind == "wrong") return "it gives wrong values";
  return StrCat("it raises ", accusation.seen.exception);
}

// Whether a line of a program looks at results, and computes none that are looked at.
bool OnlyLooks(const std::string& line) {
  const size_t begin = line.find_first_not_of(" \t");
  const std::string_view text =
      begin == std::string::npos ? std::string_view() : std::string_view(line).substr(begin);
  return text.starts_with("assert") || text.starts_with("print(") ||
         text.find("testing.assert") != std::string_view::npos;
}

// The API that the source's one at fault became; "" when nobody knows. A function that the
// rewriting brought along is nobody's API, and what a check calls is not what it checks.
std::string ApiOf(const Output& output) {
  const auto named = [](const ApiUse& use) { return use.twin.find('.') != std::string::npos; };
  for (const ApiUse& use : output.proposal.uses)
    if (named(use) && use.api == output.source.api) return use.twin;
  const std::vector<std::string> lines = Split(output.source.text, '\n');
  std::string last;
  for (const ApiUse& use : output.proposal.uses) {
    const auto at = static_cast<size_t>(use.line) - 1;
    const bool looks = use.line >= 1 && at < lines.size() && OnlyLooks(lines[at]);
    if (named(use) && (last.empty() || !looks)) last = use.twin;
  }
  return last;
}

std::string Sentence(const Output& output) {
  const std::string issue =
      output.source.issue.empty() ? "" : StrCat(" (", output.source.issue, ")");
  return StrCat("the same program for ", output.direction.from, issue,
                output.assessment.source_symptom.empty() ? " passes its check" : " fails as well",
                "; ", output.accusation.why);
}

}  // namespace

casebook::ProgramFinding FindingOf(const Output& output, const std::string& version) {
  const Accusation& accusation = output.accusation;
  casebook::ProgramFinding out;
  out.pipeline = "mirror";
  out.framework = output.direction.to;
  out.version = version;
  out.environment = output.direction.to;
  out.api = ApiOf(output);
  out.oracle = "mirror";
  // Checks of different programs say different things in the same words.
  out.parameter = accusation.kind == "wrong" ? output.source.name : "";
  out.kind = accusation.kind;
  out.title = StrCat(out.api.empty() ? output.direction.to : out.api, ", carried from ",
                     output.source.name, ": ", What(accusation));
  out.sentence = Sentence(output);
  out.message = output.assessment.message;
  out.program = accusation.program;
  out.claim_line = accusation.claim_line;
  out.seen = accusation.seen;
  out.others.push_back({output.direction.from, output.source.text,
                        std::string(ProgramStatusName(output.assessment.source_outcome.status))});
  out.facts = {{"source", output.source.name},
               {"from", output.direction.from},
               {"to", output.direction.to},
               {"issue", output.source.issue},
               {"verdict", ShowingName(output.assessment.showing)},
               {"symptom", output.assessment.symptom},
               {"preserving", output.assessment.preserving},
               {"inputs", output.assessment.inputs},
               {"defence", accusation.why},
               {"references", accusation.references},
               {"state", accusation.upstream.empty() ? "" : "upstream dependency"},
               {"upstream", accusation.upstream},
               {"confirmed", 2}};
  return out;
}

}  // namespace assay::mirror
