#include "store/sqlite_engine.h"

#include <sqlite3.h>

#include "base/strings.h"
#include "store/sqlite_schema.h"

namespace assay::store {
namespace {

constexpr int kBusyMs = 10000;  // other processes write in short transactions
constexpr int kPauseMs = 10;

constexpr Dialect kDialect = {
    .begin = "BEGIN IMMEDIATE",
    .now = "CAST(strftime('%s', 'now') AS INTEGER)",
    .since_started = "strftime('%s', 'now') - strftime('%s', started)",
    .ago = "datetime('now', '-' || ? || ' seconds')",
    .findings_mark = "SELECT value FROM marks WHERE name = 'changed'",
    .exact_mark = true,
    .change_mark = "PRAGMA data_version",
};

class SqlitePrepared : public Prepared {
 public:
  explicit SqlitePrepared(sqlite3_stmt* statement) : statement_(statement) {}

  void Bind(int place, int64_t value) override {
    sqlite3_bind_int64(statement_.get(), place + 1, value);
  }
  void Bind(int place, double value) override {
    sqlite3_bind_double(statement_.get(), place + 1, value);
  }
  void Bind(int place, std::string_view text) override {
    sqlite3_bind_text(statement_.get(), place + 1, text.data() == nullptr ? "" : text.data(),
                      static_cast<int>(text.size()), SQLITE_STATIC);
  }
  void Bind(int place, Blob blob) override {
    sqlite3_bind_blob64(statement_.get(), place + 1,
                        blob.bytes.data() == nullptr ? "" : blob.bytes.data(), blob.bytes.size(),
                        SQLITE_STATIC);
  }
  StepResult Step() override {
    const int code = sqlite3_step(statement_.get());
    if (code == SQLITE_ROW) return StepResult::kRow;
    return code == SQLITE_DONE ? StepResult::kDone : StepResult::kFailed;
  }
  void Reset() override { sqlite3_reset(statement_.get()); }
  int64_t Int(int column) override { return sqlite3_column_int64(statement_.get(), column); }
  double Real(int column) override { return sqlite3_column_double(statement_.get(), column); }
  std::string_view View(int column) override {
    const auto* data = static_cast<const char*>(sqlite3_column_blob(statement_.get(), column));
    const int size = sqlite3_column_bytes(statement_.get(), column);
    return data == nullptr ? std::string_view() : std::string_view(data, static_cast<size_t>(size));
  }

 private:
  struct Finalizer {
    void operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }
  };
  std::unique_ptr<sqlite3_stmt, Finalizer> statement_;
};

class SqliteEngine : public Engine {
 public:
  explicit SqliteEngine(std::string path) : path_(std::move(path)) {}
  ~SqliteEngine() override { sqlite3_close(handle_); }

  Status Open() {
    if (sqlite3_open(path_.c_str(), &handle_) != SQLITE_OK) return Problem("cannot be opened");
    sqlite3_busy_timeout(handle_, kBusyMs);
    // SQLite waits for others everywhere but here: two runs that start on a new file at once.
    for (int waited = 0; waited < kBusyMs && LogIsBusy(); waited += kPauseMs)
      sqlite3_sleep(kPauseMs);
    return Execute("PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;");
  }

  Status OpenForReading() {
    // Opened for writing all the same: a reader of a write-ahead log may have to make the file that
    // readers share. `query_only` keeps it from changing anything. Without SQLite's own lock, which
    // would be taken for every column: a Store is for one thread at a time anyway.
    if (sqlite3_open_v2(path_.c_str(), &handle_, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX,
                        nullptr) != SQLITE_OK)
      return Problem("cannot be opened");
    sqlite3_busy_timeout(handle_, kBusyMs);
    return Execute("PRAGMA query_only=ON; PRAGMA cache_size=-32000; PRAGMA mmap_size=1073741824;");
  }

  Status Execute(const char* sql) override {
    if (sqlite3_exec(handle_, sql, nullptr, nullptr, nullptr) == SQLITE_OK) return {};
    return Problem("cannot be used as a store");
  }

  Result<std::unique_ptr<Prepared>> Prepare(const char* sql) override {
    sqlite3_stmt* statement = nullptr;
    if (sqlite3_prepare_v2(handle_, sql, -1, &statement, nullptr) != SQLITE_OK)
      return Problem("cannot be used as a store");
    return std::unique_ptr<Prepared>(std::make_unique<SqlitePrepared>(statement));
  }

  int64_t changes() const override { return sqlite3_changes(handle_); }
  Error Problem(const std::string& what) const override {
    return Invalid(StrCat(path_, ": ", what, ": ", sqlite3_errmsg(handle_)));
  }
  bool lost() const override { return false; }
  const Dialect& dialect() const override { return kDialect; }
  Result<bool> HoldsStore() override { return true; }
  Status Migrate() override { return MigrateSqlite(*this, path_); }
  Status CheckSchema() override { return CheckSqlite(*this, path_); }

 private:
  bool LogIsBusy() const {
    return sqlite3_exec(handle_, "PRAGMA journal_mode=WAL", nullptr, nullptr, nullptr) ==
           SQLITE_BUSY;
  }
  const std::string path_;
  sqlite3* handle_ = nullptr;
};

}  // namespace

Result<std::unique_ptr<Engine>> OpenSqlite(const std::string& path, bool reads_only) {
  auto engine = std::make_unique<SqliteEngine>(path);
  ASSAY_RETURN_IF_ERROR(reads_only ? engine->OpenForReading() : engine->Open());
  return std::unique_ptr<Engine>(std::move(engine));
}

}  // namespace assay::store
