#include "life/claim.h"

#include "store/shared.h"

namespace assay::life {
namespace {

// For what comes before and after the work itself.
constexpr int64_t kMoreSeconds = 60;

}  // namespace

Claim::Claim(store::Store& store, std::string task, double seconds)
    : store_(store), task_(std::move(task)), agent_(store::NewAgent()) {
  const auto claimed = store_.Claim(task_, agent_, static_cast<int64_t>(seconds) + kMoreSeconds);
  if (!claimed.ok()) status_ = claimed.error();
  ours_ = claimed.ok() && *claimed;
}

Claim::~Claim() {
  // One that cannot be given back runs out.
  if (ours_) (void)store_.Release(task_, agent_);
}

std::string TriageTask(const std::string& finding) { return "triage:" + finding; }
std::string LocateTask(const std::string& finding) { return "locate:" + finding; }

}  // namespace assay::life
