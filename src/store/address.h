// Addresses of PostgreSQL databases: postgresql://user@host:5432/name?sslmode=verify-full.
#pragma once

#include <string>

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

}  // namespace assay::store
