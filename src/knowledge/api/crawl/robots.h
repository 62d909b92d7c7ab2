// robots.txt: what a site asks crawlers to leave alone (RFC 9309).
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace assay::knowledge {

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
