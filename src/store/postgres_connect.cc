#include "store/postgres_connect.h"

#include <iterator>

namespace assay::store {
namespace {

struct Parameter {
  const char* name;
  const char* value;
};

// An address may say otherwise.
constexpr Parameter kDefaults[] = {
    {"application_name", "assay"},
    {"connect_timeout", "5"},
    // A network that swallows everything is a lost one, in milliseconds.
    {"tcp_user_timeout", "15000"},
    // So is a server that has gone while an answer is waited for: nothing is under way then, and a
    // connection would seem to be there for two hours.
    {"keepalives_idle", "10"},
    {"keepalives_interval", "5"},
    {"keepalives_count", "3"},
};

}  // namespace

PGconn* ConnectPostgres(const std::string& address) {
  constexpr size_t kCount = std::size(kDefaults);
  const char *names[kCount + 3] = {}, *values[kCount + 3] = {};
  for (size_t i = 0; i < kCount; ++i) {
    names[i] = kDefaults[i].name;
    values[i] = kDefaults[i].value;
  }
  names[kCount] = "dbname";
  values[kCount] = address.c_str();
  names[kCount + 1] = "client_encoding";  // the last one counts: texts are sent as that
  values[kCount + 1] = "UTF8";
  PGconn* connection = PQconnectdbParams(names, values, /*expand_dbname=*/1);
  PQsetNoticeProcessor(connection, [](void*, const char*) {}, nullptr);
  return connection;
}

}  // namespace assay::store
