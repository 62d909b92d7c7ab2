#include "study/allowance.h"

#include <algorithm>

#include "campaign/cpu_time.h"

namespace assay::study {

double CpuSecondsNow() { return campaign::OwnCpuSeconds() + campaign::ChildrenCpuSeconds(); }

Allowance::Allowance(double seconds, int sharing)
    : seconds_(seconds), sharing_(std::max(1, sharing)), start_(CpuSecondsNow()) {}

double Allowance::used() const { return (CpuSecondsNow() - start_) / sharing_; }

bool Allowance::used_up(double share) const { return used() >= share * seconds_; }

}  // namespace assay::study
