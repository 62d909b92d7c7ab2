// 1048577  ==>  1, 2, half of it        0.7319  ==>  0.0, 1.0, 0.7
//
// In a program that proves a claim only whole numbers, never 0: what is empty, and which values are
// legal, is the documentation's business.
#include <cmath>
#include <cstdlib>

#include "base/strings.h"
#include "casebook/passes.h"

namespace assay::casebook {
namespace {

constexpr size_t kDigits = 18;  // beyond that a number is a text

void Integers(const View& view, const program::Literal& literal, std::vector<Proposal>& out) {
  if (literal.text.find_first_not_of("0123456789") != std::string::npos ||
      literal.text.size() > kDigits)
    return;
  const long long value = std::atoll(literal.text.c_str());
  for (const long long plainer : {0LL, 1LL, 2LL, value / 2}) {
    if (plainer >= value || (view.claim() && plainer == 0)) continue;
    out.push_back(view.Everywhere({literal.span, StrCat(plainer)}));
  }
}

void Floats(const View& view, const program::Literal& literal, std::vector<Proposal>& out) {
  if (view.claim()) return;
  const double value = std::atof(literal.text.c_str());
  const double rounded = std::round(value * 10) / 10;
  for (const std::string& plainer : {std::string("0.0"), std::string("1.0"), FormatDouble(rounded)})
    if (plainer.size() < literal.text.size() ||
        (plainer.size() == literal.text.size() && plainer < literal.text))
      out.push_back(view.Everywhere({literal.span, plainer}));
}

}  // namespace

std::vector<Proposal> ProposeNumbers(const View& view) {
  std::vector<Proposal> out;
  if (view.claim() && view.compares()) return out;
  for (const program::Literal& literal : program::Literals(view.program().tree)) {
    if (view.Stays(literal.span)) continue;
    if (literal.kind == program::Literal::Kind::kInteger) Integers(view, literal, out);
    if (literal.kind == program::Literal::Kind::kFloat) Floats(view, literal, out);
  }
  return out;
}

std::vector<Proposal> ProposeStrings(const View& view) {
  std::vector<Proposal> out;
  for (const program::Literal& literal : program::Literals(view.program().tree))
    if (literal.kind == program::Literal::Kind::kString && literal.text.size() > 2 &&
        !view.Stays(literal.span))
      out.push_back(view.Everywhere({literal.span, "''"}));
  return out;
}

std::vector<Proposal> ProposeComments(const View& view) {
  std::vector<Proposal> out;
  for (const program::Node& comment : view.Nodes({"comment"}))
    out.push_back({{comment.span(), ""}});
  return out;
}

}  // namespace assay::casebook
