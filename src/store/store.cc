#include "store/store.h"

#include <unistd.h>

#include <filesystem>

#include "base/strings.h"
#include "store/address.h"
#include "store/database.h"
#include "store/read_rows.h"

namespace assay::store {
namespace {

Error NoStore(const std::string& path) {
  return Invalid(
      StrCat(path, ": there is no such store; `assay fuzz --store ", path, "` makes one"));
}

}  // namespace

Store::Store(std::unique_ptr<Database> database) : database_(std::move(database)) {}
Store::Store(Store&&) noexcept = default;
Store& Store::operator=(Store&&) noexcept = default;
Store::~Store() = default;

Result<Store> Store::Open(const std::string& path) {
  ASSAY_ASSIGN(std::unique_ptr<Database> database, Database::Open(path));
  ASSAY_RETURN_IF_ERROR(database->Migrate());
  return Store(std::move(database));
}

Result<Store> Store::OpenExisting(const std::string& path) {
  if (!StoreExists(path)) return NoStore(path);
  ASSAY_ASSIGN(std::unique_ptr<Database> database, Database::Open(path));
  ASSAY_ASSIGN(const bool there, database->engine().HoldsStore());
  if (!there) return NoStore(database->path());
  ASSAY_RETURN_IF_ERROR(database->Migrate());
  return Store(std::move(database));
}

Result<Store> Store::OpenForReading(const std::string& path) {
  if (!StoreExists(path)) return NoStore(path);
  ASSAY_ASSIGN(std::unique_ptr<Database> database, Database::OpenForReading(path));
  ASSAY_RETURN_IF_ERROR(database->CheckSchema());
  return Store(std::move(database));
}

Result<int64_t> Store::ChangeMark() const { return database_->ChangeMark(); }

Result<std::string> Store::Now() const {
  ASSAY_ASSIGN(Statement select, database_->Prepare("SELECT CURRENT_TIMESTAMP"));
  if (!select.Step()) return database_->Problem("cannot be read");
  return select.Text();
}

Result<int64_t> Store::CountChecks() const {
  ASSAY_ASSIGN(Counted* const counted, database_->counted());
  if (counted->checks.has_value()) return *counted->checks;
  ASSAY_ASSIGN(Statement select, database_->Prepare("SELECT count(*) FROM checks"));
  if (!select.Step()) return database_->Problem("cannot be read");
  counted->checks = select.Int();
  return *counted->checks;
}

Status Store::Add(const std::vector<CheckRow>& rows) {
  return InTransaction(*database_, [&]() -> Status {
    ASSAY_ASSIGN(Statement insert,
                 database_->Prepare(
                     "INSERT INTO checks (model, model_hash, inputs, target, version, device, "
                     "status, stage, kind, message, details, load_ms, run_ms, peak_mb) "
                     "VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?)"));
    for (const CheckRow& row : rows) {
      insert.BindAll(row.model, row.model_hash, row.inputs, row.target, row.version, row.device,
                     row.status, row.stage, row.kind, row.message, row.details, row.load_ms,
                     row.run_ms, row.peak_mb);
      if (!insert.Run()) return database_->Problem("cannot be written");
    }
    return {};
  });
}

Result<std::vector<CheckRow>> Store::Checks(int limit) const {
  return SelectRows(*database_,
                    "SELECT id, time, model, model_hash, inputs, target, version, "
                    "device, status, stage, kind, message, details, load_ms, run_ms, "
                    "peak_mb FROM checks ORDER BY id DESC LIMIT ?",
                    std::tie(limit), &CheckRow::id, &CheckRow::time, &CheckRow::model,
                    &CheckRow::model_hash, &CheckRow::inputs, &CheckRow::target, &CheckRow::version,
                    &CheckRow::device, &CheckRow::status, &CheckRow::stage, &CheckRow::kind,
                    &CheckRow::message, &CheckRow::details, &CheckRow::load_ms, &CheckRow::run_ms,
                    &CheckRow::peak_mb);
}

Status Store::KeepDocument(const std::string& kind, const std::string& name,
                           const std::string& json) {
  return database_->Write(
      "INSERT INTO documents (kind, name, json) VALUES (?,?,?) "
      "ON CONFLICT (kind, name) DO UPDATE SET json = excluded.json, made = CURRENT_TIMESTAMP",
      kind, name, json);
}

Result<std::vector<DocumentRow>> Store::Documents(const std::string& kind) const {
  return SelectRows(*database_,
                    "SELECT kind, name, made, json FROM documents WHERE kind = ? ORDER BY name",
                    std::tie(kind), &DocumentRow::kind, &DocumentRow::name, &DocumentRow::made,
                    &DocumentRow::json);
}

bool CanBeWritten(const std::string& store) {
  if (IsAddress(store)) return true;
  const std::filesystem::path folder = std::filesystem::path(store).parent_path();
  return access(store.c_str(), W_OK) == 0 &&
         access(folder.empty() ? "." : folder.c_str(), W_OK) == 0;
}

Result<Store> OpenToRead(const std::string& path) {
  return CanBeWritten(path) ? Store::OpenExisting(path) : Store::OpenForReading(path);
}

}  // namespace assay::store
