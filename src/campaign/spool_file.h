// The spool on disk: what an agent of a shared campaign has done while the store was away outlives
// the agent. The next agent of this machine that joins the campaign writes it.
//
// There is a file only while something could not be written: one for each agent, locked as long as
// the agent lives, and on the disk within a second. It is bounded as the spool is: a file that has
// grown to more than twice of that is written anew.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "campaign/campaign.h"
#include "store/replay.h"
#include "store/rows.h"

namespace assay::campaign {

inline constexpr const char* kSpoolSuffix = ".spool";
inline constexpr const char* kSpoolDraft = ".new";  // behind it, while it is written anew

// Where agents of the campaign `name` of a store keep theirs, on this machine.
std::string SpoolFolder(const std::string& store, const std::string& name);

// Not thread-safe.
class SpoolFile {
 public:
  // Without a folder (Membership::spool) nothing is kept.
  explicit SpoolFile(const Membership* member);
  // Leaves what is there to others.
  ~SpoolFile();
  SpoolFile(const SpoolFile&) = delete;
  SpoolFile& operator=(const SpoolFile&) = delete;

  bool kept() const { return descriptor_ >= 0; }
  size_t bytes() const { return bytes_; }
  // These steps and nothing else.
  Status Keep(const std::vector<const store::CampaignStep*>& steps);
  // One more; belongs to the last of those that are there if its number is 0.
  Status Append(const store::CampaignStep& step);
  // All is written.
  void Remove();

 private:
  Status Write(const std::string& bytes);

  const std::string folder_, name_, agent_;
  std::string path_;
  int descriptor_ = -1;
  size_t bytes_ = 0;
};

// What a file holds, as far as it is whole.
Result<store::LeftSteps> ReadSpoolFile(const std::string& path);

// Writes what agents that have ended left in `folder`. Returns what was done, a line for each; what
// cannot be written stays for the next time; what is no spool is put aside.
std::vector<std::string> ReplaySpools(const std::string& store, const std::string& folder);

// Steps of a campaign to and from bytes, for the spool.
std::string StepBytes(const store::CampaignStep& step);
Result<store::CampaignStep> StepFrom(std::string_view bytes);

// `newer` behind `older`, as one step.
store::CampaignStep JoinSteps(store::CampaignStep newer, store::CampaignStep older);

}  // namespace assay::campaign
