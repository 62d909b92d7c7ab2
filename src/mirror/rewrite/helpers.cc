#include "mirror/rewrite/helpers.h"

#include <cctype>

#include "base/files.h"
#include "base/strings.h"
#include "lab/registry.h"
#include "program/parse/syntax.h"

namespace assay::mirror {
namespace {

bool InWord(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; }

size_t FindWord(const std::string& text, const std::string& word, size_t at) {
  for (at = text.find(word, at); at != std::string::npos; at = text.find(word, at + 1)) {
    const bool before = at > 0 && (InWord(text[at - 1]) || text[at - 1] == '.');
    const size_t end = at + word.size();
    const bool after = end < text.size() && InWord(text[end]);
    if (!before && !after) return at;
  }
  return at;
}

}  // namespace

bool HasWord(const std::string& text, const std::string& word) {
  return FindWord(text, word, 0) != std::string::npos;
}

std::string ReplaceWord(const std::string& text, const std::string& from, const std::string& to) {
  std::string out;
  size_t at = 0;
  for (size_t found = FindWord(text, from, 0); found != std::string::npos;
       found = FindWord(text, from, at)) {
    out += text.substr(at, found - at) + to;
    at = found + from.size();
  }
  return out + text.substr(at);
}

Result<Helpers> Helpers::Load(const std::string& framework) {
  const std::string path = StrCat(lab::HomeFolder(), "/data/mirror/helpers/", framework, ".py");
  ASSAY_ASSIGN(const std::string text, ReadFile(path));
  const auto tree = program::SyntaxTree::Parse(text);
  if (!tree.errors().empty())
    return Invalid(StrCat(path, ":", tree.errors()[0].line, ": ", tree.errors()[0].message));
  Helpers out;
  for (const program::Node& node : tree.root().children()) {
    if (!node.is("function_definition") && !node.is("class_definition")) continue;
    const std::string name(node.field("name").text());
    out.order_.push_back(name);
    out.texts_[name] = std::string(node.text());
  }
  for (const std::string& name : out.order_)
    for (const std::string& other : out.order_)
      if (other != name && HasWord(out.texts_[name], other)) out.needs_[name].insert(other);
  return out;
}

std::vector<std::string> Helpers::Needed(const std::set<std::string>& names) const {
  std::set<std::string> all;
  std::vector<std::string> open(names.begin(), names.end());
  while (!open.empty()) {
    const std::string name = open.back();
    open.pop_back();
    if (!texts_.contains(name) || !all.insert(name).second) continue;
    if (const auto more = needs_.find(name); more != needs_.end())
      open.insert(open.end(), more->second.begin(), more->second.end());
  }
  std::vector<std::string> out;
  for (const std::string& name : order_)
    if (all.contains(name)) out.push_back(name);
  return out;
}

}  // namespace assay::mirror
