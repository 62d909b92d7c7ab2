#include "store/store.h"

#include <sqlite3.h>

#include "base/strings.h"

namespace assay::store {
namespace {

constexpr int kSchemaVersion = 1;
constexpr int kBusyMs = 10000;  // other processes write in short transactions

constexpr const char* kSchema = R"(
CREATE TABLE checks (
  id INTEGER PRIMARY KEY,
  time TEXT NOT NULL DEFAULT CURRENT_TIMESTAMP,
  model TEXT NOT NULL,
  model_hash TEXT NOT NULL,
  inputs TEXT NOT NULL,
  target TEXT NOT NULL,
  version TEXT NOT NULL,
  device TEXT NOT NULL,
  status TEXT NOT NULL,
  stage TEXT NOT NULL,
  kind TEXT NOT NULL,
  message TEXT NOT NULL,
  load_ms REAL NOT NULL,
  run_ms REAL NOT NULL,
  peak_mb REAL NOT NULL,
  details TEXT NOT NULL
);
CREATE INDEX checks_by_target ON checks (target, status);
)";

struct Finalizer {
  void operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }
};
using Statement = std::unique_ptr<sqlite3_stmt, Finalizer>;

}  // namespace

struct Store::Database {
  sqlite3* handle = nullptr;
  std::string path;
  ~Database() { sqlite3_close(handle); }

  Error Problem(const std::string& what) const {
    return Invalid(StrCat(path, ": ", what, ": ", sqlite3_errmsg(handle)));
  }
  Status Execute(const char* sql) const {
    if (sqlite3_exec(handle, sql, nullptr, nullptr, nullptr) == SQLITE_OK) return {};
    return Problem("cannot be used as a store");
  }
  Result<Statement> Prepare(const char* sql) const {
    sqlite3_stmt* statement = nullptr;
    if (sqlite3_prepare_v2(handle, sql, -1, &statement, nullptr) != SQLITE_OK)
      return Problem("cannot be used as a store");
    return Statement(statement);
  }
  Result<int> Version() const {
    ASSAY_ASSIGN(const Statement statement, Prepare("PRAGMA user_version"));
    if (sqlite3_step(statement.get()) != SQLITE_ROW) return Problem("cannot be used as a store");
    return sqlite3_column_int(statement.get(), 0);
  }
  Status Prepare();
};

// Brings the file to today's schema, whoever of several processes comes first.
Status Store::Database::Prepare() {
  sqlite3_busy_timeout(handle, kBusyMs);
  ASSAY_RETURN_IF_ERROR(Execute("PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;"));
  ASSAY_RETURN_IF_ERROR(Execute("BEGIN IMMEDIATE"));
  const auto version = Version();
  Status status = version.ok() ? Status() : Status(version.error());
  if (status.ok() && *version > kSchemaVersion)
    status =
        Invalid(StrCat(path, ": was written by a newer assay (schema ", *version,
                       ", this one knows ", kSchemaVersion, "); use that one, or another --store"));
  if (status.ok() && *version == 0)
    status = Execute(StrCat(kSchema, "PRAGMA user_version=", kSchemaVersion, ";").c_str());
  const Status ended = Execute(status.ok() ? "COMMIT" : "ROLLBACK");
  return status.ok() ? ended : status;
}

Store::Store(std::unique_ptr<Database> database) : database_(std::move(database)) {}
Store::Store(Store&&) noexcept = default;
Store& Store::operator=(Store&&) noexcept = default;
Store::~Store() = default;

Result<Store> Store::Open(const std::string& path) {
  auto database = std::make_unique<Database>();
  database->path = path;
  if (sqlite3_open(path.c_str(), &database->handle) != SQLITE_OK)
    return database->Problem("cannot be opened");
  ASSAY_RETURN_IF_ERROR(database->Prepare());
  return Store(std::move(database));
}

Status Store::Add(const std::vector<CheckRow>& rows) {
  ASSAY_RETURN_IF_ERROR(database_->Execute("BEGIN IMMEDIATE"));
  ASSAY_ASSIGN(const Statement insert,
               database_->Prepare("INSERT INTO checks (model, model_hash, inputs, target, version, "
                                  "device, status, stage, kind, message, details, load_ms, run_ms, "
                                  "peak_mb) VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?)"));
  for (const CheckRow& row : rows) {
    int column = 0;
    for (const std::string* text :
         {&row.model, &row.model_hash, &row.inputs, &row.target, &row.version, &row.device,
          &row.status, &row.stage, &row.kind, &row.message, &row.details})
      sqlite3_bind_text(insert.get(), ++column, text->data(), static_cast<int>(text->size()),
                        SQLITE_STATIC);
    for (const double number : {row.load_ms, row.run_ms, row.peak_mb})
      sqlite3_bind_double(insert.get(), ++column, number);
    if (sqlite3_step(insert.get()) != SQLITE_DONE) {
      const Error error = database_->Problem("cannot be written");
      (void)database_->Execute("ROLLBACK");
      return error;
    }
    sqlite3_reset(insert.get());
  }
  return database_->Execute("COMMIT");
}

Result<std::vector<CheckRow>> Store::Checks(int limit) const {
  ASSAY_ASSIGN(const Statement select,
               database_->Prepare("SELECT id, time, model, model_hash, inputs, target, version, "
                                  "device, status, stage, kind, message, details, load_ms, run_ms, "
                                  "peak_mb FROM checks ORDER BY id DESC LIMIT ?"));
  sqlite3_bind_int(select.get(), 1, limit);
  std::vector<CheckRow> out;
  while (sqlite3_step(select.get()) == SQLITE_ROW) {
    CheckRow row;
    int column = 0;
    row.id = sqlite3_column_int64(select.get(), column++);
    for (std::string* text :
         {&row.time, &row.model, &row.model_hash, &row.inputs, &row.target, &row.version,
          &row.device, &row.status, &row.stage, &row.kind, &row.message, &row.details})
      *text = reinterpret_cast<const char*>(sqlite3_column_text(select.get(), column++));
    for (double* number : {&row.load_ms, &row.run_ms, &row.peak_mb})
      *number = sqlite3_column_double(select.get(), column++);
    out.push_back(std::move(row));
  }
  return out;
}

}  // namespace assay::store
