// Addresses of pages: just enough of URLs for links within one site.
#pragma once

#include <string>
#include <string_view>
#include <vector>

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

// robots.txt: what a site asks crawlers to leave alone (RFC 9309).
class Robots {
 public:
  // The group for `agent`, otherwise the one for everybody. An unreadable line counts as not
  // written.
  static Robots Parse(std::string_view text, std::string_view agent);

  // By the longest rule that fits; * and a final $ have their usual meaning.
  bool Allows(std::string_view path) const;
  double delay_s() const { return delay_s_; }

 private:
  struct Rule {
    std::string pattern;
    bool allow = true;
  };
  std::vector<Rule> rules_;
  double delay_s_ = 0;
};

}  // namespace assay::knowledge
