// The store's SQL as PostgreSQL reads it.
#pragma once

#include <string>
#include <string_view>

namespace assay::store {

// Places `?` become $1, $2, …, CURRENT_TIMESTAMP the text that the store writes times as. What
// stands in quotes stays as it is.
std::string PostgresSql(std::string_view sql);

// Text that PostgreSQL takes: no zero bytes, and bytes that are no UTF-8 replaced, as messages of
// frameworks may hold anything.
std::string PostgresText(std::string_view text);

// So short that nothing is lost. "NaN" and "Infinity", too, whose signs PostgreSQL is particular
// about.
std::string PostgresNumber(double value);

// "\x00ff" -> two bytes.
std::string FromHex(std::string_view hex);

}  // namespace assay::store
