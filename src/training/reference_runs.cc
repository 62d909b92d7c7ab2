#include "training/reference_runs.h"

#include <algorithm>
#include <cmath>

namespace assay::training {
namespace {

constexpr int kExecutions = 6;
constexpr double kMovedUnits = 256;

double DistanceOf(const Known& truth, const Tensor& got) {
  double distance = 0;
  for (int64_t i = 0; i < got.count(); ++i) {
    const double d = std::fabs(got.RealAt(i) - truth.tensor.real(i).v);
    if (!(d < kInf)) return kInf;
    distance = std::max(distance, d);
  }
  return distance;
}

}  // namespace

double ReferenceRuns::SpreadOf(int which) {
  if (spread_.empty()) Spread();
  return spread_[static_cast<size_t>(which + 1)];
}

const std::vector<std::vector<double>>& ReferenceRuns::Curves() {
  if (curves_.empty()) Train();
  return curves_;
}

const std::vector<Marks>& ReferenceRuns::AllMarks() {
  if (curves_.empty()) Train();
  return marks_;
}

void ReferenceRuns::Train() {
  for (int i = 0; i < kTrainings; ++i) {
    Training training = TrainReference(lesson_, i);
    if (lesson_.spec.labelled()) marks_.push_back(ReferenceMarks(lesson_, training));
    curves_.push_back(std::move(training.losses));
  }
}

void ReferenceRuns::Spread() {
  spread_.assign(lesson_.gradients.size() + 1, 0);
  const std::vector<Tensor> parameters = ParameterTensors(lesson_), inputs = InputTensors(lesson_);
  Rng rng(lesson_.spec.seed + 2);
  for (int run = 0; run < kExecutions; ++run) {
    const std::vector<Tensor> moved = Perturbed(parameters, kMovedUnits, rng);
    const std::vector<Tensor> moved_inputs = Perturbed(inputs, kMovedUnits, rng);
    const auto seen = Execute(
        lesson_, rng,
        {.parameters = &moved, .inputs = &moved_inputs, .tie = static_cast<double>(run % 2)});
    if (!seen.ok()) {
      spread_.assign(spread_.size(), kInf);
      return;
    }
    const double loss = std::fabs(seen->loss - lesson_.loss.tensor.real(0).v);
    spread_[0] = std::max(spread_[0], std::isfinite(loss) ? loss : kInf);
    for (size_t i = 0; i < lesson_.gradients.size(); ++i)
      spread_[i + 1] =
          std::max(spread_[i + 1], DistanceOf(lesson_.gradients[i], seen->gradients[i]));
  }
}

}  // namespace assay::training
