// What is done of a run over many bugs, one line of JSON each in <log directory>/journal.jsonl,
// written and synced as soon as a bug is done: a run that was killed goes on behind it.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "bugs/run/run_test.h"

namespace assay::bugs {

struct DoneTest {
  std::string library, id;
  std::string folder_hash;  // a changed folder is run again
  Outcome outcome = Outcome::kFailed;
  std::string reason, note, message, environment, python, log_file;
  double seconds = 0;
};

class Journal {
 public:
  // Reads what is there; a line cut short by a kill is dropped. An error also when another process
  // has it open.
  static Result<Journal> Open(const std::string& log_directory);
  Journal(Journal&& other) noexcept;
  ~Journal();
  Journal(const Journal&) = delete;

  // The last entry of each bug, in the order of their first.
  const std::vector<DoneTest>& entries() const { return entries_; }
  const DoneTest* Find(const Bug& bug) const;
  Status Add(const DoneTest& done);

  static std::string FileIn(const std::string& log_directory);

 private:
  Journal() = default;
  void Keep(DoneTest done);
  std::string file_;
  int descriptor_ = -1;
  std::vector<DoneTest> entries_;
};

}  // namespace assay::bugs
