// What agents that have ended left on disk: read, and written to the store.
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstring>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "base/files.h"
#include "base/hash.h"
#include "base/strings.h"
#include "campaign/spool_file.h"

namespace assay::campaign {
namespace {

namespace fs = std::filesystem;

// A store that has forgotten an agent is another one at the same address; it may come back.
constexpr auto kForgetAfter = std::chrono::hours(24 * 7);
constexpr uint64_t kMostSpoolBytes = uint64_t{1} << 30;  // several times what a spool comes to
constexpr const char* kAside = ".damaged";

// The next record; false: no whole one is left.
bool TakeRecord(std::string_view& rest, std::string_view& record) {
  uint64_t head[2];
  if (rest.size() < sizeof(head)) return false;
  std::memcpy(head, rest.data(), sizeof(head));
  rest.remove_prefix(sizeof(head));
  if (head[0] > rest.size() || HashBytes(rest.substr(0, head[0])) != head[1]) return false;
  record = rest.substr(0, head[0]);
  rest.remove_prefix(head[0]);
  return true;
}

}  // namespace

Result<store::LeftSteps> ReadSpoolFile(const std::string& path) {
  ASSAY_ASSIGN(const std::string bytes, ReadFile(path, kMostSpoolBytes));
  std::string_view rest = bytes, record;
  const Error damaged = Invalid(StrCat(path, ": is not a spool, or its beginning is damaged"));
  if (!TakeRecord(rest, record)) return damaged;
  const auto head = nlohmann::json::from_cbor(record.begin(), record.end(), true, false);
  store::LeftSteps out;
  try {
    if (head.at("spool") != 1) return damaged;
    out.name = head.at("name");
    out.agent = head.at("agent");
  } catch (const nlohmann::json::exception&) {
    return damaged;
  }
  while (TakeRecord(rest, record)) {
    auto read = StepFrom(record);
    if (!read.ok()) return Invalid(StrCat(path, ": ", read.error().message));
    store::CampaignStep step = std::move(read).value();
    const bool joins = step.number == 0 && out.steps.size() > 1;
    if (step.number == 0)  // came behind the one that was perhaps written, and grew
      step.number = out.steps.empty() ? 1 : out.steps.front().number + 1;
    if (joins) step = JoinSteps(std::move(step), std::move(out.steps.back()));
    if (joins) out.steps.pop_back();
    step.agent = out.agent;
    out.steps.push_back(std::move(step));
  }
  if (out.steps.empty()) return damaged;
  return out;
}

namespace {

// What cannot be read now never will be: once said, it is out of the way of those that come after.
std::string PutAside(const fs::path& file, const std::string& problem) {
  std::error_code failed;
  fs::rename(file, file.string() + kAside, failed);
  if (failed) return problem;
  return StrCat(problem, "; it is now ", file.string(), kAside,
                " and may be removed: its cases are run again");
}

// What became of a file that nobody holds; "": it stays and there is nothing to say.
std::string ReplayOne(const std::string& store, const fs::path& file) {
  const auto left = ReadSpoolFile(file.string());
  if (!left.ok()) return PutAside(file, left.error().message);
  const auto replayed = store::Replay(store, *left);
  if (!replayed.ok()) return StrCat(file.string(), ": stays for now: ", replayed.error().message);
  std::error_code failed;
  if (*replayed == store::Replayed::kUnknown) {
    const auto written = fs::last_write_time(file, failed);
    if (!failed && fs::file_time_type::clock::now() - written > kForgetAfter)
      fs::remove(file, failed);
    return "";
  }
  fs::remove(file, failed);
  size_t findings = 0;
  for (const store::CampaignStep& step : left->steps) findings += step.findings.size();
  return StrCat("what ", left->agent, " had done while the store was away was written",
                *replayed == store::Replayed::kFindings
                    ? StrCat(": its ", findings, " sightings; its cases are run again")
                    : "");
}

// Held: its agent lives, or another one replays it. Without a name: it was done with meanwhile. Not
// ours: whoever may write to the folder is not whoever the store trusts.
bool IsLeft(int descriptor) {
  struct stat status = {};
  return fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode) && status.st_uid == geteuid() &&
         flock(descriptor, LOCK_EX | LOCK_NB) == 0 && fstat(descriptor, &status) == 0 &&
         status.st_nlink > 0;
}

}  // namespace

std::vector<std::string> ReplaySpools(const std::string& store, const std::string& folder) {
  std::vector<std::string> out;
  std::error_code failed;
  for (const fs::path& file : EntriesOf(folder)) {
    if (file.extension() != kSpoolSuffix && file.extension() != kSpoolDraft) continue;
    // For writing, too: a file on NFS is not locked otherwise. A pipe must not hold anybody up.
    const int descriptor = open(file.c_str(), O_RDWR | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
    if (descriptor < 0) continue;
    if (IsLeft(descriptor)) {
      // A draft may be half of it; cases that stand nowhere else are run again.
      std::string said;
      if (file.extension() == kSpoolDraft)
        fs::remove(file, failed);
      else
        said = ReplayOne(store, file);
      if (!said.empty()) out.push_back(std::move(said));
    }
    close(descriptor);
  }
  return out;
}

}  // namespace assay::campaign
