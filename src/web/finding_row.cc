#include "web/finding_row.h"

#include "base/json.h"
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
  return With(ASSAY_FIELDS(row, id, title, target, version, device, framework, producer, campaign,
                           kind, stage, state, severity, realism, count, nodes, grouping, label,
                           known, first_seen, last_seen, message),
              {{"class", row.class_id}, {"class_name", ClassName(row.class_id)}});
}

Result<store::FindingRow> FindRow(const store::Store& store, const std::string& id) {
  if (id.empty() || id.size() > kLongestId) return NotFound("there is no finding of that name");
  ASSAY_ASSIGN(const auto row, store.TryFinding(id));
  if (!row.has_value()) return NotFound(StrCat("there is no finding '", id, "'"));
  return *row;
}

}  // namespace assay::web
