// Rows of a query, read into structs.
#pragma once

#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "store/database.h"

namespace assay::store {

inline void ReadColumn(Statement& select, std::string& out) { out = select.Text(); }
inline void ReadColumn(Statement& select, int64_t& out) { out = select.Int(); }
inline void ReadColumn(Statement& select, double& out) { out = select.Real(); }
inline void ReadColumn(Statement& select, bool& out) { out = select.Int() != 0; }

// The next columns of the row, in order.
template <typename... Columns>
void ReadColumns(Statement& select, Columns&... out) {
  (ReadColumn(select, out), ...);
}

// All rows; `read(row)` fills one.
template <typename Row, typename Read>
Result<std::vector<Row>> ReadRows(const Database& database, Statement& select, Read read) {
  std::vector<Row> out;
  while (select.Step()) read(out.emplace_back());
  if (select.failed()) return database.Problem("cannot be read");
  return out;
}

// The first row, where there is one.
template <typename Row, typename Read>
Result<std::optional<Row>> ReadRow(const Database& database, Statement& select, Read read) {
  std::optional<Row> out;
  if (select.Step()) read(out.emplace());
  if (!out && select.failed()) return database.Problem("cannot be read");
  return out;
}

// Rows of `sql` with `values` (std::tie) in its places; their columns fill these members, in order.
template <typename Row, typename... Values, typename... Members>
Result<std::vector<Row>> SelectRows(const Database& database, const std::string& sql,
                                    const std::tuple<Values...>& values,
                                    Members Row::*... members) {
  ASSAY_ASSIGN(Statement select, database.Prepare(sql));
  std::apply([&](const auto&... each) { select.BindAll(each...); }, values);
  return ReadRows<Row>(database, select, [&](Row& row) { ReadColumns(select, row.*members...); });
}

// The one number that `sql` gives.
template <typename... Values>
Result<int64_t> SelectNumber(const Database& database, const std::string& sql,
                             const Values&... values) {
  ASSAY_ASSIGN(Statement select, database.Prepare(sql));
  if (!select.BindAll(values...).Step()) return database.Problem("cannot be read");
  return select.Int();
}

}  // namespace assay::store
