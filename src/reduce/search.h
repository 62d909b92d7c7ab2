// Search: the case that is being reduced, and the question whether another one shows the same.
//
// Passes propose candidates; the search tries them, several at a time, and takes the first in their
// order that shows the wanted failure. Nothing is tried twice.
#pragma once

#include <chrono>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <vector>

#include "reduce/reduce.h"

namespace assay::reduce {

// Makes a candidate; nothing when there is none. Called on any thread.
using Maker = std::function<std::optional<ModelCase>()>;
using Makers = std::vector<Maker>;

// Runs a case, in a clean process if `fresh`. Called on any thread.
using Ask = std::function<Result<triage::Sighted>(const ModelCase& model_case, bool fresh)>;

class Search {
 public:
  Search(ModelCase start, Ask ask, const triage::Symptom& wanted, const Options& options);

  const ModelCase& current() const { return current_; }
  const Graph& graph() const { return current_.model.graph; }
  const Options& options() const { return options_; }

  // Takes the first candidate that shows the failure and was never taken before, and returns its
  // index.
  std::optional<size_t> TakeFirst(const Makers& candidates);

  // Takes what it can from `list`, which lists simplifications of a case place by place. After one
  // was taken the rest is listed anew and tried from that place on. True when one was taken.
  bool Sweep(const std::function<Makers(const ModelCase&)>& list);

  // Whether the candidates show the failure; stops at the first that does not.
  bool AllShow(const Makers& candidates);

  // What is looked for. At first what the original shows; a failure of the whole model may turn out
  // to be that of one layer, whose name it then gets.
  const triage::Symptom& wanted() const { return wanted_; }

  // The current case in a clean process.
  std::optional<triage::Sighted> Fresh();
  // From now on every try is a clean process.
  void TrustOnlyFresh();
  // Goes back to a case that was taken before.
  void Restore(ModelCase earlier) { current_ = std::move(earlier); }

  // Out of time or interrupted.
  bool stopped();
  bool interrupted() const { return options_.should_stop && options_.should_stop(); }
  int tries() const { return tries_; }
  // Candidates taken so far.
  int taken() const { return takes_; }
  double seconds() const;
  void SetPass(std::string_view name);

 private:
  struct Try {
    std::optional<ModelCase> candidate;
    uint64_t key = 0;
    bool known = false;  // answered by an earlier try
    bool shows = false;
    triage::Symptom symptom;  // when it shows and was not known
  };
  void Run(const Makers& candidates, size_t first, std::vector<Try>& tries);
  void Look(const Maker& maker, Try& out) const;
  // What the case shows; nothing when that is not what is wanted.
  std::optional<triage::Sighted> Sighting(const ModelCase& model_case, bool fresh) const;
  bool Accepts(const triage::Symptom& seen) const;
  void Take(Try& winner);
  void Report();

  ModelCase current_;
  const Ask ask_;
  triage::Symptom wanted_;
  const Options& options_;
  const std::chrono::steady_clock::time_point start_;
  std::map<uint64_t, bool> seen_;  // answers by what was asked
  std::set<uint64_t> taken_;
  const std::set<std::string> upstream_;  // operators before the suspect of the original
  size_t fewest_nodes_;
  std::string pass_;
  int tries_ = 0;
  int takes_ = 0;
  bool stopped_ = false;
  bool only_fresh_ = false;
};

}  // namespace assay::reduce
