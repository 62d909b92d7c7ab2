#include "base/strings.h"
#include "fault.h"

namespace assay::faults {

#define GRAPH_FAULT(function, name, what) void function(Rewriter&);
#define KERNEL_FAULT(function, name, what) void function(Kernel&);
#define REPLY_FAULT(function, name, what) void function(Reply&);
#include "faults.def"
#include "resource_faults.def"
#include "second_faults.def"
#include "study_faults.def"
#undef GRAPH_FAULT
#undef KERNEL_FAULT
#undef REPLY_FAULT

namespace {

#define GRAPH_FAULT(function, name, what) {name, what, function, nullptr, nullptr},
#define KERNEL_FAULT(function, name, what) {name, what, nullptr, function, nullptr},
#define REPLY_FAULT(function, name, what) {name, what, nullptr, nullptr, function},
constexpr Fault kFaults[] = {
#include "faults.def"
};
constexpr Fault kResourceFaults[] = {
#include "resource_faults.def"
};
constexpr Fault kSecondFaults[] = {
#include "second_faults.def"
};
constexpr Fault kStudyFaults[] = {
#include "study_faults.def"
};
#undef GRAPH_FAULT
#undef KERNEL_FAULT
#undef REPLY_FAULT

}  // namespace

std::span<const Fault> AllFaults() { return kFaults; }
std::span<const Fault> AllResourceFaults() { return kResourceFaults; }
std::span<const Fault> AllSecondFaults() { return kSecondFaults; }
std::span<const Fault> AllStudyFaults() { return kStudyFaults; }

const Fault* FindFault(std::string_view name) {
  for (const std::span<const Fault> list :
       {AllFaults(), AllSecondFaults(), AllResourceFaults(), AllStudyFaults()})
    for (const Fault& fault : list)
      if (fault.name == name) return &fault;
  return nullptr;
}

Result<std::vector<const Fault*>> FaultsOfMode(std::string_view mode) {
  std::vector<const Fault*> out;
  if (mode.empty()) return out;
  for (const std::string& name : Split(mode, '+')) {
    const Fault* fault = FindFault(name);
    if (fault == nullptr) {
      std::vector<std::string> names;
      for (const std::span<const Fault> list : {AllFaults(), AllSecondFaults()})
        for (const Fault& known : list) names.emplace_back(known.name);
      return Invalid(
          StrCat("no fault is called ", name, "; did you mean ", Nearest(name, names), "?"));
    }
    out.push_back(fault);
  }
  return out;
}

}  // namespace assay::faults
