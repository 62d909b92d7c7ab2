// Looks at the store once a second for all live viewers together, and publishes what has changed.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>

#include "web/events.h"
#include "web/sources.h"

namespace assay::web {

class Sampler {
 public:
  Sampler(const Sources& sources, Events& events) : sources_(sources), events_(events) {}

  // Until the events are closed. Does nothing while nobody watches.
  void Run();
  // One look. Errors are left for the next one.
  void Look();

 private:
  Status Read();
  Status Begin();
  void TellProgress(const store::ProgressRow& row);
  Status TellFindings();

  const Sources& sources_;
  Events& events_;
  std::optional<store::Store> store_;
  std::optional<FileId> file_;  // that is open
  int64_t mark_ = 0;
  std::map<int64_t, store::ProgressRow> last_;  // by campaign
  std::map<int64_t, int64_t> cases_;            // of campaigns, by campaign
  int64_t findings_ = 0, checks_ = 0;
  std::string newest_;          // when the newest finding that was told came
  std::set<std::string> told_;  // findings of that moment
};

}  // namespace assay::web
