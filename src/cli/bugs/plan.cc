#include "cli/bugs/plan.h"

#include <iostream>
#include <nlohmann/json.hpp>
#include <set>

#include "base/strings.h"
#include "bugs/run/side.h"
#include "cli/command.h"
#include "cli/table.h"
#include "cli/terminal.h"

namespace assay::cli::bugs {
namespace {

using assay::bugs::Bug;
using nlohmann::json;

std::set<std::string> MadeAlready() {
  std::set<std::string> out;
  for (const auto& environment : assay::bugs::ListEnvironments()) out.insert(environment.key);
  return out;
}

}  // namespace

int PlanTests(const std::vector<const Bug*>& bugs, const assay::bugs::RunOptions& options,
              bool print_json) {
  const std::set<std::string> made = MadeAlready();
  std::set<std::string> missing;
  json out = json::array();
  Table table({"library", "bug", "environment", "state"});
  size_t can = 0;
  Progress progress;
  for (const Bug* bug : bugs) {
    progress.Show(StrCat("bugs: looking at ", bug->name()));
    const auto recipes = assay::bugs::RecipesFor(*bug, options);
    json entry = {{"library", bug->library}, {"id", bug->id}};
    if (recipes.ok()) {
      const std::string key = recipes->front().Key();
      const std::string& note = recipes->front().note;
      const std::string state = made.contains(key) ? "made" : "to be made";
      entry.update({{"environment", key}, {"state", state}, {"note", note}, {"reason", ""}});
      table.AddRow({bug->library, bug->id, key, note.empty() ? state : state + "; " + note});
      if (!made.contains(key)) missing.insert(key);
      ++can;
    } else {
      if (recipes.error().kind != ErrorKind::kUnsupported) return Fail(recipes.error());
      entry.update(
          {{"environment", ""}, {"state", "unsat prereqs"}, {"reason", recipes.error().message}});
      table.AddRow({bug->library, bug->id, "", "unsat prereqs: " + recipes.error().message},
                   {{3, Tone::kWarning}});
    }
    out.push_back(std::move(entry));
  }
  progress.Clear();
  if (print_json) {
    PrintJson(out);
    return kDone;
  }
  table.Print(std::cout, StdoutIsTerminal());
  std::cout << can << " of " << bugs.size() << " could be run here; " << missing.size()
            << " environments would be made first\n";
  return kDone;
}

}  // namespace assay::cli::bugs
