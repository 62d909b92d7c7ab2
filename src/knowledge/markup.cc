// PlainMarkup: reStructuredText and Markdown made plain.
#include <re2/re2.h>

#include <memory>
#include <span>
#include <vector>

#include "base/strings.h"
#include "knowledge/text.h"

namespace assay::knowledge {
namespace {

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

std::string PlainMarkup(std::string_view text) {
  std::string out = PlainFormulas(text);
  static const Replacer kReplacer(kMarkup);
  kReplacer.Apply(out);
  return out;
}

}  // namespace assay::knowledge
