#include "web/finding_row.h"

#include "base/strings.h"
#include "triage/classify/classify.h"
#include "web/page.h"

namespace assay::web {
namespace {

// Ids are short; what is longer is not worth repeating in a message.
constexpr size_t kLongestId = 64;

}  // namespace

std::string ClassName(std::string_view id) {
  for (const triage::StudyClass& one : triage::AllStudyClasses())
    if (one.id == id) return std::string(one.description);
  return "";
}

nlohmann::json FindingRowJson(const store::FindingRow& row) {
  return {{"id", row.id},
          {"title", row.title},
          {"target", row.target},
          {"version", row.version},
          {"device", row.device},
          {"framework", row.framework},
          {"producer", row.producer},
          {"campaign", row.campaign},
          {"kind", row.kind},
          {"stage", row.stage},
          {"state", row.state},
          {"class", row.class_id},
          {"class_name", ClassName(row.class_id)},
          {"severity", row.severity},
          {"realism", row.realism},
          {"count", row.count},
          {"nodes", row.nodes},
          {"grouping", row.grouping},
          {"label", row.label},
          {"known", row.known},
          {"first_seen", row.first_seen},
          {"last_seen", row.last_seen},
          {"message", row.message}};
}

Result<store::FindingRow> FindRow(const store::Store& store, const std::string& id) {
  if (id.empty() || id.size() > kLongestId) return NotFound("there is no finding of that name");
  ASSAY_ASSIGN(const auto row, store.TryFinding(id));
  if (!row.has_value()) return NotFound(StrCat("there is no finding '", id, "'"));
  return *row;
}

}  // namespace assay::web
