#include "knowledge/api/crawl/address.h"

#include <vector>

#include "base/strings.h"

namespace assay::knowledge {
namespace {

std::string Normal(const std::string& path) {
  std::vector<std::string> parts;
  const std::vector<std::string> all = Split(path, '/');
  for (size_t i = 0; i < all.size(); ++i) {
    if (all[i] == ".." && !parts.empty()) parts.pop_back();
    if (all[i] != ".." && all[i] != "." && !(all[i].empty() && i + 1 < all.size()))
      parts.push_back(all[i]);
  }
  return "/" + Join(parts, "/");
}

}  // namespace

bool IsWebAddress(std::string_view text) {
  return text.starts_with("http://") || text.starts_with("https://");
}

Address SplitAddress(std::string_view url) {
  const size_t host = url.find("://") + 3;
  const size_t slash = url.find('/', host);
  if (slash == std::string_view::npos) return {std::string(url), "/"};
  return {std::string(url.substr(0, slash)), std::string(url.substr(slash))};
}

std::string FolderOf(std::string_view url) {
  const Address address = SplitAddress(url);
  return address.site + address.path.substr(0, address.path.rfind('/') + 1);
}

std::string ResolveLink(std::string_view base, std::string_view link) {
  link = link.substr(0, link.find_first_of("?#"));
  if (link.empty()) return "";
  if (IsWebAddress(link)) {
    const Address address = SplitAddress(link);
    return address.site + Normal(address.path);
  }
  const size_t colon = link.find(':');
  if (colon != std::string_view::npos && colon < link.find('/')) return "";
  const Address from = SplitAddress(base);
  if (link.starts_with("//"))
    return ResolveLink(base, StrCat(base.substr(0, base.find(':') + 1), link));
  if (link.starts_with('/')) return from.site + Normal(std::string(link));
  return from.site + Normal(StrCat(from.path.substr(0, from.path.rfind('/') + 1), link));
}

}  // namespace assay::knowledge
