// Addresses of pages: just enough of URLs for links within one site.
#pragma once

#include <string>
#include <string_view>

namespace assay::knowledge {

bool IsWebAddress(std::string_view text);

// "https://host/a/b.html" -> "https://host" and "/a/b.html".
struct Address {
  std::string site, path;
};
Address SplitAddress(std::string_view url);

// What `link` on the page `base` leads to, without query and fragment; "" when it is no page
// (mailto:, javascript:).
std::string ResolveLink(std::string_view base, std::string_view link);

// "https://host/docs/" of "https://host/docs/index.html".
std::string FolderOf(std::string_view url);

}  // namespace assay::knowledge
