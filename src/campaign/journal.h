// The journal of a campaign: which case is next, what came of those before, and what the store does
// not know of that yet. Workers report from any thread; the watcher, who owns it, writes.
#pragma once

#include <chrono>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "campaign/cpu_time.h"
#include "campaign/exchange.h"
#include "campaign/ledger.h"
#include "campaign/plan.h"
#include "campaign/record.h"
#include "campaign/spool.h"

namespace assay::campaign {

class Journal {
 public:
  explicit Journal(const Plan& plan);
  // Takes up what the store has of the campaign.
  Status Restore();

  // Since it was made.
  double seconds() const;

  // --- for workers, thread-safe ---
  std::optional<Ticket> Next() { return ledger_.Next(); }
  // A candidate that the method could make nothing of.
  void NoteRetry();
  // A candidate, made by `steps`.
  void NoteCandidate(const std::vector<Step>& steps, Legality legality);
  // A case number that nothing came of.
  void NoteUnmade(Report report);
  // Targets with findings that are new, by name.
  std::vector<std::string> NoteDone(Report report, const Prepared& prepared,
                                    const Examined& examined,
                                    const std::vector<lab::Target>& targets);
  // The same of further runs of a case that is done.
  std::vector<std::string> NoteLater(int64_t index, const Prepared& prepared,
                                     const Examined& examined,
                                     const std::vector<lab::Target>& targets);
  // Whether the campaign was told to end before its last case.
  bool stopped() const { return ledger_.stopped(); }
  // Whether hits with this signature need no confirming any more.
  bool Believed(const std::string& signature);

  // --- for the watcher alone ---
  // No further case is handed out.
  void Stop() { ledger_.Stop(); }
  // While something cannot be written, nothing is started; a database that cannot be reached stops
  // nothing until the spool is full.
  void Pause(bool trouble);
  // Writes what has come since; what cannot be written stays for the next time.
  Status Commit(std::vector<store::ProgressRow> samples);
  // Tells the other agents of a shared campaign, and hears of them.
  void Meet();
  // Whether enough was found, here or by all agents together.
  bool Enough();
  // As far as the journal knows.
  Progress Snapshot();

 private:
  // Processor seconds of this run.
  struct Spent {
    double own, children;
  };
  Spent SpentSoFar() const;
  void SetTimes(const Spent& spent);  // needs the lock

  using Clock = std::chrono::steady_clock;
  const Assignment& assignment_;
  const Method& method_;
  const Clock::time_point start_ = Clock::now();
  const double own_cpu_ = OwnCpuSeconds(), children_cpu_ = ChildrenCpuSeconds();
  Ledger ledger_;
  // The counts and the ledger's reports change under one lock: a commit sees both or neither.
  std::mutex mutex_;
  Record record_;
  // Of the watcher alone.
  Spool spool_;
  std::optional<Exchange> exchange_;
  double store_cpu_ = 0;
  double last_gain_ = 0;
  int64_t last_coverage_ = 0;
};

}  // namespace assay::campaign
