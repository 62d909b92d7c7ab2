// What a call is given, one by one: dictionaries that are spread into keywords, and tensors that
// only take the result.
#include <algorithm>
#include <cctype>
#include <tuple>

#include "base/strings.h"
#include "mirror/rewrite/writer.h"

namespace assay::mirror {
namespace {

using program::Node;

// The word of a plain text; "" where it is none: a name with other signs, a text with values in it.
std::string WordOf(const Node& text) {
  if (!text.is("string")) return "";
  const std::string_view whole = text.text();
  if (whole.size() < 3 || (whole[0] != '"' && whole[0] != '\'') || whole[1] == whole[0]) return "";
  const std::string word(whole.substr(1, whole.size() - 2));
  const bool plain = std::all_of(word.begin(), word.end(),
                                 [](unsigned char c) { return std::isalnum(c) != 0 || c == '_'; });
  return plain ? word : "";
}

}  // namespace

// The literal that `name` stands for, where the program assigns it once and does nothing with it
// but spread it: then nobody can have changed it.
Writer::Node Writer::SpreadLiteral(const std::string& name) const {
  Node literal;
  bool certain = true;
  tree_->Walk(
      [&](const Node& node) {
        if (!node.is("identifier") || node.text() != name) return true;
        const Node above = node.parent();
        if (above.is("dictionary_splat")) return true;
        const bool made = above.is("assignment") && above.field("left").id() == node.id() &&
                          above.field("right").is("dictionary") && !literal.present();
        if (made) literal = above.field("right");
        certain = certain && made;
        return true;
      },
      [](const Node&) {});
  return certain ? literal : Node();
}

// f(**d) with d = {"a": …} as f(a=d["a"]); empty where it is not known what d holds.
std::vector<Writer::Argument> Writer::SpreadEntries(const Argument& splat) {
  const std::vector<Node> parts = splat.node.children();
  if (parts.size() != 1 || !parts[0].is("identifier")) return {};
  const std::string name(parts[0].text());
  const Node literal = SpreadLiteral(name);
  if (!literal.present()) return {};
  std::vector<Argument> out;
  for (const Node& pair : literal.children()) {
    if (pair.is("comment")) continue;
    const std::string word = pair.is("pair") ? WordOf(pair.field("key")) : "";
    if (word.empty()) return {};
    // Written where the dictionary stands; here only what is known of the value counts.
    const auto kept = std::tuple(log_, before_, changed_);
    const Value value = Write(pair.field("value")).value;
    std::tie(log_, before_, changed_) = kept;
    out.push_back({word, {StrCat(name, "[\"", word, "\"]"), value, true}, pair});
  }
  return out;
}

std::vector<Writer::Argument> Writer::Given(const Node& node,
                                            const std::vector<Argument>& arguments) {
  std::vector<Argument> out;
  for (const Argument& one : arguments) {
    // The name behind `out=` gets the result by an assignment.
    if (one.keyword == "out" && writing_change_ == node.id()) continue;
    std::vector<Argument> entries;
    if (one.keyword == "**") entries = SpreadEntries(one);
    if (entries.empty())
      out.push_back(one);
    else
      out.insert(out.end(), entries.begin(), entries.end());
  }
  return out;
}

}  // namespace assay::mirror
