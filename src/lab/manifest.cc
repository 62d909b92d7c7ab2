#include "lab/manifest.h"

#include <re2/re2.h>

#include <algorithm>
#include <filesystem>

#include "base/files.h"
#include "base/machine.h"
#include "base/strings.h"
#include "base/table_reader.h"

namespace assay::lab {
namespace {

Status ReadLimits(const Toml& table, Manifest& out) {
  TableReader in(table, "limits.");
  in.Value("memory_mb", out.memory_mb);
  in.Value("wall_s", out.wall_s);
  in.Value("start_s", out.start_s);
  in.Value("recycle_after", out.recycle_after);
  return in.Done();
}

void ReadTypes(TableReader& in, const char* key, std::set<DType>& out) {
  std::vector<std::string> names;
  in.Texts(key, names);
  for (const std::string& name : names) {
    const auto type = DTypeFromName(name);
    if (type.has_value())
      out.insert(*type);
    else
      in.Complain(key, StrCat("holds the unknown type '", name, "'"));
  }
}

Status ReadAccepts(const Toml& table, Manifest& out) {
  TableReader in(table, "accepts.");
  ReadTypes(in, "types", out.types);
  ReadTypes(in, "ends", out.ends);
  in.Value("least_rank", out.least_rank);
  in.Value("int64_as_int32", out.int64_as_int32);
  if (const Toml& opsets = in.Node("opsets")) {
    const auto range = opsets.items();
    if (range.size() != 2 || range[0].kind() != Toml::Kind::kInteger ||
        range[1].kind() != Toml::Kind::kInteger) {
      in.Complain("opsets", "is not a pair [lowest, highest]");
    } else {
      out.opset_min = range[0].Or(1);
      out.opset_max = range[1].Or(1);
    }
  }
  return in.Done();
}

// [machine.aarch64]: what is called otherwise there.
Status ReadMachines(const Toml& table, Manifest& out) {
  for (const Toml& own : table.entries()) {
    const std::string& name = own.key();
    if (const std::string wrong = NoSuchMachine(name); !wrong.empty())
      return own.Wrong(StrCat("[machine.", name, "] ", wrong));
    if (!own.IsTable()) return own.Wrong(StrCat("[machine.", name, "] is not a table"));
    TableReader in(own, StrCat("machine.", name, "."));
    std::string package = out.package;
    in.Value("package", package);
    ASSAY_RETURN_IF_ERROR(in.Done());
    if (name == HostMachine()) out.package = std::move(package);
  }
  return {};
}

Status ReadMode(const Toml& table, Manifest& out) {
  TableReader in(table, "mode.");
  Mode mode;
  mode.device = out.device;
  mode.environment = out.environment;
  in.Value("name", mode.name);
  in.Value("help", mode.help);
  in.Value("device", mode.device);
  in.Value("environment", mode.environment);
  in.Map("variables", mode.variables);
  mode.command = out.command;
  std::vector<std::string> command;
  in.Texts("command", command);
  if (!command.empty()) mode.command = std::move(command);
  in.Value("stage", mode.stage);
  in.Texts("baselines", mode.baselines);
  in.Value("tf32", mode.tf32);
  in.Value("quantised", mode.quantised);
  mode.listed = mode.stage.empty();
  in.Value("listed", mode.listed);
  in.Value("optimises", mode.optimises);
  mode.slow = out.slow;
  in.Value("slow", mode.slow);
  in.Value("pack", mode.pack);
  in.Value("every", mode.every);
  if (table["no_slower_than"]) mode.no_slower_than.emplace();
  std::string none;
  in.Value("no_slower_than", mode.no_slower_than.has_value() ? *mode.no_slower_than : none);
  double wall = 0;
  in.Value("wall_s", wall);
  if (wall > 0) mode.wall_s = wall;
  ASSAY_RETURN_IF_ERROR(in.Done());
  if (mode.every < 1)
    return table.Wrong(StrCat("every = ", mode.every, " in the mode '", mode.name,
                              "': it is given one case in so many, at least 1"));
  for (const Mode& other : out.modes)
    if (other.name == mode.name)
      return table.Wrong(StrCat("the mode '", mode.name, "' occurs twice"));
  if (mode.name.find('*') != std::string::npos || !mode.stage.empty()) mode.listed = false;
  out.modes.push_back(std::move(mode));
  return {};
}

Status ReadGap(const Toml& table, Manifest& out) {
  TableReader in(table, "gap.");
  Gap gap;
  in.Value("message", gap.message);
  in.Value("stage", gap.stage);
  in.Value("mode", gap.mode);
  in.Value("reason", gap.reason);
  std::string source;  // for people; scripts/checks/gaps holds that ours have one
  in.Value("source", source);
  in.Machines("machine", gap.machines);
  ASSAY_RETURN_IF_ERROR(in.Done());
  const re2::RE2 pattern(gap.message, re2::RE2::Quiet);
  if (gap.message.empty() || gap.reason.empty() || !pattern.ok())
    return table.Wrong(StrCat("a gap needs a message (a regular expression) and a reason",
                              pattern.ok() ? "" : StrCat("; ", pattern.error())));
  out.gaps.push_back(std::move(gap));
  return {};
}

Status ReadSwitches(const Toml& table, Manifest& out) {
  TableReader in(table, "locate.");
  Switches group;
  in.Value("what", group.what);
  in.Texts("modes", group.modes);
  in.Value("run", group.run);
  in.Map("variables", group.variables);
  in.Value("separator", group.separator);
  in.Texts("names", group.names);
  in.Texts("ladder", group.ladder);
  ASSAY_RETURN_IF_ERROR(in.Done());
  const bool switches = !group.names.empty() && (!group.run.empty() || !group.variables.empty());
  if (group.what.empty() || group.modes.empty() || switches == !group.ladder.empty())
    return table.Wrong(
        "[[locate]] needs what, modes, and either a ladder of modes or names with run or "
        "variables");
  out.switches.push_back(std::move(group));
  return {};
}

bool GoodName(const std::string& name) {
  return !name.empty() && std::all_of(name.begin(), name.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '_';
  });
}

Status Check(const Manifest& m) {
  if (!GoodName(m.framework))
    return Invalid(
        StrCat(m.path, ": `framework` must be a name of lower-case letters, digits and -"));
  if (m.command.empty())
    return Invalid(
        StrCat(m.path, ": `command` is missing; write the words of the command as a list"));
  if (m.wall_s <= 0 || m.start_s <= 0 || m.recycle_after <= 0)
    return Invalid(StrCat(m.path, ": limits must be positive"));
  return {};
}

Result<Manifest> Convert(const Toml& table, const std::string& path) {
  Manifest out;
  out.path = path;
  TableReader in(table);
  in.Value("framework", out.framework);
  in.Value("description", out.description);
  in.Value("environment", out.environment);
  in.Value("package", out.package);
  in.Texts("command", out.command);
  in.Value("device", out.device);
  in.Value("on_demand", out.on_demand);
  in.Value("slow", out.slow);
  in.Map("variables", out.variables);
  const Toml& limits = in.Table("limits");
  const Toml& accepts = in.Table("accepts");
  const Toml& machines = in.Table("machine");
  const auto modes = in.Tables("mode");
  const auto gaps = in.Tables("gap");
  const auto switches = in.Tables("locate");
  ASSAY_RETURN_IF_ERROR(in.Done());
  ASSAY_RETURN_IF_ERROR(ReadLimits(limits, out));
  ASSAY_RETURN_IF_ERROR(ReadAccepts(accepts, out));
  ASSAY_RETURN_IF_ERROR(ReadMachines(machines, out));
  for (const Toml& mode : modes) ASSAY_RETURN_IF_ERROR(ReadMode(mode, out));
  for (const Toml& gap : gaps) ASSAY_RETURN_IF_ERROR(ReadGap(gap, out));
  for (const Toml& group : switches) ASSAY_RETURN_IF_ERROR(ReadSwitches(group, out));
  if (out.modes.empty()) {
    Mode plain;
    plain.device = out.device;
    plain.environment = out.environment;
    plain.command = out.command;
    out.modes.push_back(std::move(plain));
  }
  for (const Mode& mode : out.modes)
    if (mode.no_slower_than.has_value() && out.FindMode(*mode.no_slower_than) == nullptr)
      return Invalid(StrCat(path, ": the mode '", mode.name, "' has no_slower_than = \"",
                            *mode.no_slower_than, "\", which is not a mode of this manifest"));
  ASSAY_RETURN_IF_ERROR(Check(out));
  return out;
}

}  // namespace

const Mode* Manifest::FindMode(const std::string& name) const {
  for (const Mode& mode : modes)
    if (mode.name == name) return &mode;
  for (const Mode& mode : modes)
    if (mode.name.find('*') != std::string::npos && GlobMatch(mode.name, name)) return &mode;
  return nullptr;
}

std::string Manifest::Refusal(int opset, const std::set<DType>& used) const {
  // 0: the model uses operators of other domains only.
  if (opset != 0 && (opset < opset_min || opset > opset_max))
    return StrCat("opset ", opset, "; ", framework, " states ", opset_min, " to ", opset_max);
  for (const DType type : used)
    if (!types.empty() && !types.contains(type))
      return StrCat("element type ", DTypeName(type), ", which ", framework, " does not have");
  return "";
}

bool Switches::AppliesTo(const std::string& mode) const {
  return std::any_of(modes.begin(), modes.end(),
                     [&](const std::string& glob) { return GlobMatch(glob, mode); });
}

const Gap* Manifest::FindGap(const std::string& mode, Stage stage, const std::string& kind,
                             const std::string& message, const std::string& machine) const {
  const std::string text = kind + ": " + message;
  for (const Gap& gap : gaps) {
    if (!gap.stage.empty() && gap.stage != StageName(stage)) continue;
    if (!gap.mode.empty() && !GlobMatch(gap.mode, mode)) continue;
    if (!SpeaksOf(gap.machines, machine)) continue;
    if (re2::RE2::PartialMatch(text, gap.message)) return &gap;
  }
  return nullptr;
}

Result<Manifest> ParseManifest(const std::string& text, const std::string& path) {
  ASSAY_ASSIGN(const Toml table, Toml::Parse(text, path));
  return Convert(table, path);
}

Result<std::vector<Manifest>> LoadManifests(const std::vector<std::string>& folders) {
  namespace fs = std::filesystem;
  std::vector<Manifest> out;
  for (const std::string& folder : folders) {
    std::error_code error;
    std::vector<std::string> paths;
    for (fs::directory_iterator it(folder, error), end; !error && it != end; it.increment(error))
      if (it->path().extension() == ".toml") paths.push_back(it->path().string());
    if (error)
      return Invalid(
          StrCat(folder, ": cannot be read as a folder of manifests: ", error.message()));
    std::sort(paths.begin(), paths.end());
    for (const std::string& path : paths) {
      ASSAY_ASSIGN(const std::string text, ReadFile(path, 1 << 20));
      ASSAY_ASSIGN(Manifest manifest, ParseManifest(text, path));
      for (const Manifest& other : out)
        if (other.framework == manifest.framework)
          return Invalid(StrCat(path, ": the framework '", manifest.framework,
                                "' is already described by ", other.path));
      out.push_back(std::move(manifest));
    }
  }
  return out;
}

}  // namespace assay::lab
