#include "mirror/pairs/report.h"

namespace assay::mirror::pairs {

nlohmann::json ReportJson(const SubjectReport& report) {
  nlohmann::json out = {{"from", report.from},       {"to", report.to},
                        {"by", report.by},           {"state", report.state},
                        {"problem", report.problem}, {"programs", report.programs},
                        {"trials", report.trials},   {"statuses", report.statuses},
                        {"rulings", report.rulings}, {"conventions", report.conventions},
                        {"notes", report.notes},     {"findings", nlohmann::json::array()}};
  for (const casebook::ProgramFinding& finding : report.findings)
    out["findings"].push_back(casebook::IdOf(finding));
  return out;
}

}  // namespace assay::mirror::pairs
