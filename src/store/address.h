// Addresses of PostgreSQL databases: postgresql://user@host:5432/name?sslmode=verify-full.
#pragma once

#include <string>

#include "base/result.h"

namespace assay::store {

// Whether a store is meant that is no file.
bool IsAddress(const std::string& store);

// Whether a database is meant, be it in a way that is not understood here: another scheme, or
// "host=… dbname=…". See CheckAddress.
bool MeansDatabase(const std::string& store);

// The address with the password, wherever it stands, as "***": for messages and lists. What looks
// like one is hidden, too, such as that of "host=… password=…".
std::string WithoutPassword(const std::string& address);

// Whether there is one: an address cannot be looked up without connecting, so it counts as there.
bool StoreExists(const std::string& store);

// What people write for an address of a database, before it is used.
// Refuses what is meant as a database but cannot be used as one, with what to write instead:
// another scheme, "host=… dbname=…", an address that libpq cannot read or would read otherwise than
// it was meant. Messages hold nothing of a password, however it was written. Paths of files pass.
Status CheckAddress(const std::string& store);

// Words that end up in names, scripts and databases.
// Refuses line breaks, other signs that do not print, and what is not written in UTF-8.
Status CheckPlainWord(const std::string& flag, const std::string& word);

}  // namespace assay::store
