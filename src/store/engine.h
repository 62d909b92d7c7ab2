// What the store needs of a database: statements with places for values, and rows.
//
// Statements are written once, for both engines: places are `?`, what one engine only knows is kept
// in Dialect. See sqlite_engine.h and postgres_engine.h.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/result.h"

namespace assay::store {

// Many rows of one table at once. See Engine::Copy.
// Bytes that are not text.
struct Blob {
  std::string_view bytes;
};

struct BulkRows {
  using Value = std::variant<int64_t, double, std::string_view, Blob>;

  std::string table;
  std::vector<std::string> columns;
  std::string conflict;       // "ON CONFLICT …": what becomes of rows that are there already
  std::vector<Value> values;  // row by row; what they show must live until all is written

  size_t rows() const { return values.size() / columns.size(); }
  template <typename... Values>
  void Add(const Values&... row) {
    (values.emplace_back(Value(row)), ...);
  }
};

enum class StepResult { kRow, kDone, kFailed };

// A statement as an engine has prepared it. Places and columns count from 0. What is bound must
// live until the statement has run.
class Prepared {
 public:
  virtual ~Prepared() = default;
  virtual void Bind(int place, int64_t value) = 0;
  virtual void Bind(int place, double value) = 0;
  virtual void Bind(int place, std::string_view text) = 0;
  virtual void Bind(int place, Blob blob) = 0;
  virtual StepResult Step() = 0;
  virtual void Reset() = 0;
  virtual int64_t Int(int column) = 0;
  virtual double Real(int column) = 0;
  virtual std::string_view View(int column) = 0;  // text and blobs, until the next Step
};

// What differs in SQL.
struct Dialect {
  const char* begin;  // of a transaction that writes
  const char* now;    // expression: seconds since 1970, a whole number, by the database's clock
  // Expression: seconds since the time in column `started` of campaigns.
  const char* since_started;
  // Expression with a place: the time so many seconds ago, as the store writes times.
  const char* ago;
  // One number: whoever has read all findings needs to read only those with a greater `changed`.
  const char* findings_mark;
  // Whether that number stays the same as long as no finding changes.
  bool exact_mark;
  // One number: another one than before when somebody else has written since.
  const char* change_mark;
};

class Engine {
 public:
  virtual ~Engine() = default;
  // Several statements without places.
  virtual Status Execute(const char* sql) = 0;
  virtual Result<std::unique_ptr<Prepared>> Prepare(const char* sql) = 0;
  // Writes all of them, within a transaction. False: this engine has no quicker way for so many
  // than one by one.
  virtual Result<bool> Copy(const BulkRows& rows) = 0;
  // Of rows that the last statement changed.
  virtual int64_t changes() const = 0;
  // "path: what: why", from the last failure. Without passwords.
  virtual Error Problem(const std::string& what) const = 0;
  // Whether the last failure was one of the way to the database, not of what was asked.
  virtual bool lost() const = 0;
  virtual const Dialect& dialect() const = 0;
  // Brings the schema up to date, whoever of several processes comes first. One from a newer assay
  // is refused and left as it is.
  virtual Status Migrate() = 0;
  // False: nobody has made a store of it yet.
  virtual Result<bool> HoldsStore() = 0;
  // An error unless it has today's schema already.
  virtual Status CheckSchema() = 0;
};

}  // namespace assay::store
