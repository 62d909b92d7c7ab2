#include "triage/machines.h"

#include <algorithm>

#include "base/strings.h"

namespace assay::triage {
namespace {

bool InList(const std::vector<std::string>& list, const std::string& one) {
  return std::find(list.begin(), list.end(), one) != list.end();
}

}  // namespace

std::vector<std::string> ArchitecturesOf(const std::vector<store::SeenOnRow>& seen_on) {
  std::vector<std::string> out;
  for (const store::SeenOnRow& row : seen_on)
    if (!row.machine.architecture.empty() && !InList(out, row.machine.architecture))
      out.push_back(row.machine.architecture);
  return out;
}

std::string MachinesText(const std::vector<store::SeenOnRow>& seen_on) {
  std::vector<std::string> out;
  for (const store::SeenOnRow& row : seen_on) {
    const std::string& processor = row.machine.processor;
    out.push_back(
        StrCat(row.machine.architecture, processor.empty() ? "" : StrCat(" (", processor, ")")));
  }
  return Join(out, ", ");
}

std::string NotShownOn(const std::vector<std::string>& architectures, const std::string& here) {
  if (architectures.empty() || InList(architectures, here)) return "";
  return StrCat("not shown on ", here, " (seen on ", Join(architectures, ", "), ")");
}

}  // namespace assay::triage
