// The ledger: hands out case numbers, takes reports, knows what is done.
//
// Thread-safe. See method.h for blocks, states and lag.
#pragma once

#include <condition_variable>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "campaign/method.h"

namespace assay::campaign {

struct Ticket {
  int64_t index = 0;
  StatePtr state;
};

// What the store must know to take the campaign up from here. A state may be large, and folding
// reports gives it again: it is renewed when the reports since the last one weigh as much, so that
// what is written stays in proportion to what was done.
struct LedgerStep {
  int64_t block = 0;  // that `state`, or the last one before it, is for
  std::string state;  // "": the same as at the last call
  int64_t forget_before = 0;
  int64_t done = 0;             // case numbers, so far
  std::vector<Report> reports;  // since the last call
};

class Ledger {
 public:
  // `cases` < 0: no end.
  Ledger(const Method& method, int64_t cases);
  // Takes up a campaign: the state of its first incomplete block and the reports kept since.
  Status Restore(int64_t block, std::string_view state, std::vector<Report> reports);

  // The next case; waits for reports that it depends on. Nothing when all are handed out or after
  // Stop().
  std::optional<Ticket> Next();
  void Done(Report report);
  void Stop();
  bool stopped() const;
  // While paused, Next() waits: nothing is started that could not be recorded.
  void Pause(bool paused);

  // Cases of others, to be learnt from; they are not done here.
  void Learn(std::vector<Report> others);

  LedgerStep Take();
  StatePtr newest_state() const;
  // Processor seconds for folding cases of others.
  double learning() const;

 private:
  int64_t BlockOf(int64_t index) const { return index / block_size_; }
  bool Complete(int64_t block) const;
  void Advance();  // needs the lock

  const Method& method_;
  const int64_t block_size_;
  const int lag_;
  const int64_t limit_;
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  int64_t next_ = 0;
  int64_t low_ = 0;                                       // the first incomplete block
  std::map<int64_t, StatePtr> states_;                    // by block
  std::map<int64_t, std::map<int64_t, Report>> reports_;  // by block and index
  std::vector<Report> fresh_;                             // not yet taken
  std::vector<Report> others_;                            // not yet folded
  int64_t saved_block_ = -1;
  size_t saved_bytes_ = 0, bytes_since_ = 0;  // of the last state, of reports since
  double learning_ = 0;
  bool stopped_ = false, paused_ = false;
};

}  // namespace assay::campaign
