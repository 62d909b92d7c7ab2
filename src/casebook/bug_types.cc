#include "casebook/bug_types.h"

#include <re2/re2.h>

#include <memory>

#include "base/strings.h"
#include "triage/classify/classify.h"

namespace assay::casebook {
namespace {

constexpr const char* kOther = "Other";

struct Rule {
  std::string_view type, because;
  std::unique_ptr<RE2> kind, oracle, words;
};

const std::vector<Rule>& AllRules() {
  static const std::vector<Rule> all = [] {
    std::vector<Rule> out;
    const auto add = [&out](std::string_view type, const char* kind, const char* oracle,
                            const char* words, std::string_view because) {
      const auto pattern = [](const char* text) {
        return *text == '\0' ? nullptr : std::make_unique<RE2>(text);
      };
      out.push_back({type, because, pattern(kind), pattern(oracle), pattern(words)});
    };
#define BUG_TYPE(type, kind, oracle, words, because) add(type, kind, oracle, words, because);
#include "casebook/bug_types.def"
#undef BUG_TYPE
    return out;
  }();
  return all;
}

bool Fits(const std::unique_ptr<RE2>& pattern, const std::string& text) {
  return pattern == nullptr || RE2::PartialMatch(text, *pattern);
}

// Assertions are our own words: they repeat the claim, whatever it speaks of.
std::string FrameworksWords(const ProgramFinding& finding) {
  return finding.seen.exception == "AssertionError" ? "" : finding.seen.message;
}

}  // namespace

BugType BugTypeOf(const ProgramFinding& finding) {
  const std::string words = FrameworksWords(finding);
  for (const Rule& rule : AllRules())
    if (Fits(rule.kind, finding.kind) && Fits(rule.oracle, finding.oracle) &&
        Fits(rule.words, words))
      return {rule.type, rule.because};
  return {kOther, "no rule fits"};
}

std::vector<std::string> AllBugTypes() {
  std::vector<std::string> out;
  for (const triage::AtocClass& known : triage::AllAtocClasses()) out.emplace_back(known.name);
  out.emplace_back(kOther);
  return out;
}

Result<std::string> FindBugType(const std::string& name) {
  const std::vector<std::string> all = AllBugTypes();
  for (const std::string& known : all)
    if (Lower(known) == Lower(name)) return known;
  return Invalid(StrCat("there is no bug type '", name, "'; types: ", Join(all, ", ")));
}

}  // namespace assay::casebook
