// Samples: how far a campaign is, for those who watch it through the store.
#pragma once

#include <chrono>
#include <map>
#include <mutex>
#include <string>
#include <vector>

#include "campaign/campaign.h"
#include "store/rows.h"

namespace assay::campaign {

// Coverage and findings that have not moved for so long, and for half of the time, say that it is
// worth stopping.
inline constexpr double kQuietSeconds = 120;
bool DriedUp(const Progress& progress);

// A case that is being run.
struct Work {
  int64_t case_index = 0;
  std::string recipe;
  double seconds = 0;  // since it began
};

// The cases that are being run right now. Safe to use from many threads.
class WorkList {
 public:
  // Leaves the list when it goes out of scope.
  class Entry {
   public:
    Entry(WorkList& list, int64_t case_index) : list_(list), case_index_(case_index) {}
    ~Entry();
    Entry(const Entry&) = delete;
    Entry& operator=(const Entry&) = delete;

   private:
    WorkList& list_;
    const int64_t case_index_;
  };

  [[nodiscard]] Entry Enter(int64_t case_index, const std::string& recipe);
  // The longest first.
  std::vector<Work> Now() const;

 private:
  using Clock = std::chrono::steady_clock;
  mutable std::mutex mutex_;
  std::map<int64_t, std::pair<std::string, Clock::time_point>> running_;
};

// `running`: false for the last sample of a run.
store::ProgressRow SampleOf(const Progress& progress, const std::vector<Work>& current,
                            bool running);

}  // namespace assay::campaign
