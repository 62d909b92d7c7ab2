#include "trial/attempts.h"

#include <algorithm>
#include <array>
#include <map>
#include <mutex>
#include <set>

#include "base/check.h"
#include "base/strings.h"
#include "trial/call.h"
#include "trial/dialect.h"
#include "trial/examples/example_calls.h"
#include "trial/roles.h"
#include "trial/rules.h"

namespace assay::trial {
namespace {

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
    ApiCall call;
    call.source = "guess";
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
