// What is known already of the members of the frameworks in an environment, for the look at a
// program before it runs. Nothing is introspected for it: where `assay docs introspect` was never
// run for the installed version, nothing is known.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>

#include "knowledge/api/members.h"
#include "program/lint/lint.h"

namespace assay::knowledge {

class KnownMembers {
 public:
  // For LintOptions::missing_member; null when nothing is known. `environment` is a name such as
  // torch or torch@2.8.0; a folder is nobody's.
  std::function<std::optional<program::NoMember>(const std::string&)> Lookup(
      const std::string& environment);

 private:
  // By environment; null: nothing is known.
  std::map<std::string, std::shared_ptr<const Members>> loaded_;
};

}  // namespace assay::knowledge
