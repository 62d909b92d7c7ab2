// A thin layer over SQLite: statements that clean up after themselves, errors that name the file.
#pragma once

#include <sqlite3.h>

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"

namespace assay::store {

// Bytes that are not text.
struct Blob {
  std::string_view bytes;
};

// One prepared statement. Bind in order, then Run (no rows) or Step through rows and read columns
// in order.
class Statement {
 public:
  explicit Statement(sqlite3_stmt* statement) : statement_(statement) {}

  Statement& Bind(int64_t value);
  Statement& Bind(int value) { return Bind(static_cast<int64_t>(value)); }
  Statement& Bind(double value);
  Statement& Bind(std::string_view text);  // must live until the statement has run
  Statement& Bind(Blob blob);
  template <typename... Values>
  Statement& BindAll(const Values&... values) {
    (Bind(values), ...);
    return *this;
  }

  bool Step();   // true: there is a row; false: no more, or failed()
  bool Run();    // false: failed; ready to be bound again
  void Reset();  // after Step: ready to be bound again
  bool failed() const { return failed_; }
  int64_t Int();  // next column of the row
  double Real();
  std::string Text();       // also blobs
  std::string_view View();  // the same, until the next Step

 private:
  struct Finalizer {
    void operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }
  };
  std::unique_ptr<sqlite3_stmt, Finalizer> statement_;
  int bound_ = 0;
  int column_ = 0;
  bool failed_ = false;
};

struct ListingTable;

// What a reader has counted and needs again until somebody writes.
struct Counted {
  int64_t mark = -1;  // Database::ChangeMark() when it was read
  std::optional<int64_t> checks;
};

class Database {
 public:
  static Result<std::unique_ptr<Database>> Open(const std::string& path);
  // Of a file that is there; nothing can be written through it.
  static Result<std::unique_ptr<Database>> OpenForReading(const std::string& path);
  ~Database() { sqlite3_close(handle_); }
  Database(const Database&) = delete;
  Database& operator=(const Database&) = delete;

  // "path: what: why", from the last failure.
  Error Problem(const std::string& what) const;
  Status Execute(const char* sql) const;
  Result<Statement> Prepare(const char* sql) const;
  int64_t last_id() const { return sqlite3_last_insert_rowid(handle_); }
  int changes() const { return sqlite3_changes(handle_); }
  const std::string& path() const { return path_; }
  // Another number than before when somebody else has written since.
  Result<int64_t> ChangeMark() const;
  // Empty when something was written since it was filled; a writer keeps nothing.
  Result<Counted*> counted() const;
  // What a reader has read of the findings; a writer keeps nothing.
  std::shared_ptr<ListingTable>& listing() const { return listing_; }
  bool reads_only() const { return reads_only_; }

 private:
  explicit Database(std::string path) : path_(std::move(path)) {}
  sqlite3* handle_ = nullptr;
  std::string path_;
  bool reads_only_ = false;
  mutable Counted counted_;
  mutable std::shared_ptr<ListingTable> listing_;
};

// Runs `body` between BEGIN IMMEDIATE and COMMIT; an error rolls all of it back.
template <typename Body>
Status InTransaction(const Database& database, Body body) {
  ASSAY_RETURN_IF_ERROR(database.Execute("BEGIN IMMEDIATE"));
  Status status = body();
  if (status.ok()) status = database.Execute("COMMIT");
  if (!status.ok()) (void)database.Execute("ROLLBACK");
  return status;
}

// Brings the file to today's schema, whoever of several processes comes first. A file from a newer
// assay is refused and left as it is.
Status Migrate(const Database& database);
// An error unless the file has today's schema already.
Status CheckSchema(const Database& database);

}  // namespace assay::store
