// The spool: steps of a campaign that are still to be written, in order, each with a number.
//
// Whether a step was written cannot be told when the connection breaks during it, so it is sent
// again as it is, under its number, and the store passes over what it has. What comes meanwhile
// waits behind it and grows. It is bounded: the campaign pauses when it is full. What an agent of a
// shared campaign cannot write is on disk, too (spool_file.h), and written even if the agent dies.
#pragma once

#include <optional>

#include "campaign/campaign.h"
#include "campaign/spool_file.h"
#include "store/store.h"

namespace assay::campaign {

class Spool {
 public:
  // `member`: of a shared campaign; steps of others need no numbers.
  explicit Spool(const Membership* member);

  void Add(store::CampaignStep step);
  // Everything, oldest first. What cannot be written stays.
  Status Write(store::Store& store);
  bool full() const;

 private:
  Status WriteOne(store::Store& store);
  void KeepOnDisk();

  const std::string agent_;
  int64_t written_ = 0;                         // steps
  std::optional<store::CampaignStep> sent_;     // perhaps written
  std::optional<store::CampaignStep> waiting_;  // never sent
  SpoolFile file_;
  int64_t kept_number_ = 0;                    // of the step in `sent_` that the file begins with
  std::optional<store::CampaignStep> unkept_;  // what came behind it since the file was written
};

}  // namespace assay::campaign
