#include "triage/form.h"

#include <algorithm>
#include <cctype>

#include "base/strings.h"
#include "ops/op.h"
#include "ops/schema.h"

namespace assay::triage {
namespace {

bool IsPlainType(const std::string& name) {
  static const std::set<std::string> kPlain = {"float32", "int64", "int32", "bool", "uint8"};
  return kPlain.contains(name);
}

bool IsLetter(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

// The letters and digits from `at` on; moves behind them.
std::string Word(const std::string& text, size_t& at) {
  const size_t start = at;
  while (at < text.size() && IsLetter(text[at])) ++at;
  return text.substr(start, at - start);
}

// Drops the commas and spaces that left-out operands leave behind.
void Tidy(std::string& text) {
  std::string out;
  for (const char c : text) {
    const bool gap = c == ',' || c == ' ' || c == ')';
    if (gap)
      while (!out.empty() && (out.back() == ',' || (out.back() == ' ' && c != ' '))) out.pop_back();
    if ((c == ',' || c == ' ') && (out.empty() || out.back() == '(' || out.back() == ' ')) continue;
    out += c;
  }
  text = std::move(out);
}

// "i3": some constant or input. How many of those an operator has is a matter of its optional
// operands.
bool IsInput(const std::string& word) {
  return word.size() > 1 && word[0] == 'i' &&
         std::all_of(word.begin() + 1, word.end(), [](char c) { return c >= '0' && c <= '9'; });
}

// What an operator cannot do without says nothing of a failure.
bool IsRequired(const std::string& op, const std::string& attribute) {
  const ops::Schema* schema = ops::FindSchema("", op, ops::kNewestOpset);
  return schema != nullptr && std::ranges::any_of(schema->attrs, [&](const ops::AttrSpec& spec) {
           return spec.required && spec.name == attribute;
         });
}

// The attributes of one operator that are conditions of its failure.
std::set<std::string> Conditions(const std::string& op, const std::vector<std::string>& names) {
  std::set<std::string> out;
  for (const std::string& name : names)
    if (!IsRequired(op, name)) out.insert(name);
  // Means something only where there is padding, however that came about.
  if (out.contains("count_include_pad"))
    for (const char* name : {"auto_pad", "pads", "ceil_mode"}) out.erase(name);
  return out;
}

// Without nodes that only hold a constant, whose results are inputs like those of weights.
std::string WithoutConstants(const std::string& canonical) {
  std::vector<std::string> kept;
  std::set<std::string> constants;
  for (const std::string& node : Split(canonical, ';')) {
    const size_t equals = node.find(" = ");
    const bool constant =
        equals != std::string::npos && node.substr(equals + 3).starts_with("Constant");
    const char after = constant ? node[std::min(equals + 11, node.size() - 1)] : ' ';
    if (constant && (after == '(' || after == '<')) {
      size_t at = node.find_first_not_of(' ');
      constants.insert(Word(node, at));
    } else {
      kept.push_back(node);
    }
  }
  if (constants.empty() || kept.empty()) return canonical;
  const std::string joined = Join(kept, ";");
  std::string out;
  for (size_t at = joined.find_first_not_of(' '); at < joined.size();) {
    if (!IsLetter(joined[at])) {
      out += joined[at++];
      continue;
    }
    const std::string word = Word(joined, at);
    out += constants.contains(word) ? "i0" : word;
  }
  return out;
}

}  // namespace

Form FormOf(const std::string& with_constants) {
  const std::string canonical = WithoutConstants(with_constants);
  Form out;
  int node = 0;
  std::string last;  // word: before '<' it is the operator
  for (size_t at = 0; at < canonical.size();) {
    const char c = canonical[at];
    if (c == ';') ++node;
    if (c == '<') {
      const size_t close = std::min(canonical.find('>', at), canonical.size());
      for (const std::string& name :
           Conditions(last, Split(canonical.substr(at + 1, close - at - 1), ',')))
        out.attributes.insert(StrCat(node, ".", name));
      at = std::min(close + 1, canonical.size());
    } else if (c == ':') {
      const std::string type = Word(canonical, ++at);
      // What is no tensor is another graph; another element type is a condition like an attribute.
      if (type == "other")
        out.skeleton += ":" + type;
      else if (!IsPlainType(type))
        out.attributes.insert(StrCat(node, ".", type));
    } else if (IsLetter(c)) {
      last = Word(canonical, at);
      if (!IsInput(last)) out.skeleton += last;
    } else {
      if (c != '-') out.skeleton += c;
      ++at;
    }
  }
  Tidy(out.skeleton);
  // A single operator is its name: how many of its results are there is chance as well.
  if (node == 0) {
    const size_t begin = out.skeleton.find("= "), end = out.skeleton.find('(');
    if (begin != std::string::npos && end != std::string::npos && begin + 2 < end)
      out.skeleton = out.skeleton.substr(begin + 2, end - begin - 2);
  }
  return out;
}

std::string Form::Text() const {
  return attributes.empty() ? skeleton : StrCat(skeleton, " with ", Join(attributes, ", "));
}

bool Form::Explains(const Form& other) const {
  return skeleton == other.skeleton &&
         std::includes(other.attributes.begin(), other.attributes.end(), attributes.begin(),
                       attributes.end());
}

std::string WithoutOperators(const std::string& message) {
  std::string out;
  for (size_t at = 0; at < message.size();) {
    if (!IsLetter(message[at])) {
      out += message[at++];
      continue;
    }
    const std::string word = Word(message, at);
    out += ops::FindOp("", word) != nullptr ? "OP" : word;
  }
  return out;
}

}  // namespace assay::triage
