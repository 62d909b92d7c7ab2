#include "generate/boundary.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <string_view>
#include <unordered_map>

#include "base/check.h"
#include "base/strings.h"
#include "generate/combinations.h"

namespace assay::generate {
namespace {

// `times` the rank and `plus`.
struct Term {
  int64_t times = 0, plus = 0;
  int64_t At(int rank) const { return times * rank + plus; }
};

struct Value {
  enum class Kind { kNone, kInt, kFloat, kText, kInts };
  Kind kind = Kind::kNone;
  Term term = {};
  float number = 0;
  std::string text = {};
  std::vector<Term> list = {};
};

struct Attribute {
  std::string_view name;
  std::vector<Value> values;
};

using Table = std::unordered_map<std::string, std::vector<Attribute>>;

struct Line {
  std::string_view ops, attribute, values;
};

constexpr Line kLines[] = {
#define BOUNDARY(Operators, Attribute, Values) {Operators, Attribute, Values},
#include "generate/boundaries.def"
#undef BOUNDARY
};

Term ParseTerm(std::string_view text) {
  Term out;
  const size_t r = text.find('r');
  if (r != std::string_view::npos) {
    out.times = r > 0 && text[0] == '-' ? -1 : 1;
    text.remove_prefix(r + 1);
    if (text.empty()) return out;
  }
  if (text[0] == '+') text.remove_prefix(1);
  const auto read = std::from_chars(text.data(), text.data() + text.size(), out.plus);
  ASSAY_CHECK(read.ec == std::errc() && read.ptr == text.data() + text.size())
      << "boundaries.def: " << text;
  return out;
}

Value ParseValue(std::string_view text) {
  Value out;
  if (text == "none") return out;
  if (text[0] == '\'') {
    out.kind = Value::Kind::kText;
    out.text = text.substr(1, text.size() - 2);
  } else if (text[0] == '[') {
    out.kind = Value::Kind::kInts;
    for (const std::string& term : Split(text.substr(1, text.size() - 2), ','))
      out.list.push_back(ParseTerm(term));
  } else if (text.find('.') != std::string_view::npos) {
    out.kind = Value::Kind::kFloat;
    out.number = std::stof(std::string(text));
  } else {
    out.kind = Value::Kind::kInt;
    out.term = ParseTerm(text);
  }
  return out;
}

const Table& AllBoundaries() {
  static const Table table = [] {
    Table out;
    for (const Line& line : kLines) {
      Attribute attribute{line.attribute, {}};
      for (const std::string& text : Split(line.values, ' '))
        attribute.values.push_back(ParseValue(text));
      for (const std::string& op : Split(line.ops, '|')) out[op].push_back(attribute);
    }
    return out;
  }();
  return table;
}

// The attribute of a tensor of this rank; nothing: left out.
std::optional<Attr> AttrOf(const Value& value, int rank) {
  switch (value.kind) {
    case Value::Kind::kNone:
      return std::nullopt;
    case Value::Kind::kInt:
      return Attr(value.term.At(rank));
    case Value::Kind::kFloat:
      return Attr(value.number);
    case Value::Kind::kText:
      return Attr(value.text);
    case Value::Kind::kInts:
      break;
  }
  std::vector<int64_t> out;
  for (const Term& term : value.list) out.push_back(term.At(rank));
  return Attr(std::move(out));
}

uint64_t KeyOf(const Node& node, const Attribute& attribute, size_t value) {
  return BoundaryKey(HashCombine(
      HashCombine(OperatorHash(node.op, node.domain), HashBytes(attribute.name)), value));
}

const std::vector<Attribute>* Find(const Node& node) {
  if (!node.domain.empty()) return nullptr;
  const auto found = AllBoundaries().find(node.op);
  return found == AllBoundaries().end() ? nullptr : &found->second;
}

const ops::AttrSpec* FindSpec(const ops::Schema& schema, std::string_view name) {
  const auto found = std::ranges::find(schema.attrs, name, &ops::AttrSpec::name);
  return found == schema.attrs.end() ? nullptr : &*found;
}

bool Admits(const ops::AttrSpec& spec, const Value& value) {
  switch (value.kind) {
    case Value::Kind::kNone:
      return !spec.required;
    case Value::Kind::kInt:
      return spec.kind == ops::AttrKind::kInt;
    case Value::Kind::kFloat:
      return spec.kind == ops::AttrKind::kFloat;
    case Value::Kind::kText:
      return spec.kind == ops::AttrKind::kString;
    case Value::Kind::kInts:
      return spec.kind == ops::AttrKind::kInts;
  }
  return false;
}

struct Choice {
  const Attribute* attribute;
  size_t value;
};

std::optional<Choice> Draw(Rng& rng, const std::vector<Attribute>& all, const ops::Schema& schema) {
  const Attribute& attribute = rng.Pick(std::span<const Attribute>(all));
  const auto value =
      static_cast<size_t>(rng.Int(0, static_cast<int64_t>(attribute.values.size()) - 1));
  const ops::AttrSpec* spec = FindSpec(schema, attribute.name);
  if (spec == nullptr || !Admits(*spec, attribute.values[value])) return std::nullopt;
  return Choice{&attribute, value};
}

}  // namespace

bool SetBoundary(Rng& rng, const ops::Schema& schema, int rank, const CombinationCounts* seen,
                 Node& node) {
  const std::vector<Attribute>* all = Find(node);
  if (all == nullptr) return false;
  auto chosen = Draw(rng, *all, schema);
  const auto other = Draw(rng, *all, schema);
  const auto count = [&](const Choice& c) {
    return seen == nullptr ? 0 : seen->Count(KeyOf(node, *c.attribute, c.value));
  };
  if (!chosen.has_value() || (other.has_value() && count(*other) < count(*chosen))) chosen = other;
  if (!chosen.has_value()) return false;
  auto attr = AttrOf(chosen->attribute->values[chosen->value], rank);
  if (attr.has_value())
    node.attrs.Set(chosen->attribute->name, std::move(*attr));
  else
    node.attrs.Erase(chosen->attribute->name);
  return true;
}

void AddBoundaryKeys(const Node& node, int rank, std::vector<uint64_t>& keys) {
  const std::vector<Attribute>* all = Find(node);
  if (all == nullptr) return;
  for (const Attribute& attribute : *all) {
    const Attr* has = node.attrs.Find(attribute.name);
    for (size_t i = 0; i < attribute.values.size(); ++i) {
      const auto value = AttrOf(attribute.values[i], rank);
      if (value.has_value() ? has != nullptr && *has == *value : has == nullptr)
        keys.push_back(KeyOf(node, attribute, i));
    }
  }
}

int64_t BoundaryCount() {
  int64_t out = 0;
  for (const auto& [op, attributes] : AllBoundaries())
    for (const Attribute& attribute : attributes)
      out += static_cast<int64_t>(attribute.values.size());
  return out;
}

}  // namespace assay::generate
