// Einsum: the derivative by one operand is an Einsum of dy and the other operands, onto its labels.
//
//   y = sum a[ij] b[jk]  ->  da[ij] = sum dy[ik] b[jk]
//
// A label that only this operand has was summed over: its derivative is the same all along that
// axis.
#include <algorithm>
#include <set>

#include "gradient/vjp.h"
#include "ops/linear/einsum_equation.h"

namespace assay::gradient {
namespace {

using Labels = std::vector<int>;

char Letter(int label) { return static_cast<char>(label < 26 ? 'a' + label : 'A' + label - 26); }

std::string Term(const Labels& labels) {
  std::string text;
  for (const int label : labels) text += Letter(label);
  return text;
}

// Each label stands for one size, and once in each term.
void CheckPlain(Vjp& v, const ops::EinsumEquation& equation) {
  constexpr int kLetters = 52;
  if (equation.labels > kLetters) v.Refuse("more labels than letters");
  std::vector<int64_t> sizes(static_cast<size_t>(equation.labels), -1);
  for (size_t i = 0; i < equation.inputs.size(); ++i) {
    const Labels& labels = equation.inputs[i];
    if (std::set<int>(labels.begin(), labels.end()).size() != labels.size())
      v.Refuse("a diagonal (one label twice in a term)");
    for (size_t k = 0; k < labels.size(); ++k) {
      int64_t& size = sizes[static_cast<size_t>(labels[k])];
      if (size >= 0 && size != v.shape(i)[k]) v.Refuse("an axis that broadcasts");
      size = v.shape(i)[k];
    }
  }
}

void GiveOperand(Vjp& v, const ops::EinsumEquation& equation, size_t i) {
  std::string left = Term(equation.output);
  std::vector<ValueId> operands = {v.dy()};
  for (size_t k = 0; k < equation.inputs.size(); ++k) {
    if (k == i) continue;
    left += "," + Term(equation.inputs[k]);
    operands.push_back(v.x(k));
  }
  Labels found;
  Shape kept;
  for (size_t k = 0; k < equation.inputs[i].size(); ++k) {
    const int label = equation.inputs[i][k];
    const bool alone = left.find(Letter(label)) == std::string::npos;
    if (!alone) found.push_back(label);
    kept.push_back(alone ? 1 : v.shape(i)[k]);
  }
  const ValueId d = v.t.Op("Einsum", operands, {{"equation", left + "->" + Term(found)}});
  v.Give(i, v.t.Reshape(d, kept));
}

}  // namespace

void EinsumVjp(Vjp& v) {
  std::vector<int> ranks;
  for (size_t i = 0; i < v.input_count(); ++i) ranks.push_back(v.t.rank(v.x(i)));
  const auto equation = ops::ParseEinsum(v.AttrString("equation", ""), ranks);
  if (!equation.ok()) v.Refuse(equation.error().message);
  CheckPlain(v, *equation);
  for (size_t i = 0; i < v.input_count(); ++i)
    if (v.wants(i)) GiveOperand(v, *equation, i);
}

}  // namespace assay::gradient
