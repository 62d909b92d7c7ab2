// Calls: which kind it is, and those of the framework's functions.
#include <algorithm>
#include <cctype>
#include <tuple>

#include "base/strings.h"
#include "mirror/rewrite/writer.h"

namespace assay::mirror {
namespace {

using program::Node;

using Kind = Value::Kind;

// torch.ops.aten.sort.default is the overload of an operator that programs call torch.sort.
std::string PlainOperator(const std::string& path) {
  constexpr std::string_view kOperators = "torch.ops.aten.";
  if (!path.starts_with(kOperators)) return path;
  const std::string name = path.substr(kOperators.size());
  return "torch." + name.substr(0, name.find('.'));
}

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

std::vector<Writer::Argument> Writer::Arguments(const Node& list) {
  std::vector<Argument> out;
  if (list.is("generator_expression")) {
    out.push_back({"", Write(list), list});
    return out;
  }
  for (const Node& node : list.children()) {
    if (node.is("comment")) continue;
    if (node.is("keyword_argument")) {
      out.push_back({std::string(node.field("name").text()), Write(node.field("value")), node});
    } else if (node.is("list_splat")) {
      out.push_back({"", Generic(node), node, true});
    } else if (node.is("dictionary_splat")) {
      out.push_back({"**", Generic(node), node, true});
    } else {
      out.push_back({"", Write(node), node});
    }
  }
  return out;
}

// The call as it stands with its arguments written anew.
Written Writer::PlainCall(const Node& node, const std::string& callee,
                          const std::vector<Argument>& arguments) {
  const std::string& text = tree_->text();
  const Node list = node.field("arguments");
  if (list.is("generator_expression")) return {callee + arguments[0].written.text, {}, true};
  std::string out = callee;
  uint32_t at = list.span().begin;
  for (const Argument& one : arguments) {
    const Node value = one.keyword.empty() || one.spread ? one.node : one.node.field("value");
    out += text.substr(at, value.span().begin - at) + one.written.text;
    at = value.span().end;
  }
  return {out + text.substr(at, list.span().end - at), {}, true};
}

// A name of the tables; where a framework has one function under several names, any of them.
const std::vector<Reading>& Writer::Candidates(const std::string& path) const {
  const std::string name = ShortName(path);
  const auto& direct = rules_.Calls(from_, name);
  if (!direct.empty()) return direct;
  const std::string last = name.substr(name.rfind('.') + 1);
  const auto& prefixes = source_.prefixes;
  // Both follow numpy: names, parameters and their order.
  constexpr std::string_view kNumpy = "tf.experimental.numpy.";
  if (name.starts_with(kNumpy)) return rules_.Calls("jax", "jnp." + name.substr(kNumpy.size()));
  // Only among themselves: tf.experimental.numpy.take is not tf.take.
  const std::string prefix = name.substr(0, name.size() - last.size());
  if (std::ranges::find(prefixes, prefix) == prefixes.end()) return direct;
  if (rules_.FalseFriend(FullName(name), "")) return direct;
  for (const std::string_view other : prefixes)
    if (const auto& found = rules_.Calls(from_, StrCat(other, last)); !found.empty()) return found;
  return direct;
}

Written Writer::WriteCall(const Node& node) {
  const Node callee = node.field("function");
  if (writing_change_ != node.id() && IsInPlaceCall(node))
    if (auto made = InPlaceExpression(node)) return *made;
  const std::string path = names_.PathOf(callee);
  if (!path.empty() && names_.OfSource(path)) {
    auto arguments = Arguments(node.field("arguments"));
    return WriteApiCall(node, path, std::move(arguments));
  }
  if (callee.is("attribute") && path.empty()) return WriteMethod(node, callee);
  auto arguments = Arguments(node.field("arguments"));
  if (!path.empty()) {
    if (path.starts_with("numpy."))
      for (Argument& one : arguments) one.written.text = ops_.ForNumpy(one.written);
    Written out = PlainCall(node, std::string(callee.text()), arguments);
    if (path.starts_with("numpy.")) out.value = Of(Kind::kArray);
    return out;
  }
  if (callee.is("identifier") && !own_.contains(std::string(callee.text())))
    return WriteBuiltin(node, std::string(callee.text()), std::move(arguments));
  return WriteOwnCall(node, Write(callee), std::move(arguments));
}

Written Writer::WriteApiCall(const Node& node, const std::string& path,
                             std::vector<Argument> arguments) {
  const std::string plain = PlainOperator(path);
  if (auto special = SpecialCall(node, plain, arguments)) return *special;
  if (auto gradient = GradientCall(node, plain, arguments)) return *gradient;
  std::string why = StrCat("has no twin in ", to_);
  std::vector<Reading> readings = Candidates(plain);
  // torch.celu_(x) and the like.
  if (readings.empty() && source_.changes_in_place && plain.ends_with("_"))
    readings = Candidates(plain.substr(0, plain.size() - 1));
  if (readings.empty() && plain.starts_with("torch.Tensor."))
    readings = Candidates("torch." + plain.substr(13));
  // Where the tables say nothing, the pair base may.
  std::erase_if(readings, [&](const Reading& one) { return one.operation->untold.contains(to_); });
  const std::vector<Argument> given = Given(node, arguments);
  if (auto bound = ops_.BestBound(readings, given, nullptr)) {
    const auto& targets = bound->operation->spellings.at(to_);
    if (auto made = ops_.Emit(*bound, &why)) {
      log_.Use(path, node, targets[0].Shown(), "rule");
      if (bound->operation->name == "wide") memory_.wide = true;
      for (const Argument& one : arguments)
        made->value.changes_input |=
            one.keyword == "inplace" && one.written.text == "True" && made->value.is(Kind::kObject);
      return *made;
    }
  } else if (!readings.empty()) {
    why = "called in a way that no rule knows";
  }
  if (const PairTwin* twin = readings.empty() ? twins_(FullName(plain)) : nullptr) {
    const Reading reading{&twin->operation, &twin->operation.spellings.at(from_)[0]};
    if (auto bound = ops_.BindCall(reading, given, nullptr)) {
      if (auto made = ops_.Emit(*bound, &why)) {
        log_.Use(path, node, twin->twin, twin->by);
        return *made;
      }
    } else {
      why = StrCat("the pair base knows its twin ", twin->twin, ", but not these arguments");
    }
  }
  log_.Use(path, node, "", "");
  Written out = PlainCall(node, std::string(node.field("function").text()), arguments);
  return log_.Leave(node, out, path, why);
}

// What a call is given, one by one: dictionaries that are spread into keywords, and tensors that
// only take the result.

// The literal that `name` stands for, where the program assigns it once and does nothing with it
// but spread it: then nobody can have changed it.
Writer::Node Writer::SpreadLiteral(const std::string& name) const {
  Node literal;
  bool certain = true;
  tree_->Walk([&](const Node& node) {
    if (!node.is("identifier") || node.text() != name) return true;
    const Node above = node.parent();
    if (above.is("dictionary_splat")) return true;
    const bool made = above.is("assignment") && above.field("left").id() == node.id() &&
                      above.field("right").is("dictionary") && !literal.present();
    if (made) literal = above.field("right");
    certain = certain && made;
    return true;
  });
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
