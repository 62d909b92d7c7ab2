#include "generate/pattern.h"

#include <cctype>
#include <charconv>
#include <map>

#include "base/check.h"
#include "base/strings.h"

namespace assay::generate {
namespace {

struct NamedText {
  std::string_view name, text, optimisers;
};

constexpr NamedText kClasses[] = {
#define CLASS(Name, Text) {Name, Text, ""},
#define PATTERN(Name, Text, Optimisers)
#include "generate/patterns.def"
#undef CLASS
#undef PATTERN
};

constexpr NamedText kTexts[] = {
#define CLASS(Name, Text)
#define PATTERN(Name, Text, Optimisers) {Name, Text, Optimisers},
#include "generate/patterns.def"
#undef CLASS
#undef PATTERN
};

bool IsLetter(char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_'; }
bool IsDigit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }

class Parser {
 public:
  Parser(std::string_view text, Pattern& out) : text_(text), out_(out) {}

  Status Run() {
    do {
      ASSAY_RETURN_IF_ERROR(ParseStatement());
    } while (Take(';'));
    Skip();
    if (at_ != text_.size()) return Wrong("expected ';' or the end");
    if (out_.calls.empty()) return Wrong("a pattern needs an operator");
    return {};
  }

 private:
  Error Wrong(std::string_view what) const {
    return Invalid(StrCat("pattern '", out_.name, "', character ", at_ + 1, ": ", what));
  }

  void Skip() {
    while (at_ < text_.size() && text_[at_] == ' ') ++at_;
  }
  char Peek() {
    Skip();
    return at_ < text_.size() ? text_[at_] : '\0';
  }
  bool Take(char c) {
    if (Peek() != c) return false;
    ++at_;
    return true;
  }

  std::string Name() {
    Skip();
    const size_t start = at_;
    while (at_ < text_.size() && (IsLetter(text_[at_]) || IsDigit(text_[at_]))) ++at_;
    return std::string(text_.substr(start, at_ - start));
  }

  Result<double> Number() {
    Skip();
    double value = 0;
    const char* end = text_.data() + text_.size();
    const auto [after, error] = std::from_chars(text_.data() + at_, end, value);
    if (error != std::errc()) return Wrong("expected a number");
    at_ = static_cast<size_t>(after - text_.data());
    return value;
  }

  // [name {, name} =] expression
  Status ParseStatement() {
    const size_t start = at_;
    std::vector<std::string> names;
    do names.push_back(Name());
    while (Take(','));
    const bool bound = !names[0].empty() && Take('=');
    if (!bound) {
      at_ = start;
      names.clear();
    }
    ASSAY_ASSIGN(const PatternArg value, ParseOperand());
    if (value.kind != PatternArg::Kind::kResult) return Wrong("a statement needs an operator");
    if (bound)
      out_.calls[static_cast<size_t>(value.index)].outputs = static_cast<int>(names.size());
    for (size_t i = 0; i < names.size(); ++i) {
      PatternArg result = value;
      result.output = static_cast<int>(i);
      if (!bound_.emplace(names[i], result).second) return Wrong("the name has a meaning already");
    }
    return {};
  }

  Result<PatternArg> ParseOperand() {
    const char c = Peek();
    if (IsDigit(c) || c == '-') return ParseNumber();
    if (c == '[') {
      PatternArg out{.kind = PatternArg::Kind::kInts};
      ASSAY_ASSIGN(out.ints, ParseDims());
      return out;
    }
    if (c == '$' || IsLetter(c)) return ParseNamed();
    return Wrong("expected an operand");
  }

  Result<PatternArg> ParseNumber() {
    PatternArg out{.kind = PatternArg::Kind::kNumber};
    ASSAY_ASSIGN(out.number, Number());
    if (at_ < text_.size() && text_[at_] == 'i') {
      ++at_;
      out.kind = PatternArg::Kind::kIndex;
    }
    if (Take(':')) out.word = Name();
    return out;
  }

  Result<std::vector<PatternDim>> ParseDims() {
    std::vector<PatternDim> out;
    Take('[');
    while (!Take(']')) {
      PatternDim dim;
      const char c = Peek();
      const bool number = IsDigit(c) || c == '-';
      if (number) {
        ASSAY_ASSIGN(const double value, Number());
        dim.number = static_cast<int64_t>(value);
      }
      if (at_ < text_.size() &&
          (std::isupper(static_cast<unsigned char>(text_[at_])) != 0 || text_[at_] == '.'))
        dim.letter = text_[at_++];
      else if (!number)
        return Wrong("expected a size");
      out.push_back(dim);
    }
    return out;
  }

  Result<PatternArg> ParseNamed() {
    std::vector<std::string> ops;
    do {
      if (Take('$')) {
        ASSAY_RETURN_IF_ERROR(AddClass(Name(), ops));
      } else {
        ops.push_back(Name());
      }
    } while (Take('|'));
    const bool proposes = Take('?');
    if (Take('(')) return ParseCall(std::move(ops), proposes);
    if (ops.size() != 1 || proposes) return Wrong("expected '('");
    const std::string& name = ops[0];
    if (name == "_") return PatternArg{};
    if (const auto it = bound_.find(name); it != bound_.end()) return it->second;
    if (name == "true" || name == "false")
      return PatternArg{.kind = PatternArg::Kind::kWord, .word = name};
    return ParseLeaf(name);
  }

  Status AddClass(const std::string& name, std::vector<std::string>& ops) {
    for (const NamedText& named : kClasses) {
      if (named.name != name) continue;
      for (const std::string_view op : Split(named.text, '|')) ops.emplace_back(op);
      return {};
    }
    return Wrong(StrCat("there is no class '", name, "'"));
  }

  Result<PatternArg> ParseLeaf(const std::string& name) {
    PatternArg out{.kind = PatternArg::Kind::kLeaf};
    for (; out.index < static_cast<int>(out_.leaves.size()); ++out.index)
      if (out_.leaves[static_cast<size_t>(out.index)].name == name) return out;
    PatternLeaf leaf{.name = name, .data = name[0] >= 'x' && name[0] <= 'z'};
    if (at_ < text_.size() && text_[at_] == '[') {
      leaf.shaped = true;
      ASSAY_ASSIGN(leaf.dims, ParseDims());
    }
    if (Take(':')) leaf.type = Name();
    leaf.positive = Take('+');
    out_.leaves.push_back(std::move(leaf));
    return out;
  }

  Result<PatternArg> ParseCall(std::vector<std::string> ops, bool proposes) {
    PatternCall call{.ops = std::move(ops), .proposes = proposes};
    while (!Take(')')) {
      if (!call.args.empty() && !Take(',')) return Wrong("expected ',' or ')'");
      const size_t start = at_;
      std::string name = Name();
      if (name.empty() || !Take('=')) {
        at_ = start;
        ASSAY_ASSIGN(call.args.emplace_back(), ParseOperand());
        continue;
      }
      PatternArg arg;
      if (Take('\'')) {
        const size_t end = std::min(text_.find('\'', at_), text_.size() - 1);
        arg = {.kind = PatternArg::Kind::kWord, .word = std::string(text_.substr(at_, end - at_))};
        at_ = end + 1;
      } else if (IsLetter(Peek()) && !StartsCall()) {
        arg = {.kind = PatternArg::Kind::kWord, .word = Name()};
      } else {
        ASSAY_ASSIGN(arg, ParseOperand());
      }
      arg.name = std::move(name);
      call.args.push_back(std::move(arg));
    }
    out_.calls.push_back(std::move(call));
    return PatternArg{.kind = PatternArg::Kind::kResult,
                      .index = static_cast<int>(out_.calls.size()) - 1};
  }

  // Whether a word is followed by operands: an attribute's word is not.
  bool StartsCall() {
    const size_t start = at_;
    Name();
    const char next = Peek();
    at_ = start;
    return next == '(' || next == '?' || next == '|';
  }

  std::string_view text_;
  Pattern& out_;
  size_t at_ = 0;
  std::map<std::string, PatternArg> bound_;
};

std::vector<Pattern> ParseAll() {
  std::vector<Pattern> out;
  for (const NamedText& named : kTexts) {
    auto pattern = ParsePattern(named.name, named.text, named.optimisers);
    ASSAY_CHECK(pattern.ok()) << pattern.error().message;
    out.push_back(std::move(pattern).value());
  }
  return out;
}

}  // namespace

Result<Pattern> ParsePattern(std::string_view name, std::string_view text,
                             std::string_view optimisers) {
  Pattern out{
      .name = std::string(name), .optimisers = std::string(optimisers), .leaves = {}, .calls = {}};
  ASSAY_RETURN_IF_ERROR(Parser(text, out).Run());
  return out;
}

std::span<const Pattern> AllPatterns() {
  static const std::vector<Pattern> all = ParseAll();
  return all;
}

}  // namespace assay::generate
