// Whether it is known already.
#include "report/sections/sections.h"

namespace assay::report::sections {

std::vector<Block> KnownBlocks(const Material& material) {
  const nlohmann::json& known = material.fact("known");
  if (TextAt(known, "id").empty() && TextAt(known, "title").empty())
    return {Paragraph{"It matches none of the known bugs that were looked at."}};
  Pairs pairs;
  const auto add = [&](const char* label, const char* key) {
    if (const std::string text = TextAt(known, key); !text.empty())
      pairs.rows.emplace_back(label, text);
  };
  add("id", "id");
  add("title", "title");
  add("versions", "versions");
  // Pages make a link of what is an address; where no issue was found, that is said.
  const std::string link = TextAt(known, "link");
  pairs.rows.emplace_back("issue", link.empty() ? "none was found upstream" : link);
  return {pairs};
}

}  // namespace assay::report::sections
