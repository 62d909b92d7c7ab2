#include "bugs/tools/choose.h"

#include <algorithm>
#include <map>
#include <set>

#include "base/strings.h"
#include "bugs/tools/ground_truth.h"

namespace assay::bugs {

Result<std::vector<const Bug*>> ChooseBugs(const Database& database, const Choice& choice) {
  if (!choice.id.empty()) {
    ASSAY_ASSIGN(const Bug* bug, database.Find(choice.library, choice.id));
    if (!choice.version.empty() && VersionOf(*bug) != choice.version)
      return Invalid(StrCat("bug ", choice.id, " of ", choice.library, " is of version ",
                            VersionOf(*bug), ", not ", choice.version));
    if (const std::string elsewhere = bug->NotFor(); !elsewhere.empty())
      return Invalid(StrCat("bug ", choice.id, " of ", choice.library, ": ", elsewhere));
    return std::vector<const Bug*>{bug};
  }
  const auto& known = database.libraries;
  if (std::ranges::find(known, choice.library) == known.end())
    return Invalid(StrCat("there is no library '", choice.library, "' in ", database.root,
                          "; known: ", Join(known, ", ")));
  std::vector<const Bug*> out;
  std::set<std::string> versions;
  for (const Bug* bug : database.Of(choice.library)) {
    if (!bug->NotFor().empty()) continue;
    versions.insert(VersionOf(*bug));
    if (VersionOf(*bug) == choice.version) out.push_back(bug);
  }
  if (choice.version.empty())
    return Invalid(StrCat("which version of ", choice.library,
                          "? -v takes all bugs of one, -i a single bug; there are ",
                          Join(versions, ", ")));
  if (out.empty())
    return Invalid(StrCat("no bug of ", choice.library, " is of version ", choice.version,
                          "; there are ", Join(versions, ", ")));
  return out;
}

std::vector<std::vector<const Bug*>> ByVersion(const Database& database,
                                               const std::vector<std::string>& libraries) {
  std::map<std::pair<std::string, std::string>, std::vector<const Bug*>> groups;
  for (const Bug& bug : database.bugs) {
    if (!bug.has_folder() || !bug.NotFor().empty()) continue;
    if (!libraries.empty() && std::ranges::find(libraries, bug.library) == libraries.end())
      continue;
    groups[{bug.library, VersionOf(bug)}].push_back(&bug);
  }
  std::vector<std::vector<const Bug*>> out;
  for (auto& [key, bugs] : groups) out.push_back(std::move(bugs));
  return out;
}

}  // namespace assay::bugs
