// The models that a campaign mutates.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "campaign/recipe.h"
#include "graph/model_case.h"
#include "lab/lab.h"
#include "mutate/mutate.h"

namespace assay::campaign {

struct Seed {
  std::string name;  // "zoo:lenet5-mnist", "file:net.onnx"
  ModelCase model_case;
};

class Seeds {
 public:
  // `spec`: parts separated by commas: zoo (all of it, small), zoo:NAME (one of it), tasks or
  // task:NAME (models for labelled data), trained or trained:NAME (models with weights that were
  // trained here), a folder or file with ONNX models of the user, none.
  // Deterministic: sorted, weights and made-up inputs from a fixed seed. The error names the file.
  static Result<Seeds> Load(const std::string& spec);

  const std::vector<Seed>& all() const { return all_; }
  const Seed* Find(std::string_view name) const;

  // Drops seeds on which targets are further than `tolerance` apart from each other (largest
  // absolute difference of outputs, divided by the largest magnitude where that is above one), or
  // that only some of them can run. Returns a line for each. `jobs` at a time.
  std::vector<std::string> DropDisagreeing(const std::vector<lab::Target>& targets, lab::Lab& lab,
                                           double tolerance, int jobs);

  // The case that `recipe` describes; its root must be among the seeds.
  Result<ModelCase> Rebuild(const Recipe& recipe, const mutate::MutateOptions& options) const;

 private:
  std::vector<Seed> all_;
};

// Applies one step.
Result<ModelCase> Apply(const ModelCase& base, const Step& step,
                        const mutate::MutateOptions& options);

}  // namespace assay::campaign
