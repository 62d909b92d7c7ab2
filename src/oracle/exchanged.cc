#include "oracle/exchanged.h"

#include <algorithm>
#include <set>

#include "reference/per_node.h"

namespace assay::oracle {
namespace {

// Wrong layers that are tried against each other: each pair costs an evaluation of the model.
constexpr size_t kMostTried = 4;

using Names = std::set<std::string>;

Names WrongOnes(const std::vector<LayerFault>& faults) {
  Names out;
  for (const LayerFault& fault : faults) out.insert(fault.tensor);
  return out;
}

bool SameType(const Tensor& a, const Tensor& b) {
  return a.dtype() == b.dtype() && a.shape() == b.shape();
}

// Whether `a` and `b` are right when each has the other's value, and no tensor outside `before`
// is wrong then.
bool RightWhenExchanged(const Model& model, NamedTensors values, const std::string& a,
                        const std::string& b, const Names& before) {
  std::swap(values.at(a), values.at(b));
  const auto verdicts = reference::JudgePerNode(model, values, {});
  return verdicts.ok() && std::ranges::all_of(*verdicts, [&](const reference::NodeVerdict& one) {
           return one.value != a && one.value != b && before.contains(one.value);
         });
}

}  // namespace

void MarkExchanged(const Truth& truth, const lab::Observation& seen,
                   std::vector<Judgement>& outputs) {
  const auto wrong = [&](size_t i) {
    return outputs[i].verdict == Verdict::kWrong && !outputs[i].other_type;
  };
  const auto fits = [&](size_t i, size_t as) {
    return Judge("", truth.lenient[as], nullptr, seen.outputs[i].second).verdict == Verdict::kOk;
  };
  for (size_t i = 0; i < outputs.size(); ++i)
    for (size_t j = i + 1; wrong(i) && j < outputs.size(); ++j)
      if (wrong(j) && fits(i, j) && fits(j, i)) outputs[i].exchanged = outputs[j].exchanged = true;
}

void MarkExchanged(const Model& model, const NamedTensors& values,
                   std::vector<LayerFault>& faults) {
  const Names before = WrongOnes(faults);
  const size_t most = std::min(faults.size(), kMostTried);
  for (size_t i = 0; i < most; ++i)
    for (size_t j = i + 1; j < most; ++j) {
      LayerFault &a = faults[i], &b = faults[j];
      if (!SameType(values.at(a.tensor), values.at(b.tensor)) ||
          !RightWhenExchanged(model, values, a.tensor, b.tensor, before))
        continue;
      a.exchanged = b.exchanged = true;
      return;
    }
}

}  // namespace assay::oracle
