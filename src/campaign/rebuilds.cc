#include "campaign/rebuilds.h"

#include "base/strings.h"

namespace assay::campaign {
namespace {

// Graphs share nodes and weights, so an entry costs little more than what its last step changed.
constexpr size_t kKept = 96;

}  // namespace

bool Rebuilds::Recall(const std::string& recipe, ModelCase& out) {
  const std::lock_guard lock(mutex_);
  const auto found = index_.find(recipe);
  if (found == index_.end()) return false;
  newest_first_.splice(newest_first_.begin(), newest_first_, found->second);
  out = found->second->made;
  return true;
}

void Rebuilds::Keep(std::string recipe, const ModelCase& made) {
  const std::lock_guard lock(mutex_);
  if (index_.contains(recipe)) return;
  newest_first_.push_front({recipe, made});
  index_[std::move(recipe)] = newest_first_.begin();
  if (newest_first_.size() <= kKept) return;
  index_.erase(newest_first_.back().recipe);
  newest_first_.pop_back();
}

Result<ModelCase> Rebuilds::Get(const Recipe& recipe) {
  const Seed* seed = seeds_.Find(recipe.root);
  if (seed == nullptr) return Invalid(StrCat("'", recipe.root, "' is not among the seeds"));
  ModelCase made = seed->model_case;
  Recipe known{recipe.root, recipe.steps};
  while (!known.steps.empty() && !Recall(known.Text(), made)) known.steps.pop_back();
  for (size_t i = known.steps.size(); i < recipe.steps.size(); ++i) {
    ASSAY_ASSIGN(made, Apply(made, recipe.steps[i], options_));
  }
  if (known.steps.size() < recipe.steps.size()) Keep(recipe.Text(), made);
  return made;
}

Result<ModelCase> Rebuilds::Extend(const ModelCase& base, Recipe& recipe, const Step& step) {
  ASSAY_ASSIGN(ModelCase made, Apply(base, step, options_));
  recipe.steps.push_back(step);
  Keep(recipe.Text(), made);
  return made;
}

}  // namespace assay::campaign
