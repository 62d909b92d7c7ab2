#include "knowledge/api/signature.h"

#include "base/strings.h"
#include "knowledge/text.h"

namespace assay::knowledge {
namespace {

// Walks over Python text and knows whether it stands within brackets or a string.
class Nesting {
 public:
  // True when `c` stands outside of all brackets and strings, both before and after it.
  bool Step(char c) {
    if (quote_ != 0) {
      if (c == quote_) quote_ = 0;
      return false;
    }
    if (c == '\'' || c == '"') {
      quote_ = c;
      return false;
    }
    if (c == '(' || c == '[' || c == '{') {
      ++depth_;
      return false;
    }
    if (c == ')' || c == ']' || c == '}') {
      --depth_;
      return false;
    }
    return depth_ == 0;
  }
  int depth() const { return depth_; }

 private:
  int depth_ = 0;
  char quote_ = 0;
};

size_t FindOutside(std::string_view text, char wanted) {
  Nesting nesting;
  for (size_t i = 0; i < text.size(); ++i)
    if (nesting.Step(text[i]) && text[i] == wanted) return i;
  return std::string_view::npos;
}

// The position of the parenthesis that closes the one at `open`.
size_t Closing(std::string_view text, size_t open) {
  Nesting nesting;
  for (size_t i = open; i < text.size(); ++i) {
    nesting.Step(text[i]);
    if (nesting.depth() == 0 && text[i] == ')') return i;
  }
  return std::string_view::npos;
}

// "x1, x2[, out[, where]]" as "x1, x2, out=<optional>, …": numpy's older way to mark what may be
// left out.
std::string WithoutOptionalBrackets(std::string_view text, size_t& first_optional) {
  first_optional = std::string::npos;
  if (text.find("[,") == std::string_view::npos) return std::string(text);
  std::string out;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text.substr(i).starts_with("[,")) {
      if (first_optional == std::string::npos) first_optional = SplitOutside(out, ',').size();
    } else if (text[i] != ']') {
      out += text[i];
    }
  }
  return out;
}

bool ReadOne(std::string_view part, Parameter& out) {
  const size_t equals = FindOutside(part, '=');
  if (equals != std::string_view::npos) {
    out.default_value = std::string(Trim(part.substr(equals + 1)));
    out.optional = true;
    part = Trim(part.substr(0, equals));
  }
  const size_t colon = FindOutside(part, ':');
  if (colon != std::string_view::npos) {
    out.type = std::string(Trim(part.substr(colon + 1)));
    part = Trim(part.substr(0, colon));
  }
  if (part.starts_with("**")) {
    out.kind = "var-keyword";
    out.optional = true;
    part.remove_prefix(2);
  } else if (part.starts_with("*")) {
    out.kind = "var-positional";
    out.optional = true;
    part.remove_prefix(1);
  } else if (!IsIdentifier(part)) {
    // "Tensor input": the type may stand first.
    const size_t space = part.rfind(' ');
    if (space == std::string_view::npos || !out.type.empty()) return false;
    out.type = std::string(Trim(part.substr(0, space)));
    part = part.substr(space + 1);
  }
  out.name = std::string(part);
  return IsIdentifier(part);
}

}  // namespace

std::vector<std::string> SplitOutside(std::string_view text, char separator) {
  std::vector<std::string> out;
  Nesting nesting;
  size_t begin = 0;
  for (size_t i = 0; i < text.size(); ++i)
    if (nesting.Step(text[i]) && text[i] == separator) {
      out.emplace_back(Trim(text.substr(begin, i - begin)));
      begin = i + 1;
    }
  if (!Trim(text.substr(begin)).empty()) out.emplace_back(Trim(text.substr(begin)));
  return out;
}

Result<Signature> ParseSignature(std::string_view text) {
  text = Trim(text);
  const size_t open = text.find('(');
  const size_t close = open == std::string_view::npos ? open : Closing(text, open);
  if (close == std::string_view::npos) return Invalid(StrCat("no signature: ", text));
  Signature out;
  out.name = std::string(Trim(text.substr(0, open)));
  const std::string_view rest = Trim(text.substr(close + 1));
  for (const std::string_view arrow : {"->", "→"})
    if (rest.starts_with(arrow)) out.returns = std::string(Trim(rest.substr(arrow.size())));
  size_t first_optional = 0;
  const std::string inner =
      WithoutOptionalBrackets(text.substr(open + 1, close - open - 1), first_optional);
  const std::vector<std::string> parts = SplitOutside(inner, ',');
  bool keyword_only = false;
  for (size_t i = 0; i < parts.size(); ++i) {
    if (parts[i] == "*") keyword_only = true;
    if (parts[i] == "/")
      for (Parameter& parameter : out.parameters) parameter.kind = "positional-only";
    Parameter parameter;
    if (keyword_only) parameter.kind = "keyword-only";
    if (!ReadOne(parts[i], parameter)) continue;
    if (i >= first_optional) parameter.optional = true;
    if (parameter.kind == "var-positional") keyword_only = true;
    out.parameters.push_back(std::move(parameter));
  }
  return out;
}

std::string SignatureText(std::string_view name, const std::vector<Parameter>& parameters,
                          std::string_view returns) {
  std::vector<std::string> words;
  std::string before = "positional";
  for (const Parameter& p : parameters) {
    if (before == "positional-only" && p.kind != before) words.push_back("/");
    if (p.kind == "keyword-only" && before != "keyword-only" && before != "var-positional")
      words.push_back("*");
    before = p.kind;
    const std::string stars = p.kind == "var-positional" ? "*"
                              : p.kind == "var-keyword"  ? "**"
                                                         : "";
    std::string word = stars + p.name;
    if (!p.type.empty()) word += ": " + p.type;
    if (p.default_value) word += (p.type.empty() ? "=" : " = ") + *p.default_value;
    words.push_back(word);
  }
  if (before == "positional-only") words.push_back("/");
  return StrCat(name, "(", Join(words, ", "), ")", returns.empty() ? "" : " -> ", returns);
}

}  // namespace assay::knowledge
