#include "trial/probe.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/strings.h"
#include "knowledge/text.h"
#include "program/parse/syntax.h"

namespace assay::trial {
namespace {

using nlohmann::json;

// How long to look for calls of one API.
struct Search {
  int enough;    // kinds of calls that work
  int patience;  // further attempts for one more kind
};
constexpr Search kSearch = {4, 25};
// jax compiles every operation anew for every shape: a second instead of a millisecond.
constexpr Search kCompilingSearch = {3, 6};
// Only against attempts without end: a limit that is met makes results depend on the machine. The
// first counts work, the second ends what waits for ever, even on a busy machine.
constexpr double kProcessorSeconds = 15;
constexpr double kWallSeconds = 90;

// One attempt as a function of the program; only what stands there as a name can be noted.
std::string FunctionOf(const WrittenCall& written, size_t number) {
  std::string out = StrCat("def attempt_", number, "():\n");
  for (const std::string& statement : written.statements)
    for (const std::string& line : Split(statement, '\n')) out += "    " + line + "\n";
  std::vector<std::string> noted;
  for (const auto& [name, value] : written.values)
    if (knowledge::IsIdentifier(value) && value != "None" && value != "True" && value != "False")
      noted.push_back(StrCat("'", name, "': ", value));
  if (!noted.empty()) out += StrCat("    note({", Join(noted, ", "), "})\n");
  return out + StrCat("    return ", written.expression, "\n\n\n");
}

std::string ProgramOf(const Dialect& dialect, const std::string& preamble,
                      const std::vector<WrittenCall>& written) {
  std::string out = StrCat(dialect.imports, "\n", preamble, "\n\n");
  std::vector<std::string> names;
  for (size_t i = 0; i < written.size(); ++i) {
    out += FunctionOf(written[i], i);
    names.push_back(StrCat("attempt_", i));
  }
  const Search& search = dialect.framework == "jax" ? kCompilingSearch : kSearch;
  return out + StrCat("probe([", Join(names, ", "), "], ", search.enough, ", ", search.patience,
                      ", ", kProcessorSeconds, ")\n");
}

void FillIn(const json& noted, const std::string& name, std::string& dtype, Dims& dims) {
  if (name.empty() || !noted.contains(name)) return;
  dtype = noted[name]["dtype"].get<std::string>();
  dims = noted[name]["dims"].get<Dims>();
}

// What the probe saw of the arguments: dtype and dims of tensors.
ApiCall Described(ApiCall call, const json& noted) {
  for (CallArgument& argument : call.arguments)
    FillIn(noted, argument.name, argument.dtype, argument.dims);
  for (CallArgument& argument : call.then_called_with)
    FillIn(noted, argument.name, argument.dtype, argument.dims);
  FillIn(noted, "receiver", call.receiver_dtype, call.receiver_dims);
  return call;
}

bool HasFloats(const ApiCall& call) {
  const auto is = [](const std::string& dtype) { return dtype.find("float") != std::string::npos; };
  const auto has = [&](const CallArgument& argument) { return is(argument.dtype); };
  return is(call.receiver_dtype) || std::ranges::any_of(call.arguments, has) ||
         std::ranges::any_of(call.then_called_with, has);
}

// The attempt that the program's line belongs to.
size_t AttemptAt(const std::string& program, int line) {
  const std::vector<std::string> lines = Split(program, '\n');
  size_t begun = 0;
  for (size_t i = 0; i < lines.size() && i < static_cast<size_t>(line); ++i)
    if (lines[i].starts_with("def attempt_")) ++begun;
  return begun == 0 ? 0 : begun - 1;
}

// Runs all attempts in one program. Python is stricter than the parser here (a keyword passed
// twice, a print statement): what it refuses is dropped from both lists and the rest tried again.
Result<program::ProgramOutcome> RunAttempts(const knowledge::ApiDoc& doc, const Dialect& dialect,
                                            const std::string& preamble, program::ProgramLab& lab,
                                            std::vector<WrittenCall>& written,
                                            std::vector<ApiCall>& attempts) {
  for (;;) {
    program::ProgramRequest request{.text = ProgramOf(dialect, preamble, written),
                                    .target_api = doc.name};
    request.limits.wall_s = kWallSeconds;
    request.limits.cpu_s = 2 * kProcessorSeconds;
    ASSAY_ASSIGN(program::ProgramOutcome outcome, lab.Run(request));
    const bool refused =
        outcome.run.exception == "SyntaxError" || outcome.run.exception == "IndentationError";
    if (!refused || outcome.run.line <= 0 || written.empty() || !outcome.run.out.empty())
      return outcome;
    const auto at = static_cast<std::ptrdiff_t>(AttemptAt(request.text, outcome.run.line));
    written.erase(written.begin() + at);
    attempts.erase(attempts.begin() + at);
  }
}

}  // namespace

Result<Probed> ProbeCalls(const knowledge::ApiDoc& doc, const Dialect& dialect,
                          const std::string& preamble, const std::vector<ApiCall>& proposed,
                          program::ProgramLab& lab) {
  std::vector<WrittenCall> written;
  std::vector<ApiCall> attempts;
  for (const ApiCall& call : proposed) {
    WrittenCall text = Write(call, doc);
    // One that is no Python would take all others with it.
    if (!program::SyntaxTree::Parse(FunctionOf(text, 0)).errors().empty()) continue;
    written.push_back(std::move(text));
    attempts.push_back(call);
  }
  ASSAY_ASSIGN(const program::ProgramOutcome outcome,
               RunAttempts(doc, dialect, preamble, lab, written, attempts));
  Probed out;
  out.reached = outcome.run.target_called;
  out.status = outcome.status;
  out.program =
      ProgramOf(dialect, "# (Here stand `note` and `probe`, which try them in turn.)", written);
  size_t started = attempts.size();
  for (const std::string& line : Split(outcome.run.out, '\n')) {
    const json fact = json::parse(line, nullptr, false);
    if (!fact.is_object() || !fact.contains("attempt")) continue;
    const size_t number = fact["attempt"];
    if (number >= attempts.size()) continue;
    started = fact.contains("ok") ? attempts.size() : number;
    if (!fact.contains("ok")) continue;
    if (!fact["ok"].get<bool>()) {
      out.problem = fact["error"];
    } else if (!fact["again"].get<bool>()) {
      out.calls.push_back(Described(attempts[number], fact["arguments"]));
    }
  }
  std::stable_partition(out.calls.begin(), out.calls.end(), HasFloats);
  if (started < attempts.size()) {
    out.fatal = written[started].expression;
    out.fatal_call = attempts[started];
  }
  if (out.problem.empty() && out.calls.empty())
    out.problem = StrCat(outcome.run.exception, ": ", outcome.run.message);
  return out;
}

}  // namespace assay::trial
