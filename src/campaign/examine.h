// Runs one case: prepares it, holds it against the truth on every target, names what it found.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "campaign/method.h"
#include "campaign/reach.h"
#include "campaign/realism.h"
#include "campaign/share.h"
#include "oracle/check.h"

namespace assay::training {
struct TrainingCase;
}

namespace assay::campaign {

// A case that is ready to be run.
struct Prepared {
  Made made;
  oracle::Subject subject;
  oracle::Truth truth;
  std::optional<oracle::Subject> equivalent;
  std::optional<oracle::Truth> equivalent_truth;
  double realism = 0;
  bool out_of_range = false;  // of a literal case: the study calls it illegal
  bool special = false;       // holds NaN, infinities, subnormal numbers or empty tensors
  // Of a stage other than inference: what it needs, and its settings as text, which findings keep.
  std::shared_ptr<const training::TrainingCase> lesson;
  std::string stage_recipe;
};

// Why a case is not run.
enum class Legality {
  kLegal,
  kRefused,  // by our rules or the official checker: an illegal model
  kInvalid,  // its results are not finite, beyond 1e36, or cannot be computed
};

// Largest magnitude of an output that the study counts as within the effective range.
inline constexpr double kEffectiveRange = 1e36;

// Serialises, checks and evaluates. Without kLegal, `out` is filled as far as it got.
// `literal`: what the official checker accepts is legal, whatever comes of it; `out_of_range` then
// says that its results are not finite, beyond 1e36 or not known.
Legality Prepare(Made made, const Realism& realism, Prepared& out, bool literal = false);

struct Hit {
  oracle::TargetResult result;
  std::string signature, id;
  bool confirmed = false;
  std::optional<ModelCase> shown;  // shows it better than the case itself
};

struct TargetRun {
  size_t target = 0;  // index
  oracle::CaseStatus status = oracle::CaseStatus::kOk;
  double ms = 0;
  double resident_mb = 0;  // of its process, behind it
  std::string gap;         // why it was not supported
};

struct Examined {
  std::vector<TargetRun> runs;
  std::vector<Hit> hits;
  bool abandoned = false;       // the lab was closed meanwhile: forget it
  bool refused_by_all = false;  // every framework, of two or more, refused it
  bool outliers = false;        // some target gave NaN or an infinity; of pairs
  double distance = 0, to_nan = 0;
};

struct ExamineOptions {
  Judge judge = Judge::kCertified;
  // Measure the distance between targets, for methods that follow it. All targets then run every
  // case: which ones are slow must not decide what the method does next.
  bool distance = false;
  Energy energy = Energy::kDistance;
  bool to_nan = false;   // Examined::to_nan is wanted
  bool literal = false;  // Config::literal; of judges that compare targets
  bool rerun = false;    // run twice to see what changes
  // Ask for every tensor where bounds are wide: a model more per target.
  bool layers = true;
  // True for signatures that were confirmed often enough.
  std::function<bool(const std::string&)> seen_before;
  // The number of the case, by which targets with Target::every take turns; negative: all take it.
  int64_t turn = -1;
  bool small_for_compilers = false;  // who takes many cases at once is given small ones
  Reach* reach = nullptr;            // who takes what; nullptr: everybody is asked for everything
  // Keeps the case for target i until others have come; false: it is to be run now.
  std::function<bool(size_t)> keep_for_later;
};

// How one target is asked.
oracle::CheckOptions CheckOptionsOf(const Prepared& prepared, const ExamineOptions& options);
// The run of target `i`, and the hit when it is one.
void Note(size_t i, oracle::TargetResult result, double ms, bool known, const Graph& graph,
          Examined& out);

// Inaccuracy that another mode or framework has as well is what the task costs, and where nobody
// else could be asked nothing is known of that: neither is a finding.
void DropShared(Examined& examined);

// `check` on every target that is due. It is to ask its argument whether hits with a signature were
// confirmed often enough.
using SeenBefore = std::function<bool(const oracle::TargetResult&)>;
Examined ExamineEach(
    const Model& model, const std::vector<lab::Target>& targets, Shares& shares,
    const ExamineOptions& options,
    const std::function<oracle::TargetResult(const lab::Target&, SeenBefore)>& check);

// On every target that is due.
Examined Examine(const Prepared& prepared, const std::vector<lab::Target>& targets, lab::Lab& lab,
                 Shares& shares, const ExamineOptions& options);

}  // namespace assay::campaign
