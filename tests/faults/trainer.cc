#include "trainer.h"

#include "base/hash.h"
#include "base/strings.h"
#include "ops/infer.h"
#include "training/metric.h"
#include "training/trainings.h"

namespace assay::faults {
namespace {

using training::AnswerName;
using training::TrainingCase;

Result<TrainingCase> LessonOf(const Model& model, const std::map<std::string, Datum>& inputs,
                              const std::string& settings) {
  TrainingCase out;
  ASSAY_ASSIGN(out.spec, training::Spec::Load(settings));
  out.subject.model = model;
  ASSAY_RETURN_IF_ERROR(ops::InferTypes(out.subject.model));
  const Graph& graph = out.subject.model.graph;
  for (const ValueId id : graph.inputs) {
    const auto it = inputs.find(graph.name_of(id));
    if (it != inputs.end())
      out.subject.inputs.push_back(it->second);
    else if (const Tensor* initializer = graph.initializer(id))
      out.subject.inputs.emplace_back(*initializer);
    else
      return Invalid(StrCat("the input '", graph.name_of(id), "' is missing"));
  }
  for (const std::string& name : out.spec.labels) {
    const auto it = inputs.find(name);
    if (it == inputs.end()) return Invalid(StrCat("the labels '", name, "' are missing"));
    out.labels.push_back(it->second);
  }
  if (out.spec.labelled()) {
    const auto it = inputs.find(out.spec.held_out);
    if (it == inputs.end()) return Invalid("the data that was held out is missing");
    out.held_out = it->second;
  }
  ASSAY_ASSIGN(out.gradient, gradient::Differentiate(out.subject.model, out.spec.gradient_loss(),
                                                     out.spec.wrt()));
  training::NoteUses(out);
  return out;
}

// One training while it runs.
class Run {
 public:
  Run(const TrainingCase& lesson, const TrainingFault* fault)
      : lesson_(lesson),
        fault_(fault),
        parameters_(training::ParameterTensors(lesson)),
        states_(parameters_.size()),
        rng_(lesson.spec.seed ^ HashBytes("planted")) {}

  Result<std::map<std::string, Datum>> Steps() {
    for (step_ = 1; step_ <= lesson_.spec.steps; ++step_) ASSAY_RETURN_IF_ERROR(Step());
    if (lesson_.spec.labelled()) ASSAY_RETURN_IF_ERROR(Predict());
    answers_[training::kLosses] = MakeTensor(DType::kFloat64, Shape{lesson_.spec.steps}, losses_);
    return std::move(answers_);
  }

 private:
  Status Step() {
    training::ExecuteOptions options{.parameters = &parameters_};
    if (fault_ != nullptr && fault_->backward != nullptr)
      options.after_node = [this](const Node& node, std::vector<Known>& outputs) {
        const auto own = static_cast<ValueId>(lesson_.subject.model.graph.value_count());
        BackwardNode backward{lesson_.gradient.model.graph, node, outputs};
        if (!node.outputs.empty() && node.outputs[0] >= own) fault_->backward(backward);
      };
    ASSAY_ASSIGN(training::Execution run, training::Execute(lesson_, rng_, options));
    std::vector<std::optional<Tensor>> reported(run.gradients.begin(), run.gradients.end());
    if (fault_ != nullptr && fault_->gradients != nullptr) {
      Gradients gradients{lesson_, step_, run.loss, reported, run.gradients, kept_};
      fault_->gradients(gradients);
    }
    losses_.push_back(run.loss);
    for (size_t i = 0; i < parameters_.size(); ++i) Advance(i, run.gradients[i]);
    if (step_ <= training::kJudgedSteps) Report(reported);
    return {};
  }

  Status Predict() {
    std::vector<Tensor> parameters = parameters_;
    if (fault_ != nullptr && fault_->trained != nullptr) {
      Trained trained{lesson_, parameters};
      fault_->trained(trained);
    }
    ASSAY_ASSIGN(answers_[AnswerName("predicted", 1, lesson_.spec.outputs.front())],
                 training::Predict(lesson_, parameters, &rng_));
    return {};
  }

  void Advance(size_t i, const Tensor& gradient) {
    gradient::Optimizer optimizer = lesson_.spec.optimizer;
    int64_t number = step_;
    if (fault_ != nullptr && fault_->settings != nullptr) {
      Settings settings{step_, parameters_[i], optimizer, number};
      fault_->settings(settings);
    }
    parameters_[i] = training::Advance(optimizer, number, parameters_[i], gradient, states_[i]);
  }

  void Report(const std::vector<std::optional<Tensor>>& gradients) {
    const std::vector<std::string> names = lesson_.spec.wrt();
    for (size_t i = 0; i < names.size(); ++i)
      answers_[AnswerName("gradient", step_, names[i])] =
          gradients[i].has_value() ? Datum(*gradients[i]) : Datum::Optional();
    for (size_t i = 0; i < parameters_.size(); ++i)
      answers_[AnswerName("updated", step_, names[i])] = parameters_[i];
  }

  const TrainingCase& lesson_;
  const TrainingFault* fault_;
  std::vector<Tensor> parameters_;
  std::vector<training::OptimizerState> states_;
  Rng rng_;
  int step_ = 1;
  std::vector<double> losses_;
  std::vector<Tensor> kept_;
  std::map<std::string, Datum> answers_;
};

}  // namespace

Result<std::map<std::string, Datum>> Train(const Model& model,
                                           const std::map<std::string, Datum>& inputs,
                                           const std::string& settings,
                                           const TrainingFault* fault) {
  ASSAY_ASSIGN(const TrainingCase lesson, LessonOf(model, inputs, settings));
  return Run(lesson, fault).Steps();
}

}  // namespace assay::faults
