// Addresses of PostgreSQL databases: postgresql://user@host:5432/name?sslmode=verify-full.
#pragma once

#include <string>

namespace assay::store {

// Whether a store is meant that is no file.
bool IsAddress(const std::string& store);

// The address with the password, wherever it stands, as "***": for messages and lists.
std::string WithoutPassword(const std::string& address);

// Whether there is one: an address cannot be looked up without connecting, so it counts as there.
bool StoreExists(const std::string& store);

}  // namespace assay::store
