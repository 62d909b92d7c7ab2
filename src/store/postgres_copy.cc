#include "store/postgres_copy.h"

#include <algorithm>

#include "base/strings.h"
#include "store/postgres_sql.h"

namespace assay::store {
namespace {

void Append(std::string& out, int64_t value) { out += StrCat(value); }

void Append(std::string& out, double value) { out += PostgresNumber(value); }

void Append(std::string& out, std::string_view value) {
  constexpr std::string_view kMarks = "\\\n\r\t", kLetters = "\\nrt";
  for (const char c : PostgresText(value)) {
    const size_t mark = kMarks.find(c);
    if (mark != kMarks.npos) out += '\\';
    out += mark == kMarks.npos ? c : kLetters[mark];
  }
}

void Append(std::string& out, Blob value) {
  constexpr char kDigits[] = "0123456789abcdef";
  out += "\\\\x";
  for (const char c : value.bytes) {
    out += kDigits[static_cast<unsigned char>(c) >> 4];
    out += kDigits[static_cast<unsigned char>(c) & 15];
  }
}

}  // namespace

std::string CopyLines(const BulkRows& rows) {
  std::string out;
  for (size_t i = 0; i < rows.values.size(); ++i) {
    std::visit([&](const auto& value) { Append(out, value); }, rows.values[i]);
    out += (i + 1) % rows.columns.size() == 0 ? '\n' : '\t';
  }
  return out;
}

CopySql CopySqlOf(const BulkRows& rows) {
  const std::string columns = Join(rows.columns, ", "), mine = "assay_new_" + rows.table;
  CopySql out;
  out.make =
      StrCat("CREATE TEMPORARY TABLE IF NOT EXISTS ", mine, " ON COMMIT DELETE ROWS AS SELECT ",
             columns, " FROM ", rows.table, " WITH NO DATA");
  out.copy = StrCat("COPY ", mine, " (", columns, ") FROM STDIN");
  out.insert = PostgresSql(StrCat("INSERT INTO ", rows.table, " (", columns, ") SELECT ", columns,
                                  " FROM ", mine, " ", rows.conflict));
  out.clear = "DELETE FROM " + mine;
  return out;
}

bool SendCopy(PGconn* connection, const std::string& copy, const std::string& lines) {
  PGresult* asked = PQexec(connection, copy.c_str());
  bool good = PQresultStatus(asked) == PGRES_COPY_IN;
  PQclear(asked);
  if (!good) return false;
  constexpr size_t kPiece = size_t{1} << 20;  // libpq counts with int
  for (size_t i = 0; good && i < lines.size(); i += kPiece)
    good = PQputCopyData(connection, lines.data() + i,
                         static_cast<int>(std::min(kPiece, lines.size() - i))) == 1;
  good = PQputCopyEnd(connection, good ? nullptr : "it could not be sent") == 1 && good;
  // All answers have to be taken before anything else can be asked.
  while (PGresult* answer = PQgetResult(connection)) {
    good = good && PQresultStatus(answer) == PGRES_COMMAND_OK;
    PQclear(answer);
  }
  return good;
}

}  // namespace assay::store
