#include "store/address_check.h"

#include <postgresql/libpq-fe.h>

#include <memory>

#include "base/strings.h"
#include "store/address.h"

namespace assay::store {
namespace {

struct FreeOptions {
  void operator()(PQconninfoOption* options) const { PQconninfoFree(options); }
};

// libpq's own words cite what it could not read, which may be half a password.
Error Misread(const std::string& shown) {
  return Invalid(
      StrCat(shown,
             ": cannot be read as an address. Within a password, % is written as %25, "
             "/ as %2F, ? as %3F, @ as %40, : as %3A, # as %23 and & as %26; or leave it "
             "out and set PGPASSWORD, or write it into ~/.pgpass"));
}

Status CheckPostgres(const std::string& address) {
  const std::string shown = WithoutPassword(address);
  const bool secret = shown != address;
  char* why = nullptr;
  const std::unique_ptr<PQconninfoOption, FreeOptions> options(
      PQconninfoParse(address.c_str(), &why));
  std::string said = why == nullptr ? "out of memory" : why;
  PQfreemem(why);
  if (options == nullptr) {
    if (secret) return Misread(shown);
    while (!said.empty() && said.back() == '\n') said.pop_back();
    return Invalid(StrCat(shown, ": cannot be read as an address: ", said,
                          "; expected postgresql://user@host:5432/name?sslmode=verify-full"));
  }
  if (!secret) return {};
  bool found = false;
  for (const PQconninfoOption* option = options.get(); option->keyword != nullptr; ++option) {
    const std::string name = option->keyword, value = option->val == nullptr ? "" : option->val;
    found |= (name == "password" || name == "sslpassword") && !value.empty();
    // A password that was not written as libpq wants it goes on in the name of the host.
    if ((name == "host" || name == "port") && value.find('@') != std::string::npos)
      return Misread(shown);
  }
  if (!found) return Misread(shown);
  return {};
}

}  // namespace

Status CheckAddress(const std::string& store) {
  if (IsAddress(store)) return CheckPostgres(store);
  if (!MeansDatabase(store)) return {};
  return Invalid(StrCat(WithoutPassword(store),
                        ": a store is the path of a SQLite file, or the address of a PostgreSQL "
                        "database, written as postgresql://user@host:5432/name"));
}

}  // namespace assay::store
