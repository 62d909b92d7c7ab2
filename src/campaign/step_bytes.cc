#include "campaign/step_bytes.h"

#include <iterator>

#include "base/json.h"

namespace assay::campaign {
namespace {

using nlohmann::json;

json Bytes(const std::string& bytes) {
  return json::binary(std::vector<uint8_t>(bytes.begin(), bytes.end()));
}

std::string BytesFrom(const json& value) {
  const auto& bytes = value.get_binary();
  return {bytes.begin(), bytes.end()};
}

// Texts of frameworks need not be UTF-8, so all go as bytes.
json FindingJson(const store::FindingRow& row) {
  json texts = json::array();
  for (const std::string* text : {&row.id, &row.target, &row.version, &row.device, &row.kind,
                                  &row.stage, &row.message, &row.signature, &row.state})
    texts.push_back(Bytes(*text));
  texts.push_back(Bytes(row.producer));
  return {texts, row.count, row.first_case, row.realism};
}

store::FindingRow FindingFrom(const json& value) {
  store::FindingRow row;
  size_t i = 0;
  for (std::string* text : {&row.id, &row.target, &row.version, &row.device, &row.kind, &row.stage,
                            &row.message, &row.signature, &row.state, &row.producer})
    *text = BytesFrom(value.at(0).at(i++));
  row.count = value.at(1);
  row.first_case = value.at(2);
  row.realism = value.at(3);
  return row;
}

json SightingJson(const store::SightingRow& row) {
  return {Bytes(row.finding), row.case_index, Bytes(row.recipe), Bytes(row.message),
          row.realism,        row.nodes,      Bytes(row.model),  Bytes(row.inputs)};
}

store::SightingRow SightingFrom(const json& value) {
  store::SightingRow row;
  row.finding = BytesFrom(value.at(0));
  row.case_index = value.at(1);
  row.recipe = BytesFrom(value.at(2));
  row.message = BytesFrom(value.at(3));
  row.realism = value.at(4);
  row.nodes = value.at(5);
  row.model = BytesFrom(value.at(6));
  row.inputs = BytesFrom(value.at(7));
  return row;
}

}  // namespace

std::string StepBytes(const store::CampaignStep& step) {
  json reports = json::array(), findings = json::array(), sightings = json::array(),
       progress = json::array();
  for (const store::ReportRow& row : step.reports)
    reports.push_back({row.case_index, Bytes(row.report)});
  for (const store::FindingRow& row : step.findings) findings.push_back(FindingJson(row));
  for (const store::SightingRow& row : step.sightings) sightings.push_back(SightingJson(row));
  for (const store::ProgressRow& row : step.progress)
    progress.push_back({row.seconds, row.cases, Bytes(row.sample)});
  const std::vector<uint8_t> bytes = json::to_cbor(
      With(ASSAY_FIELDS(step, campaign, block, forget_before, number, cases, counted, done),
           {{"tally", Bytes(step.tally)},
            {"state", Bytes(step.state)},
            {"reports", std::move(reports)},
            {"findings", std::move(findings)},
            {"sightings", std::move(sightings)},
            {"progress", std::move(progress)},
            {"agent", Bytes(step.agent)},
            {"machine", step.machine.architecture},
            {"processor", Bytes(step.machine.processor)}}));
  return {bytes.begin(), bytes.end()};
}

Result<store::CampaignStep> StepFrom(std::string_view bytes) {
  const json value = json::from_cbor(bytes.begin(), bytes.end(), true, false);
  try {
    store::CampaignStep step;
    ASSAY_READ_FIELDS(value, step, campaign, block, forget_before, number, cases, counted, done);
    step.tally = BytesFrom(value.at("tally"));
    step.state = BytesFrom(value.at("state"));
    for (const json& row : value.at("reports"))
      step.reports.push_back({row.at(0).get<int64_t>(), BytesFrom(row.at(1))});
    for (const json& row : value.at("findings")) step.findings.push_back(FindingFrom(row));
    for (const json& row : value.at("sightings")) step.sightings.push_back(SightingFrom(row));
    for (const json& row : value.at("progress"))
      step.progress.push_back({0, "", row.at(0), row.at(1), BytesFrom(row.at(2))});
    step.agent = BytesFrom(value.at("agent"));
    // Steps that an older assay has left do not say where they were made.
    step.machine = {value.value("machine", std::string()),
                    value.contains("processor") ? BytesFrom(value.at("processor")) : ""};
    return step;
  } catch (const json::exception& error) {
    return Invalid(std::string("a damaged step: ") + error.what());
  }
}

store::CampaignStep JoinSteps(store::CampaignStep newer, store::CampaignStep older) {
  const auto join = [](auto& now, auto& before) {
    before.insert(before.end(), std::make_move_iterator(now.begin()),
                  std::make_move_iterator(now.end()));
    now = std::move(before);
  };
  join(newer.reports, older.reports);
  join(newer.findings, older.findings);
  join(newer.sightings, older.sightings);
  join(newer.progress, older.progress);
  if (newer.state.empty()) newer.state = std::move(older.state);
  return newer;
}

}  // namespace assay::campaign
