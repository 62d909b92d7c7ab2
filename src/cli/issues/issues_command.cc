// assay issues: what others have reported.
#include <CLI/CLI.hpp>
#include <array>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>

#include "cli/command.h"
#include "cli/issues/action.h"
#include "knowledge/issues/filter.h"
#include "knowledge/issues/issue_store.h"

namespace assay::cli {
namespace issues {

#define ACTION(Name, name, help) std::function<int()> Setup##Name(CLI::App& app);
#include "cli/issues/actions.def"
#undef ACTION

std::span<const Action> AllActions() {
  static constexpr std::array kActions = {
#define ACTION(Name, name, help) Action{name, help, Setup##Name},
#include "cli/issues/actions.def"
#undef ACTION
  };
  return kActions;
}

std::string CommonFlags::path() const {
  return store.empty() ? knowledge::IssueStore::DefaultPath() : store;
}

void AddCommonFlags(CLI::App& app, CommonFlags& flags) {
  app.add_option("--store", flags.store, "SQLite file with the reports (default: the user's own)");
  app.add_flag("--json", flags.json, "print JSON");
}

void AddFilterFlags(CLI::App& app, knowledge::IssueFilter& filter) {
  app.add_option_function<std::string>(
      "--state", [&filter](const std::string& text) { filter.state = text == "all" ? "" : text; },
      "open, closed or all (default: all)");
  app.add_option("--label", filter.labels, "only with this label; may be given several times");
  app.add_option("--since", filter.since, "created on this day or later: 2024-07-25");
  app.add_option("--until", filter.until, "created on this day or earlier: the cut-off");
  app.add_flag("--closed-fixed", filter.closed_fixed,
               "only reports that are closed and were mended by a merged change");
}

void PrintJson(const nlohmann::json& json) {
  std::cout << json.dump(1, ' ', false, nlohmann::json::error_handler_t::replace) << "\n";
}

}  // namespace issues

std::function<int()> SetupIssues(CLI::App& app) {
  app.require_subcommand(1);
  const auto chosen = std::make_shared<std::function<int()>>();
  for (const issues::Action& action : issues::AllActions()) {
    CLI::App* sub = app.add_subcommand(std::string(action.name), std::string(action.help));
    sub->callback([chosen, run = action.setup(*sub)] { *chosen = run; });
  }
  return [chosen] { return (*chosen)(); };
}

}  // namespace assay::cli
