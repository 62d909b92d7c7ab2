#include "store/database.h"

#include "base/strings.h"

namespace assay::store {
namespace {

constexpr int kBusyMs = 10000;  // other processes write in short transactions
constexpr int kPauseMs = 10;

bool LogIsBusy(sqlite3* handle) {
  return sqlite3_exec(handle, "PRAGMA journal_mode=WAL", nullptr, nullptr, nullptr) == SQLITE_BUSY;
}

}  // namespace

Statement& Statement::Bind(int64_t value) {
  sqlite3_bind_int64(statement_.get(), ++bound_, value);
  return *this;
}

Statement& Statement::Bind(double value) {
  sqlite3_bind_double(statement_.get(), ++bound_, value);
  return *this;
}

Statement& Statement::Bind(std::string_view text) {
  sqlite3_bind_text(statement_.get(), ++bound_, text.data() == nullptr ? "" : text.data(),
                    static_cast<int>(text.size()), SQLITE_STATIC);
  return *this;
}

Statement& Statement::Bind(Blob blob) {
  sqlite3_bind_blob64(statement_.get(), ++bound_,
                      blob.bytes.data() == nullptr ? "" : blob.bytes.data(), blob.bytes.size(),
                      SQLITE_STATIC);
  return *this;
}

bool Statement::Step() {
  column_ = 0;
  const int code = sqlite3_step(statement_.get());
  failed_ = code != SQLITE_ROW && code != SQLITE_DONE;
  return code == SQLITE_ROW;
}

bool Statement::Run() {
  const bool done = sqlite3_step(statement_.get()) == SQLITE_DONE;
  bound_ = 0;
  // The result of a reset repeats the step's failure; the message must survive until it is read.
  if (done) sqlite3_reset(statement_.get());
  return done;
}

void Statement::Reset() {
  sqlite3_reset(statement_.get());
  bound_ = 0;
}

int64_t Statement::Int() { return sqlite3_column_int64(statement_.get(), column_++); }
double Statement::Real() { return sqlite3_column_double(statement_.get(), column_++); }

std::string Statement::Text() { return std::string(View()); }

std::string_view Statement::View() {
  const auto* data = static_cast<const char*>(sqlite3_column_blob(statement_.get(), column_));
  const int size = sqlite3_column_bytes(statement_.get(), column_++);
  return data == nullptr ? std::string_view() : std::string_view(data, static_cast<size_t>(size));
}

Result<std::unique_ptr<Database>> Database::Open(const std::string& path) {
  std::unique_ptr<Database> database(new Database(path));
  if (sqlite3_open(path.c_str(), &database->handle_) != SQLITE_OK)
    return database->Problem("cannot be opened");
  sqlite3_busy_timeout(database->handle_, kBusyMs);
  // SQLite waits for others everywhere but here: two runs that start on a new file at once.
  for (int waited = 0; waited < kBusyMs && LogIsBusy(database->handle_); waited += kPauseMs)
    sqlite3_sleep(kPauseMs);
  ASSAY_RETURN_IF_ERROR(database->Execute("PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;"));
  return database;
}

Result<std::unique_ptr<Database>> Database::OpenForReading(const std::string& path) {
  std::unique_ptr<Database> database(new Database(path));
  database->reads_only_ = true;
  // Opened for writing all the same: a reader of a write-ahead log may have to make the file that
  // readers share. `query_only` keeps it from changing anything. Without SQLite's own lock, which
  // would be taken for every column: a Store is for one thread at a time anyway.
  if (sqlite3_open_v2(path.c_str(), &database->handle_, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX,
                      nullptr) != SQLITE_OK)
    return database->Problem("cannot be opened");
  sqlite3_busy_timeout(database->handle_, kBusyMs);
  ASSAY_RETURN_IF_ERROR(database->Execute(
      "PRAGMA query_only=ON; PRAGMA cache_size=-32000; PRAGMA mmap_size=1073741824;"));
  return database;
}

Error Database::Problem(const std::string& what) const {
  return Invalid(StrCat(path_, ": ", what, ": ", sqlite3_errmsg(handle_)));
}

Status Database::Execute(const char* sql) const {
  if (sqlite3_exec(handle_, sql, nullptr, nullptr, nullptr) == SQLITE_OK) return {};
  return Problem("cannot be used as a store");
}

Result<Statement> Database::Prepare(const char* sql) const {
  sqlite3_stmt* statement = nullptr;
  if (sqlite3_prepare_v2(handle_, sql, -1, &statement, nullptr) != SQLITE_OK)
    return Problem("cannot be used as a store");
  return Statement(statement);
}

Result<int64_t> Database::ChangeMark() const {
  ASSAY_ASSIGN(Statement select, Prepare("PRAGMA data_version"));
  if (!select.Step()) return Problem("cannot be read");
  return select.Int();
}

Result<Counted*> Database::counted() const {
  ASSAY_ASSIGN(const int64_t mark, ChangeMark());
  if (!reads_only_ || mark != counted_.mark) counted_ = {.mark = mark};
  return &counted_;
}

}  // namespace assay::store
