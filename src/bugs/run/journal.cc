#include "bugs/run/journal.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>

#include "base/files.h"
#include "base/json.h"
#include "base/strings.h"
#include "bugs/database/text.h"
#include "bugs/run/verified.h"

namespace assay::bugs {
namespace {

using nlohmann::json;

std::string Line(const DoneTest& done) {
  const json out =
      With(ASSAY_FIELDS(done, library, id, reason, note, message, environment, python, seconds),
           {{"folder", done.folder_hash},
            {"outcome", OutcomeName(done.outcome)},
            {"log", done.log_file}});
  return out.dump(-1, ' ', false, json::error_handler_t::replace) + "\n";
}

bool ReadLine(const std::string& line, DoneTest& out) {
  const json entry = ParseJson(line);
  if (!entry.is_object()) return false;
  out = {.library = TextAt(entry, "library"),
         .id = TextAt(entry, "id"),
         .folder_hash = TextAt(entry, "folder"),
         .reason = TextAt(entry, "reason"),
         .note = TextAt(entry, "note"),
         .message = TextAt(entry, "message"),
         .environment = TextAt(entry, "environment"),
         .python = TextAt(entry, "python"),
         .log_file = TextAt(entry, "log")};
  if (const auto seconds = entry.find("seconds"); seconds != entry.end() && seconds->is_number())
    out.seconds = *seconds;
  const std::string outcome = TextAt(entry, "outcome");
  for (const Outcome one : {Outcome::kReproduced, Outcome::kFailed, Outcome::kUnsatPrereqs})
    if (outcome == OutcomeName(one)) {
      out.outcome = one;
      return !out.id.empty();
    }
  return false;
}

}  // namespace

std::string Journal::FileIn(const std::string& log_directory) {
  return log_directory + "/journal.jsonl";
}

Result<Journal> Journal::Open(const std::string& log_directory) {
  Journal out;
  out.file_ = FileIn(log_directory);
  out.descriptor_ = open(out.file_.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
  if (out.descriptor_ < 0)
    return Invalid(StrCat(out.file_, " cannot be written: ", std::strerror(errno)));
  // Two runs would do everything twice. The lock ends with the process, however that ends.
  if (flock(out.descriptor_, LOCK_EX | LOCK_NB) != 0)
    return Invalid(StrCat("another run writes to ", log_directory,
                          " just now; wait for it, or name another --log-directory"));
  ASSAY_ASSIGN(const std::string text, ReadFile(out.file_));
  for (const std::string& line : LinesOf(text)) {
    DoneTest done;
    if (ReadLine(line, done)) out.Keep(std::move(done));
  }
  // What follows half a line would be lost with it.
  if (!text.empty() && text.back() != '\n' && write(out.descriptor_, "\n", 1) != 1)
    return Invalid(StrCat(out.file_, " cannot be written: ", std::strerror(errno)));
  return out;
}

Journal::Journal(Journal&& other) noexcept
    : file_(std::move(other.file_)),
      descriptor_(std::exchange(other.descriptor_, -1)),
      entries_(std::move(other.entries_)) {}

Journal::~Journal() {
  if (descriptor_ >= 0) close(descriptor_);
}

void Journal::Keep(DoneTest done) {
  for (DoneTest& entry : entries_)
    if (entry.library == done.library && entry.id == done.id) {
      entry = std::move(done);
      return;
    }
  entries_.push_back(std::move(done));
}

const DoneTest* Journal::Find(const Bug& bug) const {
  for (const DoneTest& entry : entries_)
    if (entry.library == bug.library && entry.id == bug.id && entry.folder_hash == FolderHash(bug))
      return &entry;
  return nullptr;
}

Status Journal::Add(const DoneTest& done) {
  const std::string line = Line(done);
  if (write(descriptor_, line.data(), line.size()) != static_cast<ssize_t>(line.size()) ||
      fdatasync(descriptor_) != 0)
    return Invalid(StrCat(file_, " cannot be written: ", std::strerror(errno)));
  Keep(done);
  return {};
}

}  // namespace assay::bugs
