#include "mirror/rewrite/rewriter.h"

#include <algorithm>
#include <set>

#include "base/strings.h"
#include "mirror/direction.h"
#include "mirror/rewrite/framework.h"
#include "mirror/rewrite/pair_twins.h"
#include "mirror/rewrite/rules.h"
#include "mirror/rewrite/writer.h"
#include "program/parse/edit.h"
#include "program/parse/syntax.h"

namespace assay::mirror {
namespace {

struct Draft {
  std::string text;  // with the marks of writer.h
  std::set<std::string> helpers;
  std::set<std::string> own;                // names of the program
  std::vector<std::string> source_imports;  // kept where something of the source is left
  bool complete = true;                     // nothing was left
  bool wide = false;                        // 64-bit types are used
};

void ReplaceAll(std::string& text, const std::string& from, const std::string& to) {
  for (size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size()))
    text.replace(at, from.size(), to);
}

bool Imports(const std::string& text, const std::string& line) {
  // The mark for helpers may stand behind the last import.
  for (const std::string end : {"\n", kHelpersHere})
    if (text.starts_with(line + end) || text.find(StrCat("\n", line, end)) != std::string::npos)
      return true;
  return false;
}

// Names of helpers that the program has given to something else get an underscore.
std::string HelperTexts(Draft& draft, const Helpers& helpers) {
  std::vector<std::string> names = helpers.Needed(draft.helpers), texts;
  for (const std::string& name : names) texts.push_back(helpers.Text(name));
  for (const std::string& name : names) {
    const std::string shown = draft.own.contains(name) ? name + "_" : name;
    ReplaceAll(draft.text, "\x01" + name + "\x02", shown);
    if (shown != name)
      for (std::string& text : texts) text = ReplaceWord(text, name, shown);
  }
  return Join(texts, "\n\n\n");
}

// Where no import of the source stood at the top: behind the documentation.
void PlaceMark(std::string& text) {
  if (text.find(kImportsHere) != std::string::npos) return;
  size_t at = 0;
  if (text.starts_with("\"\"\"")) {
    const size_t end = text.find("\"\"\"", 3);
    if (end != std::string::npos) at = std::min(text.find('\n', end), text.size() - 1) + 1;
  }
  text.insert(at, StrCat(kImportsHere, kHelpersHere, "\n"));
}

// The last steps of a rewritten program: imports, helpers, names.
std::string Finish(Draft draft, const Direction& direction, const Helpers& helpers) {
  const std::string texts = HelperTexts(draft, helpers);
  std::string& text = draft.text;
  PlaceMark(text);
  const std::string all = text + "\n" + texts;
  std::vector<std::string> imports;
  for (const auto& [name, users] :
       {std::pair("contextlib", &all), std::pair("functools", &all), std::pair("unittest", &all),
        std::pair("logging", &all), std::pair("copy", &texts), std::pair("math", &texts),
        std::pair("types", &texts)})
    if (HasWord(*users, name) && !Imports(text, StrCat("import ", name)))
      imports.push_back(StrCat("import ", name));
  const Framework& framework = FrameworkNamed(direction.to);
  std::vector<std::string> packages = framework.Imports(all);
  if (HasWord(all, "np") && !Imports(text, "import numpy as np"))
    packages.push_back("import numpy as np");
  std::ranges::sort(packages);
  imports.insert(imports.end(), packages.begin(), packages.end());
  const std::string functional(framework.facts().abbreviated);
  const bool abbreviates =
      !functional.empty() && all.find(functional) != std::string::npos && !draft.own.contains("F");
  if (abbreviates) {
    imports.push_back(StrCat("import ", functional.substr(0, functional.size() - 1), " as F"));
    ReplaceAll(text, functional, "F.");
  }
  if (!draft.complete)
    for (const std::string& line : draft.source_imports) imports.push_back(line);
  std::string block = Join(imports, "\n");
  std::string inserted = texts;
  if (abbreviates) ReplaceAll(inserted, functional, "F.");
  std::string tail;
  if (const std::string setting = framework.WideSetting(); draft.wide && !setting.empty())
    tail += "\n\n" + setting;
  if (!inserted.empty()) tail += "\n\n\n" + inserted + "\n\n";
  ReplaceAll(text, kImportsHere, block);
  ReplaceAll(text, kHelpersHere, tail);
  // At most two empty lines follow each other.
  while (text.find("\n\n\n\n") != std::string::npos) ReplaceAll(text, "\n\n\n\n", "\n\n\n");
  while (text.starts_with('\n')) text.erase(0, 1);
  return text;
}

// What a function is called with may be learnt from a function that is learnt about itself.
constexpr int kPasses = 4;

}  // namespace

struct Rewriter::State {
  Direction direction;
  Rules rules;
  Helpers helpers;
  PairTwins twins;
};

Result<Rewriter> Rewriter::Open(const Direction& direction, bool use_model,
                                std::function<Result<knowledge::PairBase>()> pairs) {
  ASSAY_ASSIGN(Rules rules, Rules::Load());
  ASSAY_ASSIGN(Helpers helpers, Helpers::Load(direction.to, RicherEnvironment(direction.to)));
  if (!pairs) pairs = [direction] { return KeptPairs(direction); };
  return Rewriter(
      std::make_shared<State>(State{direction, std::move(rules), std::move(helpers),
                                    PairTwins(direction, std::move(pairs), use_model)}));
}

const Direction& Rewriter::direction() const { return state_->direction; }

Rewritten Rewriter::Rewrite(const std::string& text) const {
  Rewritten out;
  const program::SyntaxTree tree = program::SyntaxTree::Parse(text);
  const FindTwin twins = [this](const std::string& api) {
    return state_->twins.Find(api, state_->rules);
  };
  Memory memory;
  Draft draft;
  for (int pass = 0; pass < kPasses; ++pass) {
    Translation translation(state_->rules, state_->direction, twins, memory, tree);
    Writer writer(translation);
    draft.text = writer.WriteAll();
    draft.source_imports = writer.source_imports;
    draft.helpers = std::move(translation.log.helpers);
    out.left = std::move(translation.log.left);
    out.uses = std::move(translation.log.uses);
    out.notes = std::move(translation.log.notes);
  }
  for (const program::SyntaxError& error : tree.errors())
    out.left.push_back({error.line, "syntax", error.message});
  draft.own = program::OwnNames(tree);
  draft.complete = out.left.empty();
  draft.wide = memory.wide;
  out.text = Finish(std::move(draft), state_->direction, state_->helpers);
  return out;
}

}  // namespace assay::mirror
