// Findings and the cases that show them.
#include "store/database.h"
#include "store/store.h"

namespace assay::store {

Result<std::vector<FindingRow>> Store::Findings(int64_t campaign) const {
  ASSAY_ASSIGN(Statement select,
               database_->Prepare("SELECT id, campaign, target, version, device, kind, stage, "
                                  "message, signature, state, count, first_case, first_seen, "
                                  "last_seen, realism FROM findings WHERE ?1 = 0 OR campaign = ?1 "
                                  "ORDER BY realism DESC, id"));
  select.Bind(campaign);
  std::vector<FindingRow> out;
  while (select.Step()) {
    FindingRow row;
    row.id = select.Text();
    row.campaign = select.Int();
    for (std::string* text : {&row.target, &row.version, &row.device, &row.kind, &row.stage,
                              &row.message, &row.signature, &row.state})
      *text = select.Text();
    row.count = select.Int();
    row.first_case = select.Int();
    row.first_seen = select.Text();
    row.last_seen = select.Text();
    row.realism = select.Real();
    out.push_back(std::move(row));
  }
  return out;
}

Result<std::vector<SightingRow>> Store::Sightings(const std::string& finding) const {
  ASSAY_ASSIGN(Statement select,
               database_->Prepare("SELECT finding, case_index, recipe, message, realism, nodes, "
                                  "model, inputs FROM sightings WHERE finding = ? "
                                  "ORDER BY nodes, case_index"));
  select.Bind(finding);
  std::vector<SightingRow> out;
  while (select.Step()) {
    SightingRow row;
    row.finding = select.Text();
    row.case_index = select.Int();
    row.recipe = select.Text();
    row.message = select.Text();
    row.realism = select.Real();
    row.nodes = select.Int();
    row.model = select.Text();
    row.inputs = select.Text();
    out.push_back(std::move(row));
  }
  return out;
}

}  // namespace assay::store
