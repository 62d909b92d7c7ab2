#include "optbug/block_report.h"

namespace assay::optbug {

using nlohmann::json;

NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE_WITH_DEFAULT(FindingReport, id, optimiser, rule, kind)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE_WITH_DEFAULT(ProgramReport, optimiser, rule, kind, status,
                                                verdict, reason, message, model, valid, relevant,
                                                program)

void from_json(const json& json, BlockReport& report) {
  report.seconds = json.value("seconds", 0.0);
  json.at("programs").get_to(report.programs);
  json.at("findings").get_to(report.findings);
  report.keys = json.value("keys", report.keys);
}

void to_json(json& json, const BlockReport& report) {
  json = {{"seconds", report.seconds},
          {"programs", report.programs},
          {"findings", report.findings},
          {"keys", report.keys}};
  for (auto& program : json["programs"])
    if (program["program"] == "") program.erase("program");
}

BlockReport ReadBlock(const json& report) {
  try {
    return report.get<BlockReport>();
  } catch (const json::exception&) {
    return {};
  }
}

}  // namespace assay::optbug
