// Triage beside a campaign: what it finds is confirmed, reduced and grouped while it goes on, at a
// share of the time, so that its screen shows bugs and not hits.
//
// Works through a connection of its own to the campaign's store. Which cases the campaign makes
// does not depend on it.
#pragma once

#include <atomic>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "life/pipeline.h"
#include "store/store.h"

namespace assay::life {

struct BesideOptions {
  PipelineOptions each;  // should_stop and agent are filled in
  double share = 0.1;    // of the time of one core, for each of `jobs`
  int jobs = 1;
};

struct BesideFigures {
  size_t worked_on = 0;
  size_t left = 0;      // findings that wait
  size_t bugs = 0;      // groups of all findings; 0 before the first look
  std::string trouble;  // why it has ended before its time
};

class Beside {
 public:
  // An error: the store cannot be opened.
  static Result<std::unique_ptr<Beside>> Start(const std::string& store, BesideOptions options);
  ~Beside();  // waits until what is under way has stopped

  BesideFigures figures() const;
  // Ends it; the groups of all findings are kept.
  Status End();

 private:
  Beside(store::Store store, BesideOptions options);
  void Loop();
  // Looks at the store anew.
  Status Refill();
  Status WorkOnNext();
  bool HasTime() const;  // for more than what it has had

  store::Store store_;
  lab::Lab lab_;
  const BesideOptions options_;
  const double began_ms_;
  double spent_ms_ = 0, looked_ms_ = 0;
  std::unique_ptr<Pipeline> pipeline_;
  std::vector<store::FindingRow> todo_;  // the next one last
  std::set<std::string> given_up_;       // findings that cannot be worked on
  bool taught_ = false;                  // what was known before
  std::atomic<bool> stop_ = false;
  mutable std::mutex mutex_;
  std::condition_variable wake_;
  BesideFigures figures_;
  std::thread thread_;
};

}  // namespace assay::life
