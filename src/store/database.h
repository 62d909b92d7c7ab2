// A thin layer over an engine: statements that clean up after themselves, errors that name the
// file.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "store/engine.h"
#include "store/schema.h"

namespace assay::store {

// One prepared statement. Bind in order, then Run (no rows) or Step through rows and read columns
// in order.
class Statement {
 public:
  explicit Statement(std::unique_ptr<Prepared> prepared) : prepared_(std::move(prepared)) {}

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
  int64_t Int() { return prepared_->Int(column_++); }  // next column of the row
  double Real() { return prepared_->Real(column_++); }
  std::string Text() { return std::string(View()); }              // also blobs
  std::string_view View() { return prepared_->View(column_++); }  // the same, until the next Step

 private:
  std::unique_ptr<Prepared> prepared_;
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
  // `path`: a file, or the address of a PostgreSQL database (see address.h).
  static Result<std::unique_ptr<Database>> Open(const std::string& path);
  // Of one that is there; nothing can be written through it.
  static Result<std::unique_ptr<Database>> OpenForReading(const std::string& path);
  Database(const Database&) = delete;
  Database& operator=(const Database&) = delete;

  Error Problem(const std::string& what) const { return engine_->Problem(what); }
  Status Execute(const char* sql) const { return engine_->Execute(sql); }
  Result<Statement> Prepare(const char* sql) const;
  Result<Statement> Prepare(const std::string& sql) const { return Prepare(sql.c_str()); }
  // Runs one statement that gives no rows, with these values in its places.
  template <typename... Values>
  Status Write(const std::string& sql, const Values&... values) const {
    ASSAY_ASSIGN(Statement statement, Prepare(sql));
    if (!statement.BindAll(values...).Run()) return Problem("cannot be written");
    return {};
  }
  // All of them, within a transaction.
  Status Insert(const BulkRows& rows) const;
  int64_t changes() const { return engine_->changes(); }
  bool lost() const { return engine_->lost(); }
  const Dialect& dialect() const { return engine_->dialect(); }
  Engine& engine() const { return *engine_; }
  // As messages show it: without a password.
  const std::string& path() const { return path_; }
  // Another number than before when somebody else has written since.
  Result<int64_t> ChangeMark() const;
  // Empty when something was written since it was filled; a writer keeps nothing.
  Result<Counted*> counted() const;
  // What a reader has read of the findings; a writer keeps nothing.
  std::shared_ptr<ListingTable>& listing() const { return listing_; }
  bool reads_only() const { return reads_only_; }
  Status Migrate() const { return engine_->Migrate(); }
  Status CheckSchema() const { return engine_->CheckSchema(); }

 private:
  Database(std::string path, std::unique_ptr<Engine> engine, bool reads_only)
      : path_(std::move(path)), engine_(std::move(engine)), reads_only_(reads_only) {}
  static Result<std::unique_ptr<Database>> OpenAs(const std::string& path, bool reads_only);
  std::string path_;
  std::unique_ptr<Engine> engine_;
  bool reads_only_ = false;
  mutable Counted counted_;
  mutable std::shared_ptr<ListingTable> listing_;
};

// Runs `body` in a transaction that writes; an error rolls all of it back.
template <typename Body>
Status InTransaction(const Database& database, Body body) {
  return Between(database.engine(), body);
}

}  // namespace assay::store
