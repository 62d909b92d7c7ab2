// Whether it is known already.
#include "base/strings.h"
#include "report/sections/sections.h"
#include "report/wording.h"

namespace assay::report::sections {

std::vector<Block> KnownBlocks(const Material& material) {
  const nlohmann::json& known = material.fact("known");
  if (TextAt(known, "id").empty() && TextAt(known, "title").empty())
    return {Paragraph{"It matches none of the known bugs that were looked at."}};
  Pairs pairs;
  for (const char* key : {"id", "title", "link", "versions"})
    if (const std::string text = TextAt(known, key); !text.empty())
      pairs.rows.emplace_back(key, text);
  return {pairs};
}

}  // namespace assay::report::sections
