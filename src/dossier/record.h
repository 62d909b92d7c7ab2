// All that is known of a finding, for machines.
#pragma once

#include <string_view>

#include "base/json.h"
#include "store/store.h"

namespace assay::dossier {

// As `assay findings show --json` prints it.
Result<nlohmann::json> FindingJson(const store::Store& store, const store::FindingRow& row);

// What lists show of a finding beyond its row: worked out of its facts and its case, and kept.
// Title, class, severity, nodes; a grouping where the row has none. An error: the store cannot be
// read. A case that cannot be read leaves out what only it tells.
Result<store::DigestRow> DigestOf(const store::Store& store, const store::FindingRow& row);

// By severities.def, from 1 to 5, the worst.
int SeverityOf(std::string_view kind);
// Of a finding: two runs of which one dies count as a crash, and a limit that the framework states
// in its own message as "limit".
int SeverityOf(const store::FindingRow& row);

}  // namespace assay::dossier
