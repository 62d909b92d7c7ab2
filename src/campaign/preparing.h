// Watches over the time before the first case, when targets start and are asked what they support:
// an agent of a shared campaign, which writes nothing yet, keeps its lane, and whoever is told to
// end does not wait for targets.
#pragma once

#include <condition_variable>
#include <mutex>
#include <thread>

#include "campaign/campaign.h"
#include "lab/lab.h"
#include "store/store.h"

namespace assay::campaign {

class Preparing {
 public:
  // `member`: nullptr outside shared campaigns. Until End() the store is not used by others.
  Preparing(store::Store& store, const Membership* member, lab::Lab& lab, const Hooks& hooks);
  ~Preparing() { End(); }
  Preparing(const Preparing&) = delete;
  Preparing& operator=(const Preparing&) = delete;

  // Whether it was told to end: the targets' answers are not to be used then.
  bool End();

 private:
  void Watch();
  bool ToldToEnd() const { return hooks_.stop != nullptr && hooks_.stop->load(); }

  store::Store& store_;
  const Membership* const member_;
  lab::Lab& lab_;
  const Hooks& hooks_;
  std::mutex mutex_;
  std::condition_variable changed_;
  bool ended_ = false, stopped_ = false;
  std::thread thread_;
};

}  // namespace assay::campaign
