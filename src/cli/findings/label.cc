// assay findings label: what somebody who looked at a finding says of it.
#include "casebook/bug_types.h"
#include "casebook/labels.h"
#include "cli/findings/finding_flags.h"
#include "cli/table.h"

namespace assay::cli::findings {
namespace {

struct LabelFlags : FindingFlags {
  std::string label, note, type;
  bool list = false;
};

int PrintLabels(bool json) {
  nlohmann::json all = nlohmann::json::array();
  Table table({"label", "of", "name in the study", "explanation or example"});
  for (const casebook::Label& label : casebook::AllLabels()) {
    all.push_back(ASSAY_FIELDS(label, label, group, name, meaning));
    table.AddRow({std::string(label.label),
                  label.group == label.label ? "" : std::string(label.group),
                  std::string(label.name), std::string(label.meaning)});
  }
  if (json) return PrintJson(all);
  table.Print(std::cout, StdoutIsTerminal());
  return kDone;
}

Result<int> RunLabel(const LabelFlags& flags) {
  if (flags.list) return PrintLabels(flags.json);
  if (flags.id.empty() || flags.label.empty())
    return Invalid(
        "name a finding and a label: assay findings label ID true; --list prints "
        "all labels");
  ASSAY_ASSIGN(const auto label, casebook::FindLabel(flags.label));
  std::string type;
  if (!flags.type.empty()) {
    ASSAY_ASSIGN(const auto found, casebook::FindBugType(flags.type));
    type = found;
  }
  ASSAY_ASSIGN(auto store, store::Store::OpenExisting(flags.store));
  ASSAY_ASSIGN(const auto row, store.Finding(flags.id));
  ASSAY_RETURN_IF_ERROR(casebook::KeepLabel(store, row, label, flags.note, type));
  if (flags.json)
    return PrintJson({{"id", row.id},
                      {"label", label.label},
                      {"name", label.name},
                      {"note", flags.note},
                      {"bug_type", type}});
  std::cout << row.id << " is labelled " << label.label << " (" << label.name << ")\n";
  return kDone;
}

}  // namespace

std::function<int()> SetupLabel(App& app) {
  const auto flags = std::make_shared<LabelFlags>();
  AddFindingFlags(app, *flags, false);
  app.AddOption("id", flags->id, "the finding");
  app.AddOption("label", flags->label, "true, false, prediction-error, …; --list prints all");
  app.AddOption("--note", flags->note, "why");
  app.AddOption("--type", flags->type, "the bug type, where the guess is wrong");
  app.AddFlag("--list", flags->list, "print all labels");
  return [flags] { return ExitCode(RunLabel(*flags)); };
}

}  // namespace assay::cli::findings
