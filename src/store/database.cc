#include "store/database.h"

#include "base/strings.h"
#include "store/address.h"
#include "store/postgres_engine.h"
#include "store/sqlite_engine.h"

namespace assay::store {

Statement& Statement::Bind(int64_t value) {
  prepared_->Bind(bound_++, value);
  return *this;
}

Statement& Statement::Bind(double value) {
  prepared_->Bind(bound_++, value);
  return *this;
}

Statement& Statement::Bind(std::string_view text) {
  prepared_->Bind(bound_++, text);
  return *this;
}

Statement& Statement::Bind(Blob blob) {
  prepared_->Bind(bound_++, blob);
  return *this;
}

bool Statement::Step() {
  column_ = 0;
  const StepResult result = prepared_->Step();
  failed_ = result == StepResult::kFailed;
  return result == StepResult::kRow;
}

bool Statement::Run() {
  const StepResult result = prepared_->Step();
  bound_ = 0;
  // A reset may repeat the failure; the message must survive until it is read.
  if (result == StepResult::kDone) prepared_->Reset();
  return result == StepResult::kDone;
}

void Statement::Reset() {
  prepared_->Reset();
  bound_ = 0;
}

Result<std::unique_ptr<Database>> Database::OpenAs(const std::string& path, bool reads_only) {
  ASSAY_RETURN_IF_ERROR(CheckAddress(path));
  const bool address = IsAddress(path);
  ASSAY_ASSIGN(std::unique_ptr<Engine> engine,
               address ? OpenPostgres(path, reads_only) : OpenSqlite(path, reads_only));
  return std::unique_ptr<Database>(
      new Database(address ? WithoutPassword(path) : path, std::move(engine), reads_only));
}

Result<std::unique_ptr<Database>> Database::Open(const std::string& path) {
  return OpenAs(path, false);
}

Result<std::unique_ptr<Database>> Database::OpenForReading(const std::string& path) {
  return OpenAs(path, true);
}

Result<Statement> Database::Prepare(const char* sql) const {
  ASSAY_ASSIGN(std::unique_ptr<Prepared> prepared, engine_->Prepare(sql));
  return Statement(std::move(prepared));
}

Status Database::Insert(const BulkRows& rows) const {
  if (rows.values.empty()) return {};
  ASSAY_ASSIGN(const bool copied, engine_->Copy(rows));
  if (copied) return {};
  const std::vector<std::string> places(rows.columns.size(), "?");
  ASSAY_ASSIGN(Statement insert,
               Prepare(StrCat("INSERT INTO ", rows.table, " (", Join(rows.columns, ", "),
                              ") VALUES (", Join(places, ","), ") ", rows.conflict)));
  for (size_t i = 0; i < rows.values.size(); i += rows.columns.size()) {
    for (size_t column = 0; column < rows.columns.size(); ++column)
      std::visit([&](const auto& value) { insert.Bind(value); }, rows.values[i + column]);
    if (!insert.Run()) return Problem("cannot be written");
  }
  return {};
}

Result<int64_t> Database::ChangeMark() const {
  ASSAY_ASSIGN(Statement select, Prepare(dialect().change_mark));
  if (!select.Step()) return Problem("cannot be read");
  return select.Int();
}

Result<Counted*> Database::counted() const {
  ASSAY_ASSIGN(const int64_t mark, ChangeMark());
  if (!reads_only_ || mark != counted_.mark) counted_ = {.mark = mark};
  return &counted_;
}

}  // namespace assay::store
