// A claim on work that several processes and machines share: whoever has it works on it, others
// pass by. Ends with the object; that of a process that died runs out.
#pragma once

#include <string>

#include "store/store.h"

namespace assay::life {

class Claim {
 public:
  // `task`: "locate:ID", say. `seconds`: longer than it can take.
  Claim(store::Store& store, std::string task, double seconds);
  ~Claim();
  Claim(const Claim&) = delete;
  Claim& operator=(const Claim&) = delete;

  const Status& status() const { return status_; }  // of the store
  bool ours() const { return ours_; }               // false: another has it

 private:
  store::Store& store_;
  const std::string task_, agent_;
  Status status_;
  bool ours_ = false;
};

// Whatever changes a finding from new to reduced is one task: `assay findings triage`, `assay
// reduce`.
std::string TriageTask(const std::string& finding);
std::string LocateTask(const std::string& finding);

}  // namespace assay::life
