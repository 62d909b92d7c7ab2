#include "campaign/spool_file.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "base/files.h"
#include "base/folders.h"
#include "base/hash.h"
#include "base/strings.h"
#include "campaign/step_bytes.h"
#include "store/address.h"

namespace assay::campaign {
namespace {

namespace fs = std::filesystem;

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

}  // namespace assay::campaign
