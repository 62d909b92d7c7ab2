#include "store/sqlite_engine.h"

#include <sqlite3.h>

#include <filesystem>

#include "base/strings.h"
#include "store/schema.h"
#include "store/store.h"

namespace assay::store {
namespace {

constexpr int kBusyMs = 10000;  // other processes write in short transactions
constexpr int kPauseMs = 10;
constexpr const char* kClosed =
    "; the file, its folder or its disk is write-protected: change that, or name another file with "
    "--store";

// For a file that nobody changes: SQLite then makes no files beside it, which it could not.
std::string AddressOfUnchanging(const std::string& path) {
  std::string out = "file:";
  for (const char c : path)
    out += c == '?' ? "%3f" : c == '#' ? "%23" : c == '%' ? "%25" : std::string(1, c);
  return out + "?immutable=1";
}

constexpr Dialect kSqliteDialect = {
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
    // Said now, not when there is something to lose.
    if (!CanBeWritten(path_)) return Unwritable();
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
    const bool alone = !CanBeWritten(path_) && !std::filesystem::exists(path_ + "-wal");
    const std::string name = alone ? AddressOfUnchanging(path_) : path_;
    const int how = SQLITE_OPEN_NOMUTEX |
                    (alone ? SQLITE_OPEN_READONLY | SQLITE_OPEN_URI : SQLITE_OPEN_READWRITE);
    if (sqlite3_open_v2(name.c_str(), &handle_, how, nullptr) != SQLITE_OK)
      return Problem("cannot be opened");
    sqlite3_busy_timeout(handle_, kBusyMs);
    // The file is not mapped into memory: should somebody cut it short, copying another over it
    // say, reading a page that is gone would end the process (SIGBUS), where a read gives an error.
    // Mapped, a pass over 100,000 findings takes up to a third less processor time; a server does
    // that once and keeps what it has read.
    return Execute("PRAGMA query_only=ON; PRAGMA cache_size=-32000; PRAGMA mmap_size=0;");
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

  Result<bool> Copy(const BulkRows&) override { return false; }
  int64_t changes() const override { return sqlite3_changes(handle_); }
  Error Problem(const std::string& what) const override {
    const int code = sqlite3_errcode(handle_);
    const bool closed = code == SQLITE_CANTOPEN || code == SQLITE_READONLY || code == SQLITE_PERM;
    return Invalid(StrCat(path_, ": ", what, ": ", sqlite3_errmsg(handle_),
                          code == SQLITE_FULL              ? "; make room on its disk"
                          : closed && !CanBeWritten(path_) ? kClosed
                                                           : ""));
  }
  bool lost() const override { return false; }
  const Dialect& dialect() const override { return kSqliteDialect; }
  Result<bool> HoldsStore() override { return true; }
  Status Migrate() override { return MigrateSqlite(*this, path_); }
  Status CheckSchema() override { return CheckSqlite(*this, path_); }

 private:
  Error Unwritable() const { return Invalid(StrCat(path_, ": cannot be written", kClosed)); }
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
