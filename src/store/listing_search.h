// Findings whose texts hold all words of a search.
#pragma once

#include <string>
#include <vector>

#include "store/database.h"
#include "store/listing_table.h"

namespace assay::store {

// For each row of `table` whether each word of `text` stands in the finding's id, title, target or
// message, whatever the case of letters. Reads the table's texts where they are missing.
Result<std::vector<bool>> Search(const Database& database, ListingTable& table,
                                 const std::string& text);

}  // namespace assay::store
