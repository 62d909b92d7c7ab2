#include "training/reference_runs.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "base/strings.h"

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

class AnswerReader {
 public:
  explicit AnswerReader(const lab::NamedData& answers) {
    for (const auto& [name, value] : answers) by_name_[name] = &value;
  }

  // Nothing for an empty optional.
  Result<std::optional<Tensor>> Maybe(const std::string& name) const {
    const auto it = by_name_.find(name);
    if (it == by_name_.end()) return Invalid(StrCat("the answer '", name, "' is missing"));
    const Datum* value = it->second;
    if (value->kind == Datum::Kind::kOptional) {
      if (value->items.empty()) return std::optional<Tensor>();
      value = &value->items.front();
    }
    if (value->kind != Datum::Kind::kTensor) return Invalid(StrCat("'", name, "' is not a tensor"));
    return std::optional<Tensor>(value->tensor);
  }

  Result<Tensor> Must(const std::string& name) const {
    ASSAY_ASSIGN(std::optional<Tensor> found, Maybe(name));
    if (!found.has_value()) return Invalid(StrCat("'", name, "' is empty"));
    return *std::move(found);
  }

 private:
  std::map<std::string, const Datum*> by_name_;
};

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

Result<Trained> ReadAnswers(const Spec& spec, const lab::NamedData& answers) {
  const AnswerReader reader(answers);
  Trained out;
  ASSAY_ASSIGN(const Tensor losses, reader.Must(kLosses));
  if (!IsFloat(losses.dtype()) || losses.count() != spec.steps)
    return Invalid(StrCat("'", kLosses, "' is ", DTypeName(losses.dtype()),
                          ShapeText(losses.shape()), ", not one number per step"));
  for (int64_t i = 0; i < losses.count(); ++i) out.losses.push_back(losses.RealAt(i));
  for (int step = 1; step <= kJudgedSteps; ++step) {
    for (const std::string& name : step == 1 ? spec.wrt() : spec.parameters) {
      ASSAY_ASSIGN(std::optional<Tensor> found, reader.Maybe(AnswerName("gradient", step, name)));
      out.gradients[step - 1].push_back(std::move(found));
    }
    for (const std::string& name : spec.parameters) {
      ASSAY_ASSIGN(Tensor found, reader.Must(AnswerName("updated", step, name)));
      out.updated[step - 1].push_back(std::move(found));
    }
  }
  if (spec.labelled()) {
    const std::string name = AnswerName("predicted", 1, spec.outputs.front());
    ASSAY_ASSIGN(Tensor scores, reader.Must(name));
    if (!IsFloat(scores.dtype()) || scores.rank() != 2)
      return Invalid(StrCat("'", name, "' is not a matrix of scores"));
    out.predicted = std::move(scores);
  }
  return out;
}

}  // namespace assay::training
