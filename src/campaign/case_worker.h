// CaseWorker: takes cases from the journal, makes, prepares and examines them, and reports.
#pragma once

#include "campaign/inspector.h"
#include "campaign/journal.h"
#include "campaign/packs.h"
#include "campaign/plan.h"
#include "campaign/roster.h"
#include "campaign/sample.h"

namespace assay::campaign {

// Thread-safe: many threads work by one.
class CaseWorker {
 public:
  CaseWorker(const Plan& plan, lab::Lab& lab, const Roster& roster, Shares& shares,
             Journal& journal);

  // Until the journal hands out no more.
  void Work();
  std::vector<campaign::Work> UnderWay() const { return work_.Now(); }

 private:
  void RunCase(const Ticket& ticket);
  ExamineOptions OptionsFor(int64_t index, const Prepared& prepared);
  // How many cases target `i` should be given at once.
  int PackSize(const lab::Target& target, size_t i) const;
  // Cases that waited for a target, all at once.
  void RunPack(const Pack& pack);
  // Who gave something new.
  void NoteGains(const std::vector<std::string>& names, const std::vector<lab::Target>& targets);
  // Whether one of some candidates for this case is legal.
  bool Make(const Ticket& ticket, Prepared& prepared, Report& report);

  const Plan& plan_;
  lab::Lab& lab_;
  const Roster& roster_;
  Shares& shares_;
  Journal& journal_;
  const bool packs_;  // whether cases may wait for others
  Reach reach_;
  Packs waiting_;
  Inspector inspector_;
  WorkList work_;
};

}  // namespace assay::campaign
