#include "trial/probe.h"

#include <algorithm>
#include <array>
#include <map>
#include <mutex>
#include <nlohmann/json.hpp>
#include <set>

#include "base/check.h"
#include "base/strings.h"
#include "knowledge/text.h"
#include "program/parse/syntax.h"
#include "trial/call.h"
#include "trial/dialect.h"
#include "trial/examples/example_calls.h"
#include "trial/roles.h"
#include "trial/rules.h"

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

// Calls for APIs of which no parameters are documented.

// T: a matrix, V: a vector, I: indices; anything else as it is.
const std::vector<std::vector<std::string>> kLists = {
    {"T"},      {"T", "T"}, {"T", "2"},      {"T", "0"},      {"T", "0.5"}, {"I"},      {"I", "I"},
    {"T", "I"}, {"V"},      {"T", "T", "T"}, {"2"},           {"0.5"},      {"(2, 3)"}, {"'a'"},
    {"True"},   {"2", "2"}, {"0", "1"},      {"T", "0", "I"}, {"T", "'a'"}, {"[2]"},
};

// Nothing, one tensor, two, a tensor and a number…: arguments without names. Empty when parameters
// are documented.
std::vector<ApiCall> GuessedCalls(const knowledge::ApiDoc& doc, const Dialect& dialect) {
  const bool known = std::ranges::any_of(doc.parameters, [](const knowledge::Parameter& parameter) {
    return !parameter.kind.starts_with("var-");
  });
  if (known || doc.kind == "property") return {};
  std::vector<ApiCall> out;
  for (const std::vector<std::string>& list : kLists) {
    ApiCall call{.source = "guess"};
    if (doc.kind == "method") {
      call.receiver = ReceiverOf(doc, dialect);
      if (call.receiver.empty())
        call.receiver = dialect.tensor({2, 3}, list[0] == "I" ? "int64" : "float32");
    }
    for (const std::string& letter : list) {
      std::string text = letter;
      if (letter == "T") text = dialect.tensor({2, 3}, "float32");
      if (letter == "V") text = dialect.tensor({4}, "float32");
      if (letter == "I") text = dialect.tensor({2, 3}, "int64");
      call.arguments.push_back(
          {call.arguments.empty() ? "x" : StrCat("x", call.arguments.size() + 1),
           text,
           false,
           "",
           {}});
    }
    out.push_back(std::move(call));
  }
  return out;
}

// Examples repeat themselves; the first few show what there is to see.
constexpr size_t kMostExamples = 8;

class Collection {
 public:
  Collection(const knowledge::ApiDoc& doc, size_t most) : doc_(doc), most_(most) {}

  bool Full() const { return calls_.size() >= most_; }
  void Add(ApiCall call) {
    const WrittenCall written = Write(call, doc_);
    if (!Full() && seen_.insert(Join(written.statements, "\n") + "\n" + written.expression).second)
      calls_.push_back(std::move(call));
  }
  size_t size() const { return calls_.size(); }
  std::vector<ApiCall> Take() { return std::move(calls_); }

 private:
  const knowledge::ApiDoc& doc_;
  size_t most_;
  std::set<std::string> seen_;
  std::vector<ApiCall> calls_;
};

// The module of an API that its package does not import by itself; "" where it does. TensorFlow
// finds all of its modules when they are named.
std::string ImportFor(const knowledge::ApiDoc& doc, const Dialect& dialect) {
  if (dialect.framework == "tensorflow") return "";
  std::string module = doc.name.substr(0, doc.name.rfind('.'));
  if (doc.kind == "method" || doc.kind == "property") module = module.substr(0, module.rfind('.'));
  constexpr std::array<std::string_view, 12> kPresent = {
      "torch.nn",    "torch.linalg", "torch.fft",  "torch.special",
      "torch.optim", "torch.sparse", "jax.numpy",  "torch.nn.functional",
      "jax.lax",     "jax.nn",       "jax.random", "jax.tree"};
  if (module.find('.') == std::string::npos ||
      std::ranges::find(kPresent, module) != kPresent.end())
    return "";
  return "import " + module;
}

const CallBook& BookOf(const Dialect& dialect) {
  static std::mutex mutex;
  static std::map<std::string, CallBook> books;
  const std::lock_guard<std::mutex> lock(mutex);
  const auto [found, is_new] = books.try_emplace(std::string(dialect.framework));
  if (is_new) {
    auto book = LoadCallBook(dialect);
    ASSAY_CHECK(book.ok()) << "the call book of " << dialect.framework << ": "
                           << book.error().message;
    found->second = std::move(*book);
  }
  return found->second;
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
  Probed out{.reached = outcome.run.target_called, .status = outcome.status};
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

std::vector<ApiCall> ProposeCalls(const knowledge::ApiDoc& doc, const Dialect& dialect,
                                  size_t most) {
  return ProposeCalls(doc, dialect, BookOf(dialect), most);
}

std::vector<ApiCall> ProposeCalls(const knowledge::ApiDoc& doc, const Dialect& dialect,
                                  const CallBook& book, size_t most) {
  Collection out(doc, most);
  for (const std::string& text : book.calls)
    for (ApiCall& call : CallsIn(text, doc, dialect, book, "book")) out.Add(std::move(call));
  const size_t before = out.size();
  for (const std::string& text : ExamplePrograms(doc))
    for (ApiCall& call : CallsIn(text, doc, dialect, book, "example"))
      if (out.size() < before + kMostExamples) out.Add(std::move(call));
  const std::vector<ApiCall> guessed = GuessedCalls(doc, dialect);
  const size_t by_rule = most - std::min(most, out.size() + guessed.size());
  for (ApiCall& call : CallsByRule(doc, dialect, book, by_rule)) out.Add(std::move(call));
  for (const ApiCall& call : guessed) out.Add(call);
  std::vector<ApiCall> calls = out.Take();
  if (const std::string import = ImportFor(doc, dialect); !import.empty())
    for (ApiCall& call : calls) call.setup.insert(call.setup.begin(), import);
  return calls;
}

}  // namespace assay::trial
