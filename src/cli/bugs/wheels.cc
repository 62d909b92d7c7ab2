// assay bugs wheels: wheels that no index has any more.
#include "bugs/environment/wheel.h"
#include "cli/command.h"
#include "cli/table.h"

namespace assay::cli::bugs {
namespace {

using assay::bugs::ArchivedWheel;
using assay::bugs::WheelArchive;
using nlohmann::json;

struct WheelsFlags {
  std::vector<std::string> files;
  std::string sha256;
  bool check = false, json = false;
};

json WheelsToJson(const ArchivedWheel& wheel) { return ASSAY_FIELDS(wheel, file, sha256, bytes); }

Result<int> Add(const WheelsFlags& flags) {
  if (!flags.sha256.empty() && flags.files.size() != 1)
    return Invalid("--sha256 is the hash of one file: name one only");
  WheelArchive archive;
  json out = json::array();
  for (const std::string& file : flags.files) {
    ASSAY_ASSIGN(const auto added, archive.Add(file, flags.sha256));
    out.push_back(WheelsToJson(added));
    if (!flags.json) std::cout << added.file << "  sha256 " << added.sha256 << "\n";
  }
  if (flags.json) PrintJson(out);
  return kDone;
}

int ListWheels(const WheelsFlags& flags) {
  const WheelArchive archive;
  json out = json::array();
  Table table({"wheel", "size", "sha256", "state"});
  size_t broken = 0;
  for (const ArchivedWheel& wheel : archive.List()) {
    const Status sound = flags.check ? archive.Check(wheel) : Status();
    broken += sound.ok() ? 0 : 1;
    json entry = WheelsToJson(wheel);
    if (flags.check) entry["problem"] = sound.ok() ? "" : sound.error().message;
    out.push_back(std::move(entry));
    table.AddRow({wheel.file, StrCat(wheel.bytes >> 20, " MB"), wheel.sha256.substr(0, 16),
                  !flags.check ? ""
                  : sound.ok() ? "unchanged"
                               : sound.error().message});
  }
  if (flags.json) {
    PrintJson(out);
  } else {
    table.Print(std::cout, StdoutIsTerminal());
    std::cout << out.size() << " wheels in " << archive.folder() << "\n";
  }
  return broken > 0 ? kFindings : kDone;
}

Result<int> Remove(const WheelsFlags& flags) {
  WheelArchive archive;
  for (const std::string& file : flags.files) ASSAY_RETURN_IF_ERROR(archive.Remove(file));
  return kDone;
}

}  // namespace

std::function<int()> SetupWheels(App& app) {
  const auto flags = std::make_shared<WheelsFlags>();
  const auto chosen = std::make_shared<std::function<int()>>();
  app.RequireSubcommand();
  App* add = app.AddSubcommand("add", "copy wheels into the archive, with their hashes");
  add->AddOption("files", flags->files, "wheel files").Required();
  add->AddOption("--sha256", flags->sha256, "the hash that the file must have");
  add->AddFlag("--json", flags->json, "print JSON");
  add->OnChosen([=] { *chosen = [=] { return ExitCode(Add(*flags)); }; });
  App* list = app.AddSubcommand("list", "what is in the archive");
  list->AddFlag("--check", flags->check, "compare the files with their hashes");
  list->AddFlag("--json", flags->json, "print JSON");
  list->OnChosen([=] { *chosen = [=] { return ListWheels(*flags); }; });
  App* remove = app.AddSubcommand("remove", "take wheels out of the archive");
  remove->AddOption("files", flags->files, "names as `list` shows them").Required();
  remove->OnChosen([=] { *chosen = [=] { return ExitCode(Remove(*flags)); }; });
  return [chosen] { return (*chosen)(); };
}

}  // namespace assay::cli::bugs
