#include "store/postgres_remedy.h"

#include <utility>

namespace assay::store {
namespace {

// The first that is said counts.
constexpr std::pair<const char*, const char*> kRemedies[] = {
    {"permission denied for schema",
     "let the owner of the database say: GRANT USAGE, CREATE ON SCHEMA public TO that user"},
    {"permission denied for",
     "let whoever made the store say: GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA "
     "public TO that user (SELECT alone is enough to look at it)"},
    {"in a read-only transaction", "this is a copy that only can be read; name the server itself"},
    {"no password supplied", "set PGPASSWORD, or write it into ~/.pgpass (chmod 600)"},
    {"password authentication failed", "see PGPASSWORD, or ~/.pgpass (chmod 600)"},
    {"too many clients", "raise its max_connections: every agent and every dashboard takes some"},
    {"connection slots", "raise its max_connections: every agent and every dashboard takes some"},
};

}  // namespace

std::string PostgresRemedy(std::string_view why) {
  const auto says = [&](const char* words) { return why.find(words) != std::string_view::npos; };
  if (says("FATAL:  database \"") && says("does not exist")) return "; make it with createdb";
  for (const auto& [words, remedy] : kRemedies)
    if (says(words)) return std::string("; ") + remedy;
  return "";
}

}  // namespace assay::store
