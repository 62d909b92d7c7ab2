#include "knowledge/text.h"

#include <re2/re2.h>

#include <algorithm>
#include <cctype>
#include <memory>
#include <span>

namespace assay::knowledge {
namespace {

bool IsSpace(char c) { return std::isspace(static_cast<unsigned char>(c)) != 0; }
bool IsWord(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

// Whether the point at `at` only shortens a word.
bool Abbreviates(std::string_view text, size_t at) {
  for (const std::string_view word :
       {"e.g", "i.e", "etc", "vs", "cf", "resp", "Eq", "Fig", "w.r.t", "approx", "dim"})
    if (at >= word.size() && text.substr(at - word.size(), word.size()) == word &&
        (at == word.size() || !IsWord(text[at - word.size() - 1])))
      return true;
  return false;
}

// Splits one paragraph, which is squeezed already.
void SplitParagraph(const std::string& text, std::vector<std::string>& out) {
  int depth = 0;
  bool code = false;
  size_t begin = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '`') code = !code;
    if (c == '(' || c == '[') ++depth;
    if (c == ')' || c == ']') depth = std::max(0, depth - 1);
    const bool end =
        (c == '.' || c == '!' || c == '?') && (i + 1 == text.size() || text[i + 1] == ' ');
    if (!end || code || depth > 0 || Abbreviates(text, i)) continue;
    const std::string_view sentence = Trim(std::string_view(text).substr(begin, i + 1 - begin));
    if (!sentence.empty()) out.emplace_back(sentence);
    begin = i + 1;
  }
  const std::string_view rest = Trim(std::string_view(text).substr(begin));
  if (!rest.empty()) out.emplace_back(rest);
}

bool IsBullet(std::string_view line) {
  const std::string_view text = Trim(line);
  return text.size() > 2 && (text[0] == '-' || text[0] == '*') && text[1] == ' ';
}

bool InWord(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; }

struct Replacement {
  const char* pattern;
  const char* with;
};

// Formulas in documentation are mostly sizes and comparisons. In this order: what holds braces
// comes before the braces are dropped.
constexpr Replacement kFormula[] = {
    {R"(\\(?:text|mathrm|mathit|textit|textbf|mathbf|operatorname|mathcal|mathbb)\{([^{}]*)\})",
     R"(\1)"},
    {R"(\\frac\{([^{}]*)\}\{([^{}]*)\})", R"(\1 / \2)"},
    {R"(\\(?:geq?|geqslant)\b)", ">="},
    {R"(\\(?:leq?|leqslant)\b)", "<="},
    {R"(\\neq?\b)", "!="},
    {R"(\\times\b)", "x"},
    {R"(\\cdot\b)", "*"},
    {R"(\\(?:ldots|dots|cdots)\b)", "..."},
    {R"(\\infty\b)", "inf"},
    {R"(\\in\b)", "in"},
    {R"(\\(?:left|right|quad|displaystyle)\b)", ""},
    {R"(\\[,;! ])", " "},
    {R"(\\([_%#&{}]))", R"(\1)"},
};

// Compiled once: there are tens of thousands of texts.
class Replacer {
 public:
  explicit Replacer(std::span<const Replacement> replacements) {
    for (const Replacement& r : replacements)
      compiled_.emplace_back(std::make_unique<RE2>(r.pattern), r.with);
  }
  void Apply(std::string& text) const {
    for (const auto& [pattern, with] : compiled_) RE2::GlobalReplace(&text, *pattern, with);
  }

 private:
  std::vector<std::pair<std::unique_ptr<RE2>, const char*>> compiled_;
};

std::string PlainFormula(std::string formula) {
  static const Replacer kReplacer(kFormula);
  kReplacer.Apply(formula);
  return Squeeze(formula);
}

// :math:`…` one by one, since formulas have rules of their own.
std::string PlainFormulas(std::string_view text) {
  constexpr std::string_view kMark = ":math:`";
  std::string out;
  size_t at = 0;
  for (;;) {
    const size_t begin = text.find(kMark, at);
    const size_t end =
        begin == std::string_view::npos ? begin : text.find('`', begin + kMark.size());
    if (end == std::string_view::npos) break;
    out += text.substr(at, begin - at);
    out += PlainFormula(std::string(text.substr(begin + kMark.size(), end - begin - kMark.size())));
    at = end + 1;
  }
  out += text.substr(at);
  return out;
}

constexpr Replacement kMarkup[] = {
    // :ref:`broadcastable <label>` by its text; :class:`~torch.Tensor` by its last part.
    {R"(:(?:ref|doc|term|any):`([^`<>]+?)\s*<[^`]*>`)", R"(\1)"},
    {R"(:[a-z:]+:`([^`<>]+?)\s*<[^`]*>`)", R"(`\1`)"},
    {R"(:(?:ref|doc|term):`([^`]+)`)", R"(\1)"},
    {R"(:[a-z]+(?::[a-z]+)?:`~[A-Za-z_0-9.]*\.([A-Za-z_0-9]+)`)", R"(`\1`)"},
    {R"(:[a-z]+(?::[a-z]+)?:`~?([^`]*)`)", R"(`\1`)"},
    {R"(``([^`]+)``)", R"(`\1`)"},
    // `text <address>`_ and [text](address)
    {R"(`([^`<>]+?)\s*<[^`<>]+>`__?)", R"(\1)"},
    {R"(`([^`<>]+)`__?\b)", R"(\1)"},
    {R"(\[([^\[\]]+)\]\([a-z./#][^()\s]*\))", R"(\1)"},
    {R"(\*\*([^*\s][^*]*)\*\*)", R"(\1)"},
};

}  // namespace

size_t IndentOf(std::string_view line) {
  size_t out = 0;
  while (out < line.size() && IsSpace(line[out])) ++out;
  return out;
}

bool IsBlank(std::string_view line) { return Trim(line).empty(); }

std::vector<std::string> Dedent(std::vector<std::string> lines) {
  size_t indent = std::string::npos;
  for (const std::string& line : lines)
    if (!IsBlank(line)) indent = std::min(indent, IndentOf(line));
  for (std::string& line : lines) line = IsBlank(line) ? "" : line.substr(indent);
  while (!lines.empty() && lines.back().empty()) lines.pop_back();
  const auto first = std::ranges::find_if(lines, [](const auto& line) { return !line.empty(); });
  lines.erase(lines.begin(), first);
  return lines;
}

std::string Squeeze(std::string_view text) {
  std::string out;
  for (const char c : Trim(text))
    if (!IsSpace(c))
      out += c;
    else if (out.back() != ' ')
      out += ' ';
  return out;
}

bool IsIdentifier(std::string_view text) {
  return !text.empty() && std::isdigit(static_cast<unsigned char>(text[0])) == 0 &&
         std::ranges::all_of(text, IsWord);
}

std::string_view LastPart(std::string_view name) {
  const size_t dot = name.rfind('.');
  return dot == std::string_view::npos ? name : name.substr(dot + 1);
}

std::vector<std::string> Sentences(std::string_view text) {
  std::vector<std::string> out;
  std::string paragraph;
  const auto flush = [&] {
    SplitParagraph(Squeeze(paragraph), out);
    paragraph.clear();
  };
  for (const std::string& line : Split(text, '\n')) {
    const bool bullet = IsBullet(line);
    if (bullet || IsBlank(line)) flush();
    paragraph += bullet ? std::string(Trim(line).substr(2)) : line;
    paragraph += '\n';
  }
  flush();
  return out;
}

size_t FindPhrase(std::string_view text, std::string_view phrase) {
  const bool open = phrase.ends_with('*');
  if (open) phrase.remove_suffix(1);
  if (phrase.empty()) return std::string_view::npos;
  for (size_t at = 0; (at = text.find(phrase, at)) != std::string_view::npos; ++at) {
    const size_t end = at + phrase.size();
    const bool begins = at == 0 || !InWord(text[at - 1]) || !InWord(phrase.front());
    const bool ends = open || end == text.size() || !InWord(text[end]) || !InWord(phrase.back());
    if (begins && ends) return at;
  }
  return std::string_view::npos;
}

std::vector<std::string> PhraseList(std::string_view phrases) {
  std::vector<std::string> out;
  for (const std::string& phrase : Split(phrases, ';'))
    if (!phrase.empty()) out.push_back(phrase);
  return out;
}

std::string PlainMarkup(std::string_view text) {
  std::string out = PlainFormulas(text);
  static const Replacer kReplacer(kMarkup);
  kReplacer.Apply(out);
  return out;
}

}  // namespace assay::knowledge
