#include "casebook/standalone.h"

#include <algorithm>

#include "base/strings.h"
#include "casebook/plain.h"
#include "casebook/replay.h"

namespace assay::casebook {
namespace {

using nlohmann::json;
using program::ProgramOutcome;

constexpr size_t kOutputKept = 4000;
constexpr size_t kHeaderWidth = 100;

// As comments; a line break in `text`, of whatever kind, must not end one.
std::string Wrapped(std::string text) {
  for (char& c : text)
    if (static_cast<unsigned char>(c) < ' ') c = ' ';
  std::string out, line;
  for (const std::string& word : Split(text, ' ')) {
    if (!line.empty() && line.size() + word.size() > kHeaderWidth) {
      out += "# " + line + "\n";
      line.clear();
    }
    line += (line.empty() ? "" : " ") + word;
  }
  return out + "# " + line + "\n";
}

std::string HowItShows(const ProgramFinding& finding) {
  if (finding.seen.status == "crash")
    return StrCat("The process dies of signal ", finding.seen.signal, " where it shows.");
  if (finding.seen.status == "hangs") return "It does not come to an end where it shows.";
  return "An exception (exit code 1) shows it.";
}

std::string Header(const ProgramFinding& finding) {
  std::string out = Wrapped(finding.title) + "#\n";
  if (!finding.sentence.empty())
    out += Wrapped(StrCat("Documentation of ", finding.framework, " ", finding.version, ": \"",
                          finding.sentence, "\""));
  out += Wrapped(StrCat("Seen: ", FirstLine(finding.message)));
  return out + Wrapped(HowItShows(finding));
}

StandaloneForm Finished(const ProgramFinding& finding, const Cut& cut, bool own_words) {
  const std::string header = Header(finding);
  const int lines = static_cast<int>(std::ranges::count(header, '\n'));
  const std::string text =
      StrCat(header, cut.text, cut.text.ends_with('\n') ? "" : "\n", "print(\"not shown here\")\n");
  return {text, cut.claim_line == 0 ? 0 : cut.claim_line + lines, own_words};
}

bool Shows(const ProgramFinding& finding, const StandaloneForm& form,
           const ProgramOutcome& outcome) {
  const FailureSignature now = SignatureOf(outcome, form.claim_line);
  if (form.own_words) return SameFailure(finding.seen, now);
  return now.status == "exception" && now.exception == finding.seen.exception && now.claimed;
}

json Fact(const std::string& text, const ProgramOutcome& outcome, bool shows) {
  const program::ProgramRun& run = outcome.run;
  std::string output = run.out + run.err;
  if (output.size() > kOutputKept) output = output.substr(output.size() - kOutputKept);
  json out = {{"language", "python"}, {"lines", std::ranges::count(text, '\n')},
              {"text", text},         {"checked", true},
              {"shows", shows},       {"exit", run.signal != 0 ? 128 + run.signal : run.exit_code},
              {"output", output}};
  if (!shows)
    out["why_not"] = StrCat("it ran and did not show it: ", SignatureOf(outcome, 0).Text());
  return out;
}

Result<ProgramOutcome> RunCold(const ProgramFinding& finding, const std::string& text) {
  ASSAY_ASSIGN(program::ProgramLab lab,
               program::ProgramLab::Open({finding.environment, false, true}));
  return lab.Run({.text = text, .name = "repro.py"});
}

}  // namespace

std::vector<StandaloneForm> StandaloneForms(const ProgramFinding& finding) {
  const Cut whole{finding.program, finding.claim_line};
  const Cut bare = WithoutMarks(whole);
  std::vector<StandaloneForm> out;
  const auto add = [&](const Cut& cut, bool own_words) {
    const StandaloneForm form = Finished(finding, cut, own_words);
    const bool known =
        std::ranges::any_of(out, [&](const StandaloneForm& f) { return f.text == form.text; });
    if (!known) out.push_back(form);
  };
  if (finding.pipeline == "optbug")
    if (const auto plain = PlainOptimisation(finding))
      add(WithoutUnused(*plain), finding.seen.exception != "AssertionError");
  if (finding.seen.exception != "AssertionError") {
    add(WithoutUnused(WithoutChecks(bare)), true);
  } else {
    add(WithoutUnused(WithFrameworksCheck(bare, finding.framework)), false);
    add(WithoutUnused(WithPlainMessages(bare)), false);
  }
  add(WithoutUnused(bare), true);
  add(whole, true);
  return out;
}

Result<json> MakeStandalone(const ProgramFinding& finding) {
  json last;
  for (const StandaloneForm& form : StandaloneForms(finding)) {
    ASSAY_ASSIGN(const ProgramOutcome outcome, RunCold(finding, form.text));
    last = Fact(form.text, outcome, Shows(finding, form, outcome));
    last["claim_line"] = form.claim_line;
    last["own_words"] = form.own_words;
    if (last["shows"].get<bool>()) return last;
  }
  return last;
}

Result<json> RunStandalone(const ProgramFinding& finding, const std::string& text) {
  // A text that was kept is one of the forms of the finding as it is known now, or it is made anew.
  for (const StandaloneForm& form : StandaloneForms(finding)) {
    if (form.text != text) continue;
    ASSAY_ASSIGN(const ProgramOutcome outcome, RunCold(finding, text));
    return Fact(text, outcome, Shows(finding, form, outcome));
  }
  return MakeStandalone(finding);
}

}  // namespace assay::casebook
