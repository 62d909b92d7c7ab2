#include "trial/trial.h"

#include <re2/re2.h>

#include <algorithm>
#include <array>

#include "base/strings.h"
#include "knowledge/text.h"
#include "trial/prelude.h"

namespace assay::trial {
namespace {

using program::ProgramRun;
using program::ProgramStatus;

constexpr size_t kMessage = 300;  // characters that are kept of an error

std::string OneLine(const std::string& text) {
  const std::string line = knowledge::Squeeze(text);
  return line.size() <= kMessage ? line : line.substr(0, kMessage) + "…";
}

// Without line breaks of any kind, which end texts and comments in Python, and other control
// characters.
std::string Unbroken(std::string text) {
  for (char& c : text)
    if (static_cast<unsigned char>(c) < ' ' || c == '\x7f') c = ' ';
  return text;
}

// Programs write texts with double quotes.
std::string Quoted(const std::string& text) {
  std::string out = "\"";
  for (const char c : Unbroken(text)) {
    if (c == '"' || c == '\\') out += '\\';
    out += c;
  }
  return out + "\"";
}

// What our own check says, without the claim; "" when another assertion failed, within the
// framework.
std::string Checked(const Trial& trial, const ProgramRun& run) {
  if (run.exception != "AssertionError" && !run.exception.ends_with(".AssertionError")) return "";
  const std::string message = knowledge::Squeeze(run.message);
  const std::string claim = knowledge::Squeeze(trial.claim) + ": ";
  return message.starts_with(claim) ? message.substr(claim.size()) : "";
}

// The claimed call itself, and not for want of a processor. A compiler may take its time; a plain
// call of a few numbers may not.
bool Hangs(const Trial& trial, const ProgramRun& run) {
  constexpr double kWork = 10;   // seconds: hundreds of times what our calls take
  constexpr double kIdle = 0.1;  // part of the time: below, it waits for something
  if (trial.blame == Blame::kChecks || run.out.find(kClaimMark) == std::string::npos) return false;
  return run.cpu_seconds >= kWork || run.busy < kIdle;
}

bool Blamed(const Trial& trial, const std::string& message) {
  switch (trial.blame) {
    case Blame::kAnyError:
      // How arguments are passed, by place or by name or both, is our own doing.
      return message.find("got multiple values for argument") == std::string::npos &&
             !RE2::PartialMatch(message, R"(takes .* positional arguments? but)");
    case Blame::kRefusal:
      return RefusesValue(message, trial.value);
    case Blame::kKeyword:
      return RefusesKeyword(message);
    case Blame::kRangeError:
      return RefusesNumber(message);
    case Blame::kChecks:
      break;
  }
  return false;
}

// Whether statements make something whose numbers are drawn by chance: layers and models.
bool Draws(const std::vector<std::string>& statements) {
  return std::ranges::any_of(statements, [](const std::string& statement) {
    return statement.find("torch.nn.") != std::string::npos ||
           statement.find("tf.keras.") != std::string::npos;
  });
}

Judged JudgeError(const Trial& trial, const ProgramRun& run) {
  const std::string said = OneLine(StrCat(run.exception, ": ", run.message));
  if (run.line < trial.claim_line || run.invalid || !run.limit.empty() ||
      run.exception == "MemoryError")
    return {Verdict::kNotApplicable, said};
  if (const std::string seen = Checked(trial, run); !seen.empty())
    return {seen.starts_with(kOtherErrorMark) ? Verdict::kOtherError : trial.if_broken,
            OneLine(seen)};
  if (SaysUnsupported(run.exception, run.message))
    return {trial.must_be_supported ? Verdict::kUnsupported : Verdict::kNotApplicable, said};
  return {Blamed(trial, run.message) ? Verdict::kBroken : Verdict::kNotApplicable, said};
}

}  // namespace

std::string_view VerdictName(Verdict verdict) {
  constexpr std::array<std::string_view, 10> kNames = {
      "holds",     "broken",      "not applicable", "crash",     "hangs",
      "unchecked", "unsupported", "other error",    "imprecise", "suspicious"};
  return kNames[static_cast<size_t>(verdict)];
}

bool IsDisagreement(Verdict verdict) {
  return verdict != Verdict::kHolds && verdict != Verdict::kNotApplicable;
}

bool IsNote(Verdict verdict) {
  return verdict == Verdict::kUnchecked || verdict == Verdict::kUnsupported ||
         verdict == Verdict::kOtherError || verdict == Verdict::kImprecise ||
         verdict == Verdict::kSuspicious;
}

Judged JudgeTrial(const Trial& trial, const program::ProgramOutcome& outcome) {
  const ProgramRun& run = outcome.run;
  switch (outcome.status) {
    case ProgramStatus::kValid:
    // The text of the program calls it; the lab does not know every alias and wrapper.
    case ProgramStatus::kNoTarget:
      return {Verdict::kHolds, ""};
    case ProgramStatus::kCrash:
      return {Verdict::kCrash, OneLine(run.message)};
    case ProgramStatus::kHangs:
      return {Hangs(trial, run) ? Verdict::kHangs : Verdict::kNotApplicable, OneLine(run.message)};
    case ProgramStatus::kException:
      return JudgeError(trial, run);
    case ProgramStatus::kFlaky:
      break;
  }
  return {Verdict::kNotApplicable, std::string(ProgramStatusName(outcome.status))};
}

TrialWriter::TrialWriter(const Dialect& dialect, const std::string& prelude)
    : dialect_(dialect), prelude_(prelude) {}

TrialWriter& TrialWriter::Line(const std::string& line) {
  text_ += line + "\n";
  lines_ += 1 + static_cast<int>(std::ranges::count(line, '\n'));
  return *this;
}

TrialWriter& TrialWriter::Comment(const std::string& text) {
  for (const std::string& line : Split(text, '\n')) Line("# " + Unbroken(line));
  return *this;
}

TrialWriter& TrialWriter::Arguments(const WrittenCall& written) {
  const std::string all = StrCat(Join(written.statements, "\n"), "\n", written.expression);
  const std::string seed = SeedFor(dialect_, all);
  // A layer that stands ready draws its weights before the call.
  const bool draws = Draws(written.statements);
  if (draws && !seed.empty()) Line(seed);
  for (const std::string& statement : written.statements) Line(statement);
  if (!seed.empty()) Line(seed);
  return *this;
}

TrialWriter& TrialWriter::Call(const ApiCall& call, const knowledge::ApiDoc& doc,
                               const std::string& variable) {
  const WrittenCall written = Write(call, doc);
  return Arguments(written).Line(StrCat(variable, " = ", written.expression));
}

TrialWriter& TrialWriter::ClaimedCall(const ApiCall& call, const knowledge::ApiDoc& doc,
                                      const std::string& variable) {
  const WrittenCall written = Write(call, doc);
  return Arguments(written).Claim().Line(StrCat(variable, " = ", written.expression));
}

TrialWriter& TrialWriter::Claim() {
  Line(StrCat("print(\"", kClaimMark, "\", flush=True)"));
  claim_line_ = lines_ + 1;
  return *this;
}

TrialWriter& TrialWriter::Check(const std::string& condition, const std::string& claim,
                                const std::string& detail) {
  return Line(StrCat("assert ", condition, ", ", Quoted(claim + ": "), " + ", detail));
}

void TrialWriter::Finish(Trial& trial) const {
  const std::string head = StrCat(dialect_.imports, "\n", OnlyNeeded(prelude_, text_), "\n");
  trial.program = head + text_;
  trial.claim_line = claim_line_ + static_cast<int>(std::ranges::count(head, '\n'));
}

bool SaysUnsupported(const std::string& exception, const std::string& message) {
  if (exception.ends_with("NotImplementedError") || exception.ends_with("UnimplementedError"))
    return true;
  static const RE2 kWords(
      R"((?i)not (?:yet |currently )?(?:implemented|supported)|unsupported|unimplemented|could not (?:run|find device)|no (?:op)?kernel|only (?:supports?|supported|implemented)|not (?:compiled|built|available)|isn't supported|doesn't support|does not support|requires? (?:cuda|gpu|mkl|lapack)|no module named|install)");
  return RE2::PartialMatch(message, kWords);
}

bool RefusesValue(const std::string& message, const std::string& value) {
  // TensorFlow appends the whole node.
  const std::string text = Lower(message.substr(0, message.find("; NodeDef")));
  const std::string wanted = Lower(value);
  static const RE2 kUnknown(
      R"(\b(?:invalid|unknown|unrecogni[sz]ed|unexpected|not (?:a )?valid|not (?:a )?known|one of|not in|not understood|does not exist|must be either|should be either|got|received|only)\b)");
  static const RE2 kCase(
      R"(\b(?:when|if|for \d|for (?:the )?input|for a|with|combin\w+|unless|because|\d-?d|dimension\w*|rank|shape)\b)");
  // 'Only "zeros" padding mode is supported': not ours, whatever it was.
  static const RE2 kOnly(R"(\bonly ["'`]\w+["'`])");
  if (RE2::PartialMatch(text, kCase)) return false;
  return RE2::PartialMatch(text, kOnly) ||
         (text.find(wanted) != std::string::npos && RE2::PartialMatch(text, kUnknown));
}

bool RefusesKeyword(const std::string& message) {
  static const RE2 kKeyword(
      R"((?i)missing (?:\d+ required|a required)|(?:unexpected|unrecogni[sz]ed|invalid) keyword|keywords were incorrect|invalid combination of arguments|multiple values for)");
  return RE2::PartialMatch(message, kKeyword);
}

bool RefusesNumber(const std::string& message) {
  static const RE2 kRange(
      R"((?i)\b(?:out of (?:range|bounds)|must be (?:in|between|positive|non-?negative|greater|less|at least|at most|>|<)|should be (?:in|between|positive|non-?negative|greater|less|>|<)|invalid|has to be|expected .* (?:>|<|positive|between|greater|less))\b?)");
  return RE2::PartialMatch(message, kRange);
}

}  // namespace assay::trial
