// One pair, from calls that work to findings.
//
// The steps: find calls of the source that work; write down their arguments; carry them over; see
// whether both sides give the same on benign inputs (otherwise they are no twins, and nobody is to
// blame); then all changes, on both sides and on the third framework, and a ruling for each.
#pragma once

#include <functional>
#include <set>
#include <string>
#include <vector>

#include "mirror/pairs/accuse.h"
#include "mirror/pairs/answers.h"
#include "mirror/pairs/report.h"
#include "mirror/pairs/ruling.h"
#include "trial/bench.h"

namespace assay::mirror::pairs {

struct FuzzOptions {
  uint64_t seed = 0;
  size_t most_trials = 200;  // of one pair
  bool unsafe = false;
  std::function<bool()> should_stop;  // asked before every program
};

// One framework's warm lab, and the Python functions that its programs use.
struct Room {
  trial::Bench bench;
  std::string probing, asking, showing;
};
using RoomOf = std::function<Result<Room*>(const std::string& framework)>;

class Session {
 public:
  Session(const FuzzOptions& options, const Conventions& conventions, const Subject& subject,
          RoomOf room_of)
      : options_(options),
        conventions_(conventions),
        subject_(subject),
        room_of_(std::move(room_of)) {}

  Result<SubjectReport> Hold();

 private:
  Status FindCalls();
  // Arguments of `bases` as facts; those that cannot be carried over are dropped.
  Status WriteDown(std::vector<BaseCall>& bases);
  // Keeps the calls on which both sides agree.
  Status Compare();
  Status TryAll();
  Status RuleAll();
  // What becomes of one ruling: a count, a note or an accusation.
  Status Settle(const PairTrial& trial, Ruled ruled, const Court& court);
  Status Accuse(const PairTrial& trial, const Ruled& ruled, const Court& court);
  Status ShowFatal(const Fatal& fatal);
  Status Show(const std::string& who, const trial::Trial& shown, const PairTrial& trial,
              const std::string& difference);

  Result<PairAnswers> AskEach(const std::vector<std::string>& who);
  void Add(const std::vector<PairTrial>& trials);
  std::set<std::string> ProvenBy(const PairAnswers& replies) const;
  bool Stopped() const { return options_.should_stop && options_.should_stop(); }
  uint64_t SeedOf(size_t call) const;
  void Note(const PairTrial& trial, const Ruled& ruled);

  const FuzzOptions& options_;
  const Conventions& conventions_;
  const Subject& subject_;
  const RoomOf room_of_;
  SubjectReport out_;
  std::vector<BaseCall> bases_;
  std::vector<PairTrial> trials_;
  PairAnswers replies_;
  std::set<std::string> told_;  // differences that were noted or shown
  OtherOptions other_options_;
};

}  // namespace assay::mirror::pairs
