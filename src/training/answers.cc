#include "training/answers.h"

#include <map>

#include "base/strings.h"

namespace assay::training {
namespace {

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
    if (value->kind != Datum::Kind::kTensor) return Invalid(StrCat("'", name, "' is no tensor"));
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
      return Invalid(StrCat("'", name, "' is no matrix of scores"));
    out.predicted = std::move(scores);
  }
  return out;
}

}  // namespace assay::training
