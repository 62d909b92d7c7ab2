#include <algorithm>
#include <cctype>

#include "base/strings.h"
#include "mirror/rewrite/expressions.h"

namespace assay::mirror {
namespace {

using program::Node;

// The word of a plain text; "" where it is none: a name with other signs, a text with values in it.
std::string WordOf(const Node& text) {
  if (!text.is("string")) return "";
  const std::string_view whole = text.text();
  if (whole.size() < 3 || (whole[0] != '"' && whole[0] != '\'') || whole[1] == whole[0]) return "";
  const std::string word(whole.substr(1, whole.size() - 2));
  const bool plain =
      std::ranges::all_of(word, [](unsigned char c) { return std::isalnum(c) != 0 || c == '_'; });
  return plain ? word : "";
}

}  // namespace

ArgumentWriter::Arguments ArgumentWriter::WriteList(const Node& list) {
  if (list.is("generator_expression")) return {{"", Write(list), list}};
  Arguments out;
  for (const Node& node : list.children()) {
    if (node.is("comment")) continue;
    if (node.is("keyword_argument"))
      out.push_back({std::string(node.field("name").text()), Write(node.field("value")), node});
    else if (node.is("list_splat") || node.is("dictionary_splat"))
      out.push_back({node.is("list_splat") ? "" : "**", WriteChildren(node), node, true});
    else
      out.push_back({"", Write(node), node});
  }
  return out;
}

Written ArgumentWriter::PlainCall(const Node& node, const std::string& callee,
                                  const Arguments& arguments) const {
  const Node list = node.field("arguments");
  if (list.is("generator_expression")) return {callee + arguments[0].written.text, {}, true};
  std::vector<Node> values;
  for (const CallArgument& one : arguments) values.push_back(one.value());
  size_t k = 0;
  return {callee + program_.Replaced(list.span(), values,
                                     [&](const Node&) { return arguments[k++].written.text; }),
          {},
          true};
}

Written ArgumentWriter::PlainCall(const MethodCall& call) const {
  return PlainCall(call.node, StrCat(Tight(call.object), ".", call.name), call.arguments);
}

// f(**d) with d = {"a": …} as f(a=d["a"]); empty where it is not known what d holds.
ArgumentWriter::Arguments ArgumentWriter::Entries(const CallArgument& splat) {
  const std::vector<Node> parts = splat.node.children();
  if (parts.size() != 1 || !parts[0].is("identifier")) return {};
  const std::string name(parts[0].text());
  const Node literal = program_.SpreadLiteral(name);
  if (!literal.present()) return {};
  Arguments out;
  for (const Node& pair : literal.children()) {
    if (pair.is("comment")) continue;
    const std::string word = pair.is("pair") ? WordOf(pair.field("key")) : "";
    if (word.empty()) return {};
    // Written where the dictionary stands; here only what is known of the value counts.
    const auto kept = std::pair(log_, effects_);
    const Value value = Write(pair.field("value")).value;
    std::tie(log_, effects_) = kept;
    out.push_back({word, {StrCat(name, "[\"", word, "\"]"), value, true}, pair});
  }
  return out;
}

ArgumentWriter::Arguments ArgumentWriter::Spread(const Arguments& arguments) {
  Arguments out;
  for (const CallArgument& one : arguments) {
    const Arguments entries = one.keyword == "**" ? Entries(one) : Arguments{};
    if (entries.empty())
      out.push_back(one);
    else
      out.insert(out.end(), entries.begin(), entries.end());
  }
  return out;
}

}  // namespace assay::mirror
