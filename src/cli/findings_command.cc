// assay findings: what campaigns have found.
#include <CLI/CLI.hpp>
#include <filesystem>
#include <iomanip>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>
#include <sstream>

#include "base/files.h"
#include "base/strings.h"
#include "cli/command.h"
#include "cli/table.h"
#include "cli/terminal.h"
#include "store/store.h"

namespace assay::cli {
namespace {

using store::FindingRow;
using store::SightingRow;

struct Flags {
  std::string action, id, out;
  std::string store = "assay.db";
  bool json = false;
};

nlohmann::json RowJson(const FindingRow& row) {
  return {{"id", row.id},
          {"target", row.target},
          {"version", row.version},
          {"device", row.device},
          {"kind", row.kind},
          {"stage", row.stage},
          {"message", row.message},
          {"signature", row.signature},
          {"state", row.state},
          {"count", row.count},
          {"case", row.first_case},
          {"campaign", row.campaign},
          {"realism", row.realism},
          {"first_seen", row.first_seen},
          {"last_seen", row.last_seen}};
}

nlohmann::json SightingJson(const SightingRow& row) {
  return {{"case", row.case_index}, {"recipe", row.recipe}, {"message", row.message},
          {"realism", row.realism}, {"nodes", row.nodes},   {"model_bytes", row.model.size()}};
}

void PrintJson(const nlohmann::json& json) {
  std::cout << json.dump(1, ' ', false, nlohmann::json::error_handler_t::replace) << "\n";
}

std::string Two(double value) {
  std::ostringstream out;
  out << std::fixed << std::setprecision(2) << value;
  return out.str();
}

int List(const Flags& flags, const std::vector<FindingRow>& rows) {
  if (flags.json) {
    nlohmann::json all = nlohmann::json::array();
    for (const FindingRow& row : rows) all.push_back(RowJson(row));
    PrintJson(all);
    return kDone;
  }
  Table table({"finding", "target", "version", "kind", "state", "count", "realism", "what"});
  for (const FindingRow& row : rows)
    table.AddRow({row.id, row.target, row.version, row.kind, row.state, StrCat(row.count),
                  Two(row.realism), row.message.substr(0, 100)});
  table.Print(std::cout, StdoutIsTerminal());
  std::cout << rows.size() << " findings, most realistic first\n";
  return kDone;
}

Result<FindingRow> Find(const std::vector<FindingRow>& rows, const std::string& id) {
  std::vector<std::string> ids;
  for (const FindingRow& row : rows) {
    if (row.id == id) return row;
    ids.push_back(row.id);
  }
  const std::string near = Nearest(id, ids);
  return Invalid(
      StrCat("there is no finding '", id, "'",
             near.empty() ? "; see assay findings list" : StrCat("; did you mean ", near)));
}

int Show(const Flags& flags, const FindingRow& row, const std::vector<SightingRow>& sightings) {
  if (flags.json) {
    nlohmann::json json = RowJson(row);
    json["sightings"] = nlohmann::json::array();
    for (const SightingRow& sighting : sightings)
      json["sightings"].push_back(SightingJson(sighting));
    PrintJson(json);
    return kDone;
  }
  std::cout << row.id << ": " << row.target << " " << row.version << " on " << row.device << "\n"
            << "  kind       " << row.kind << (row.stage.empty() ? "" : " while " + row.stage)
            << "\n"
            << "  state      " << row.state << "\n"
            << "  message    " << row.message << "\n"
            << "  signature  " << row.signature << "\n"
            << "  seen       " << row.count << " times, first " << row.first_seen << ", last "
            << row.last_seen << " (UTC)\n\n";
  Table table({"case", "nodes", "realism", "recipe"});
  for (const SightingRow& sighting : sightings)
    table.AddRow({StrCat(sighting.case_index), StrCat(sighting.nodes), Two(sighting.realism),
                  sighting.recipe});
  table.Print(std::cout, StdoutIsTerminal());
  std::cout << "\nassay findings export " << row.id << " --out DIR writes model and inputs; then\n"
            << "assay check DIR/model.onnx --inputs DIR --targets " << row.target << "\n";
  return kDone;
}

// model.onnx and input_0.pb, input_1.pb, …: what `assay check --inputs DIR` reads.
Status Export(const SightingRow& sighting, const std::string& folder) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error) return Invalid(StrCat(folder, ": cannot be made: ", error.message()));
  ASSAY_RETURN_IF_ERROR(WriteFile(folder + "/model.onnx", sighting.model));
  const std::string& bytes = sighting.inputs;
  for (size_t at = 0, i = 0; at + 4 <= bytes.size(); ++i) {
    uint32_t size = 0;
    for (size_t k = 0; k < 4; ++k)
      size |= static_cast<uint32_t>(static_cast<unsigned char>(bytes[at + k])) << (8 * k);
    at += 4;
    if (size > bytes.size() - at) return Invalid("the inputs in the store are damaged");
    ASSAY_RETURN_IF_ERROR(
        WriteFile(StrCat(folder, "/input_", i, ".pb"), std::string_view(bytes).substr(at, size)));
    at += size;
  }
  return {};
}

int RunExport(const Flags& flags, const std::vector<SightingRow>& sightings) {
  if (sightings.empty()) return Fail(Invalid(StrCat(flags.id, ": no case of it was kept")));
  const std::string folder = flags.out.empty() ? flags.id : flags.out;
  const Status written = Export(sightings.front(), folder);
  if (!written.ok()) return Fail(written.error());
  if (flags.json)
    PrintJson({{"id", flags.id}, {"folder", folder}});
  else
    std::cout << "wrote " << folder << "/model.onnx and its inputs\n";
  return kDone;
}

int Run(const Flags& flags) {
  auto store = store::Store::OpenExisting(flags.store);
  if (!store.ok()) return Fail(store.error());
  const auto rows = store->Findings();
  if (!rows.ok()) return Fail(rows.error());
  if (flags.action == "list") return List(flags, *rows);
  const auto row = Find(*rows, flags.id);
  if (!row.ok()) return Fail(row.error());
  const auto sightings = store->Sightings(row->id);
  if (!sightings.ok()) return Fail(sightings.error());
  return flags.action == "show" ? Show(flags, *row, *sightings) : RunExport(flags, *sightings);
}

}  // namespace

std::function<int()> SetupFindings(CLI::App& app) {
  const auto flags = std::make_shared<Flags>();
  app.require_subcommand(1);
  for (const auto& [name, help] : std::vector<std::pair<std::string, std::string>>{
           {"list", "all findings, most realistic first"},
           {"show", "one finding with the cases that show it"},
           {"export", "write model and inputs of its smallest case to a folder"}}) {
    CLI::App* action = app.add_subcommand(name, help);
    action->callback([flags, name = name] { flags->action = name; });
    if (name != "list") action->add_option("id", flags->id, "the finding")->required();
    if (name == "export") action->add_option("--out", flags->out, "folder (default: the id)");
    action->add_option("--store", flags->store, "SQLite file of the campaign (default: assay.db)");
    action->add_flag("--json", flags->json, "print JSON");
  }
  return [flags] { return Run(*flags); };
}

}  // namespace assay::cli
