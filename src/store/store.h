// The store: what was run and what came out, in one SQLite file that many processes may write to.
//
// Rows are plain structs of text and numbers; the store knows nothing of models or verdicts. The
// schema has a version; a file from a newer assay is refused with a message, never changed.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "base/result.h"

namespace assay::store {

// One model on one target, as `assay check` saw it.
struct CheckRow {
  int64_t id = 0;          // given by the store
  std::string time;        // UTC, given by the store: "2026-11-15 07:30:00"
  std::string model;       // path as the user wrote it
  std::string model_hash;  // of the file's content
  std::string inputs;      // where they came from
  std::string target, version, device;
  std::string status, stage, kind, message;
  double load_ms = 0, run_ms = 0, peak_mb = 0;
  std::string details;  // JSON of the outputs
};

class Store {
 public:
  // Makes the file when there is none.
  static Result<Store> Open(const std::string& path);
  Store(Store&&) noexcept;
  Store& operator=(Store&&) noexcept;
  ~Store();

  // All or none of the rows.
  Status Add(const std::vector<CheckRow>& rows);
  // The newest first.
  Result<std::vector<CheckRow>> Checks(int limit) const;

 private:
  struct Database;
  explicit Store(std::unique_ptr<Database> database);
  std::unique_ptr<Database> database_;
};

}  // namespace assay::store
