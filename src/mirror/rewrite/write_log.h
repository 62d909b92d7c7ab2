// What is told of a program while it is written.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "mirror/rewrite/rewriter.h"
#include "mirror/rewrite/written.h"

namespace assay::mirror {

struct WriteLog {
  // An API of the source, and what it became.
  void Use(const std::string& api, const program::Node& node, const std::string& twin,
           const std::string& by);
  // A place that is left as it stands; gives `written` back.
  Written Leave(const program::Node& node, Written written, const std::string& api,
                const std::string& why);
  void Note(const std::string& text);
  // The name of a helper that is called.
  std::string Helper(const std::string& name);

  std::vector<Left> left;
  std::vector<ApiUse> uses;
  std::vector<std::string> notes;
  std::set<std::string> helpers;
};

}  // namespace assay::mirror
