// What to do about a failure of PostgreSQL.
#pragma once

#include <string>
#include <string_view>

namespace assay::store {

// Goes behind the message `why` of the server or of libpq; "" where there is nothing to add.
std::string PostgresRemedy(std::string_view why);

}  // namespace assay::store
