// TrainingCase: a model with inputs, a way to train it, and what is known of the answers.
//
// The truth is the gradient model (docs/reference/campaigns.md) evaluated by the certified
// reference, ties admitted either way. Its bounds hold for our formulas; judge.h says what is
// allowed beyond.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "oracle/check.h"
#include "training/spec.h"

namespace assay::training {

struct TrainingCase {
  Spec spec;
  oracle::Subject subject;
  std::vector<Datum> labels;         // as in spec.labels
  Datum held_out;                    // of a labelled task: data that is not trained on,
  std::vector<int64_t> answers;      // and its classes
  gradient::GradientModel gradient;  // by spec.wrt()
  Known loss;                        // of the first step, with bounds
  std::vector<Known> gradients;      // the same, as in spec.wrt()
  double unit = 0;                   // coarsest unit roundoff in the model
  std::vector<std::string> used_by;  // operator that uses each of spec.wrt(); last one
  std::vector<size_t> used_at;       // and its place in the graph
};

// Draws everything from `seed`; the model decides the rest. Data of a labelled task takes the place
// of the subject's inputs. Rejected: what cannot be differentiated here, is not in float32 or
// float64 throughout, or whose loss is not finite.
Result<TrainingCase> MakeTrainingCase(const oracle::Subject& subject, uint64_t seed);
// The lesson that `spec` describes, or the nearest to it that the model allows (Refit).
Result<TrainingCase> MakeTrainingCase(const oracle::Subject& subject, const Spec& spec);

// Fills in where each of spec.wrt() is used: what a wrong gradient is told by.
void NoteUses(TrainingCase& lesson);

// One execution of the gradient model in the model's own precision.
struct Execution {
  double loss = 0;
  std::vector<Tensor> gradients;  // as in spec.wrt()
};

struct ExecuteOptions {
  // In place of the model's: tensors of the parameters, and of the inputs that are differentiated.
  const std::vector<Tensor>* parameters = nullptr;
  const std::vector<Tensor>* inputs = nullptr;
  std::optional<double> tie;  // the choice at ties, 0 to 1
  // As in reference::EvalOptions: planted workers spoil results here.
  std::function<void(const Node&, std::vector<Known>&)> after_node;
};
// Rounds in some admissible way, drawn from `rng`.
Result<Execution> Execute(const TrainingCase& lesson, Rng& rng, const ExecuteOptions& options = {});

// The model's own values of the parameters, and the inputs' of those that are differentiated.
std::vector<Tensor> ParameterTensors(const TrainingCase& lesson);
std::vector<Tensor> InputTensors(const TrainingCase& lesson);
// Each element moved up or down by `units` unit roundoffs of its type; zeros by that of the largest
// element.
std::vector<Tensor> Perturbed(const std::vector<Tensor>& tensors, double units, Rng& rng);

// --- the task ---
inline constexpr const char* kTask = "train";
inline constexpr const char* kLosses = "losses";  // float64, one per step
// "gradient:W", "updated:W" (after the step); from the second step on with its number:
// "gradient2:W".
std::string AnswerName(std::string_view what, int step, const std::string& name);
// All that is asked for: the losses, per judged step the gradients and new values of the
// parameters, and the inputs' gradients of the first; of a labelled task "predicted:SCORES", the
// output for the data that was held out, at the end.
std::vector<std::string> Answers(const Spec& spec);
lab::Request TaskRequest(const TrainingCase& lesson);

}  // namespace assay::training
