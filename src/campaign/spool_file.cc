#include "campaign/spool_file.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <iterator>
#include <nlohmann/json.hpp>

#include "base/files.h"
#include "base/folders.h"
#include "base/hash.h"
#include "base/json.h"
#include "base/strings.h"
#include "store/address.h"

namespace assay::campaign {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

std::string Problem(const std::string& path) {
  return StrCat(path, ": what could not be written is not kept on disk: ", std::strerror(errno));
}

// Length and hash come first, so that a record that was cut short is seen as such.
std::string RecordBytes(const std::string& bytes) {
  const uint64_t head[] = {bytes.size(), HashBytes(bytes)};
  return std::string(reinterpret_cast<const char*>(head), sizeof(head)) + bytes;
}

std::string HeadOf(const std::string& name, const std::string& agent) {
  const std::vector<uint8_t> bytes =
      nlohmann::json::to_cbor({{"spool", 1}, {"name", name}, {"agent", agent}});
  return {bytes.begin(), bytes.end()};
}

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

std::string SpoolFolder(const std::string& store, const std::string& name) {
  std::string place = store::WithoutPassword(store);
  // With or without a password, it is the same database.
  if (const size_t at = place.find(":***@"); at != std::string::npos) place.erase(at, 4);
  if (!store::IsAddress(store)) {
    std::error_code failed;
    const fs::path whole = fs::weakly_canonical(store, failed);
    if (!failed) place = whole.string();
  }
  return StrCat(DataFolder(), "/spool/", HashCombine(HashBytes(place), HashBytes(name)));
}

SpoolFile::SpoolFile(const Membership* member)
    : folder_(member == nullptr ? "" : member->spool),
      name_(member == nullptr ? "" : member->lane.name),
      agent_(member == nullptr ? "" : member->agent) {}

SpoolFile::~SpoolFile() {
  if (descriptor_ >= 0) close(descriptor_);
}

Status SpoolFile::Write(const std::string& bytes) {
  for (size_t at = 0; at < bytes.size();) {
    const ssize_t put = write(descriptor_, bytes.data() + at, bytes.size() - at);
    if (put < 0 && errno == EINTR) continue;
    if (put <= 0) return Invalid(Problem(path_));
    at += static_cast<size_t>(put);
  }
  return fdatasync(descriptor_) == 0 ? Status() : Status(Invalid(Problem(path_)));
}

Status SpoolFile::Keep(const std::vector<const store::CampaignStep*>& steps) {
  if (folder_.empty()) return {};
  std::error_code failed;
  fs::create_directories(folder_, failed);
  fs::permissions(folder_, fs::perms::owner_all, failed);  // models may be nobody else's business
  path_ = StrCat(folder_, "/", agent_, kSpoolSuffix);
  const std::string draft = path_ + kSpoolDraft;
  const int before = descriptor_;
  descriptor_ = open(draft.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
  std::string bytes = RecordBytes(HeadOf(name_, agent_));
  for (const store::CampaignStep* step : steps) bytes += RecordBytes(StepBytes(*step));
  // Locked before others can see it: they take what is not locked for left behind.
  Status kept = descriptor_ >= 0 && flock(descriptor_, LOCK_EX | LOCK_NB) == 0
                    ? Write(bytes)
                    : Status(Invalid(Problem(draft)));
  if (kept.ok() && rename(draft.c_str(), path_.c_str()) != 0) kept = Invalid(Problem(path_));
  if (!kept.ok()) {
    fs::remove(draft, failed);
    if (descriptor_ >= 0) close(descriptor_);
    descriptor_ = before;  // what was kept before is better than nothing
    return kept;
  }
  if (before >= 0) close(before);
  bytes_ = bytes.size();
  return {};
}

Status SpoolFile::Append(const store::CampaignStep& step) {
  const std::string bytes = RecordBytes(StepBytes(step));
  bytes_ += bytes.size();
  return Write(bytes);
}

void SpoolFile::Remove() {
  if (descriptor_ < 0) return;
  std::error_code failed;
  fs::remove(path_, failed);
  close(descriptor_);
  descriptor_ = -1;
}

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
