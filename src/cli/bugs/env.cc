// assay bugs env: the environments that tests run in.
#include <cstdio>

#include "bugs/environment/environment.h"
#include "bugs/environment/pythons.h"
#include "cli/command.h"
#include "cli/duration.h"
#include "cli/table.h"

namespace assay::cli::bugs {
namespace {

using assay::bugs::Environment;
using nlohmann::json;

struct EnvFlags {
  std::string older_than = "30d";
  bool all = false, dry_run = false, json = false;
};

std::string Megabytes(uint64_t bytes) { return StrCat((bytes + (1 << 19)) >> 20, " MB"); }

json EnvToJson(const Environment& one) {
  return With(ASSAY_FIELDS(one, key, folder, python, made_by, bytes, idle_days),
              {{"requirements", one.lines}});
}

json EnvToJson(const std::vector<Environment>& all) {
  json out = json::array();
  for (const Environment& one : all) out.push_back(EnvToJson(one));
  return out;
}

// The frameworks say most.
std::string Gist(const Environment& one) {
  std::vector<std::string> out;
  for (const std::string& line : one.lines)
    for (const char* name : {"jax", "torch", "tensorflow", "onnxruntime", "openvino"})
      if (line.starts_with(name)) {
        out.push_back(line);
        break;
      }
  return out.empty() ? Join(one.lines, " ").substr(0, 60) : Join(out, " ").substr(0, 60);
}

uint64_t PrintEnv(const std::vector<Environment>& all) {
  Table table({"environment", "python", "size", "idle days", "holds"});
  uint64_t bytes = 0;
  for (const Environment& one : all) {
    bytes += one.bytes;
    table.AddRow({one.key, one.python, Megabytes(one.bytes), Fixed(one.idle_days, 1), Gist(one)});
  }
  table.Print(std::cout, StdoutIsTerminal());
  return bytes;
}

int ListEnv(const EnvFlags& flags) {
  const auto all = assay::bugs::ListEnvironments();
  if (flags.json) return PrintJson(EnvToJson(all));
  const uint64_t bytes = PrintEnv(all);
  std::cout << all.size() << " environments, " << Megabytes(bytes) << ", in "
            << assay::bugs::EnvironmentsFolder() << "\n";
  std::vector<std::string> pythons;
  for (const auto& python : assay::bugs::FindPythons())
    pythons.push_back(StrCat(python.version, " (", python.program, ")"));
  std::cout << "Pythons: " << (pythons.empty() ? "none" : Join(pythons, ", ")) << "\n";
  return kDone;
}

Result<int> Collect(const EnvFlags& flags) {
  double days = 0;
  if (!flags.all) {
    ASSAY_ASSIGN(const auto seconds, ParseDuration(flags.older_than, "--older-than"));
    days = seconds / 86400;
  }
  ASSAY_ASSIGN(const auto removed, assay::bugs::CollectEnvironments(days, flags.dry_run));
  if (flags.json) return PrintJson(EnvToJson(removed));
  const uint64_t bytes = PrintEnv(removed);
  std::cout << removed.size() << " environments" << (flags.dry_run ? " would be" : "")
            << " removed, " << Megabytes(bytes) << "\n";
  return kDone;
}

}  // namespace

std::function<int()> SetupEnv(App& app) {
  const auto flags = std::make_shared<EnvFlags>();
  const auto chosen = std::make_shared<std::function<int()>>();
  app.RequireSubcommand();
  App* list = app.AddSubcommand("list", "environments, their sizes and when they were used");
  list->AddFlag("--json", flags->json, "print JSON");
  list->OnChosen([=] { *chosen = [=] { return ListEnv(*flags); }; });
  App* collect = app.AddSubcommand("gc", "remove environments that were not used for a long time");
  collect->AddOption("--older-than", flags->older_than, "unused for this long (default 30d)");
  collect->AddFlag("--all", flags->all, "all of them, however recently used");
  collect->AddFlag("--dry-run", flags->dry_run, "only list them");
  collect->AddFlag("--json", flags->json, "print JSON");
  collect->OnChosen([=] { *chosen = [=] { return ExitCode(Collect(*flags)); }; });
  return [chosen] { return (*chosen)(); };
}

}  // namespace assay::cli::bugs
