// CPU time of this process and of the workers.
#pragma once

namespace assay::campaign {

// Of this thread, so far.
double ThreadCpuSeconds();
// Adds what this thread needs until the end of the scope.
class CpuMeter {
 public:
  explicit CpuMeter(double& total) : total_(total) {}
  ~CpuMeter() { total_ += ThreadCpuSeconds() - start_; }
  CpuMeter(const CpuMeter&) = delete;
  CpuMeter& operator=(const CpuMeter&) = delete;

 private:
  double& total_;
  const double start_ = ThreadCpuSeconds();
};

// Seconds of user and system time of this process, all threads.
double OwnCpuSeconds();
// The same of all children, those still running included.
double ChildrenCpuSeconds();
// Resident memory of this process in MB.
double ResidentMb();

}  // namespace assay::campaign
