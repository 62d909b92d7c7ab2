#include "lab/registry.h"

#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>

#include "base/folders.h"
#include "base/strings.h"
#include "lab/environments.h"
#include "lab/gpu.h"

namespace assay::lab {
namespace {

namespace fs = std::filesystem;

// Some workers need libraries that are installed on request only: " --with opencv".
std::string SetupOption(const std::string& home, const std::string& framework) {
  std::error_code failed;
  const bool extra = fs::exists(StrCat(home, "/envs/apt-", framework, ".txt"), failed);
  return extra ? " --with " + framework : "";
}

struct TargetName {
  std::string framework, version, mode;
};

TargetName SplitName(const std::string& name) {
  TargetName out;
  const size_t colon = name.find(':');
  if (colon != std::string::npos) out.mode = name.substr(colon + 1);
  std::string head = name.substr(0, colon);
  const size_t at = head.find('@');
  if (at != std::string::npos) out.version = head.substr(at + 1);
  out.framework = head.substr(0, at);
  return out;
}

std::string JoinName(const std::string& framework, const std::string& version,
                     const std::string& mode) {
  return StrCat(framework, version.empty() ? "" : "@" + version, mode.empty() ? "" : ":" + mode);
}

// The paths that match a pattern with * in its last part.
std::vector<std::string> Expand(const fs::path& pattern) {
  std::vector<std::string> out;
  std::error_code error;
  for (fs::directory_iterator it(pattern.parent_path(), error), end; !error && it != end;
       it.increment(error))
    if (GlobMatch(pattern.filename().string(), it->path().filename().string()))
      out.push_back(it->path().string());
  std::sort(out.begin(), out.end());
  return out;
}

std::string SitePackages(const std::string& environment) {
  for (const std::string& lib : Expand(environment + "/lib/python3*"))
    if (fs::exists(lib + "/site-packages")) return lib + "/site-packages";
  return environment + "/lib/site-packages";
}

// Distribution names compare without regard to case and to -, _ and .
std::string Normal(std::string name) {
  for (char& c : name) c = c == '-' || c == '.' ? '_' : static_cast<char>(std::tolower(c));
  return name;
}

std::string InstalledVersion(const std::string& site, const std::string& package) {
  for (const std::string& path : Expand(site + "/*.dist-info")) {
    const std::string stem = fs::path(path).stem().string();
    const size_t dash = stem.rfind('-');
    if (dash != std::string::npos && Normal(stem.substr(0, dash)) == Normal(package))
      return stem.substr(dash + 1);
  }
  return "";
}

struct Places {
  std::string home, bin, env, site, manifest_folder;

  Result<std::string> Fill(std::string text) const {
    for (const auto& [key, value] : {std::pair<std::string, std::string>{"{home}", home},
                                     {"{bin}", bin},
                                     {"{cache}", CacheFolder()},
                                     {"{workers}", home + "/workers"},
                                     {"{env}", env},
                                     {"{python}", env + "/bin/python"},
                                     {"{site}", site},
                                     {"{here}", manifest_folder}})
      text = ReplaceAll(std::move(text), key, value);
    if (text.find('*') == std::string::npos || text.find('/') == std::string::npos) return text;
    // The shortest name is the plain library beside its versioned links and helpers.
    std::vector<std::string> found = Expand(text);
    if (found.empty()) return Invalid(StrCat("no file matches ", text));
    return *std::min_element(found.begin(), found.end(),
                             [](const auto& a, const auto& b) { return a.size() < b.size(); });
  }
};

// A word without a / is looked up on the PATH, as a shell does; a relative path begins at the
// manifest's folder.
std::string FindProgram(const std::string& word, const std::string& manifest_folder) {
  if (word.starts_with('/')) return word;
  if (word.find('/') != std::string::npos) return manifest_folder + "/" + word;
  const char* path = std::getenv("PATH");
  for (const std::string& folder : Split(path == nullptr ? "/usr/bin:/bin" : path, ':'))
    if (access((folder + "/" + word).c_str(), X_OK) == 0) return folder + "/" + word;
  return word;
}

void Refuse(Target& target, std::string reason, std::string fix) {
  if (!target.reason.empty()) return;
  target.reason = std::move(reason);
  target.fix = std::move(fix);
}

// What is not there and can be made is not only a reason.
void Want(Target& target, const WantedEnvironment& wanted, const std::string& home) {
  const int megabytes = wanted.version.empty() ? DownloadMegabytes(home, wanted.name) : 0;
  Refuse(target,
         StrCat("the Python environment ", wanted.name, " has not been made",
                megabytes > 0 ? StrCat(" (about ", megabytes, " MB to download)") : ""),
         AddCommand(wanted));
  if (IsDescribed(home, wanted)) target.missing.push_back(wanted);
}

std::string LaunchKey(const Target& target) {
  std::string out = Join(target.command.words, "\n") + "\n" + target.device;
  for (const auto& [name, value] : target.command.variables) out += "\n" + name + "=" + value;
  // A compiler that is warm is dear: what befalls faster modes must not end its process.
  if (target.pack > 1) out += "\ncompiler";
  return out;
}

// Where the mode's files lie. What is not installed makes `out` a target that is not ready.
Places PlacesOf(const RegistryOptions& options, const Mode& mode, const std::string& version,
                Target& out) {
  const Manifest& manifest = *out.manifest;
  Places places{options.home, options.workers_bin, "", "", ""};
  places.manifest_folder = fs::absolute(manifest.path).lexically_normal().parent_path();
  if (mode.environment.empty()) return places;
  const std::string name = version.empty() ? mode.environment : manifest.framework + "@" + version;
  places.env = EnvironmentFolder(options.home, name);
  places.site = SitePackages(places.env);
  if (!fs::exists(places.env))
    Want(out,
         {.name = name,
          .locked = mode.environment,
          .framework = manifest.framework,
          .package = manifest.package,
          .version = version},
         options.home);
  // An environment that looks at the system's packages shows no version of its own.
  if (!manifest.package.empty()) out.version = InstalledVersion(places.site, manifest.package);
  return places;
}

// The command of the mode's worker; without one `out` is not ready.
void SetCommand(const RegistryOptions& options, const Mode& mode, const Places& places,
                Target& out) {
  const auto fill = [&](const std::string& text) {
    auto filled = places.Fill(text);
    if (filled.ok()) return std::move(filled).value();
    Refuse(out, filled.error().message,
           mode.environment.empty() ? "correct its manifest"
                                    : RenewCommand(options.home, mode.environment));
    return text;
  };
  for (const std::string& word : mode.command) out.command.words.push_back(fill(word));
  out.command.words[0] = FindProgram(out.command.words[0], places.manifest_folder);
  for (const auto* variables : {&out.manifest->variables, &mode.variables})
    for (const auto& [name, value] : *variables) out.command.variables[name] = fill(value);
  if (access(out.command.words[0].c_str(), X_OK) == 0) return;
  if (IsPackage(options.home) && mode.command[0].starts_with("{bin}"))
    Refuse(out, "this package does not include its worker: it needs libraries of the distribution",
           "a clone of the project builds it");
  else
    Refuse(out, StrCat("its worker ", out.command.words[0], " does not exist"),
           StrCat("scripts/setup", SetupOption(options.home, out.framework),
                  " && scripts/ensure-built"));
}

}  // namespace

Result<Registry> Registry::Load(const std::vector<std::string>& backend_dirs) {
  RegistryOptions options;
  options.home = HomeFolder();
  if (const char* variable = std::getenv("ASSAY_BACKEND_DIR"))
    for (const std::string& folder : Split(variable, ':'))
      if (!folder.empty()) options.backend_dirs.push_back(folder);
  for (const std::string& folder : backend_dirs) options.backend_dirs.push_back(folder);
  return Load(options);
}

Result<Registry> Registry::Load(const RegistryOptions& options) {
  Registry out;
  out.options_ = options;
  if (out.options_.workers_bin.empty()) out.options_.workers_bin = NativeWorkers(options.home);
  std::vector<std::string> folders = {options.home + "/backends"};
  folders.insert(folders.end(), options.backend_dirs.begin(), options.backend_dirs.end());
  ASSAY_ASSIGN(std::vector<Manifest> manifests, LoadManifests(folders));
  for (Manifest& manifest : manifests)
    out.manifests_.push_back(std::make_shared<const Manifest>(std::move(manifest)));
  for (const auto& manifest : out.manifests_) {
    std::vector<std::string> versions = {""};
    if (!manifest->environment.empty()) {
      const std::string prefix =
          StrCat(EnvironmentLinks(options.home), "/", manifest->framework, "@");
      for (const std::string& path : Expand(prefix + "*"))
        versions.push_back(path.substr(prefix.size()));
    }
    for (const std::string& version : versions)
      for (const Mode& mode : manifest->modes)
        if (mode.listed) out.targets_.push_back(out.Make(manifest, mode, mode.name, version));
  }
  return out;
}

Target Registry::Make(const std::shared_ptr<const Manifest>& manifest, const Mode& mode,
                      const std::string& mode_name, const std::string& version) const {
  Target out;
  out.name = JoinName(manifest->framework, version, mode_name);
  out.framework = manifest->framework;
  out.device = mode.device;
  out.mode = mode_name;
  out.listed = mode.listed;
  out.slow = mode.slow;
  out.pack = mode.pack;
  out.every = mode.every;
  out.stage = mode.stage;
  out.tf32 = mode.tf32;
  out.quantised = mode.quantised;
  out.on_demand = manifest->on_demand;
  out.manifest = manifest;
  out.wall_s = mode.wall_s.value_or(manifest->wall_s);
  SetCommand(options_, mode, PlacesOf(options_, mode, version, out), out);
  if (mode.device == "cuda" && !HasGpu()) {
    Refuse(out, "needs a GPU: no CUDA device",
           "run it on a machine with an NVIDIA GPU and its driver");
    out.missing.clear();
  }
  // A way whose baseline is missing would be blamed for what that does wrong.
  for (const std::string& name : mode.baselines) {
    const auto plain = Baseline(name, *manifest, version);
    if (plain.ok())
      out.missing.insert(out.missing.end(), plain->missing.begin(), plain->missing.end());
    if (plain.ok() && plain->ready)
      out.baselines.push_back(std::make_shared<const Target>(*plain));
    else
      Refuse(out,
             StrCat("its baseline ", name,
                    " is not ready: ", plain.ok() ? plain->reason : plain.error().message),
             plain.ok() ? plain->fix : "correct `baselines` in its manifest");
  }
  out.ready = out.reason.empty();
  out.launch_key = LaunchKey(out);
  // One step only: what the baseline itself is held against does not matter here.
  const Mode* baseline =
      mode.no_slower_than.has_value() ? manifest->FindMode(*mode.no_slower_than) : nullptr;
  if (baseline != nullptr) {
    Mode alone = *baseline;
    alone.no_slower_than.reset();
    out.no_slower_than =
        std::make_shared<Target>(Make(manifest, alone, *mode.no_slower_than, version));
  }
  return out;
}

Result<Target> Registry::Baseline(const std::string& name, const Manifest& of,
                                  const std::string& version) const {
  const TargetName parts = SplitName(name);
  const Manifest* manifest = FindManifest(parts.framework);
  const Mode* mode = manifest == nullptr ? nullptr : manifest->FindMode(parts.mode);
  if (mode != nullptr && !mode->baselines.empty())
    return Invalid(StrCat(name, " has baselines itself"));
  // Of the framework itself in the version that is tested.
  const bool own = parts.framework == of.framework;
  return Find(JoinName(parts.framework, own ? version : parts.version, parts.mode));
}

Result<Target> Registry::Variant(const Target& target, const std::string& mode,
                                 const std::map<std::string, std::string>& variables) const {
  const TargetName parts = SplitName(target.name);
  ASSAY_ASSIGN(Target out, Find(JoinName(parts.framework, parts.version, mode)));
  for (const auto& [name, value] : variables) out.command.variables[name] = value;
  out.launch_key = LaunchKey(out);
  return out;
}

const Manifest* Registry::FindManifest(const std::string& framework) const {
  for (const auto& manifest : manifests_)
    if (manifest->framework == framework) return manifest.get();
  return nullptr;
}

std::vector<Target> Registry::ForStage(const Target& target, const std::string& stage) const {
  const Manifest& manifest = *target.manifest;
  const std::string version = SplitName(target.name).version;
  std::vector<Target> out;
  for (const auto& known : manifests_) {
    if (known->framework != manifest.framework) continue;
    for (const Mode& mode : known->modes) {
      if (mode.stage != stage) continue;
      if (!version.empty() && mode.environment != manifest.environment) continue;
      out.push_back(Make(known, mode, mode.name, version));
    }
  }
  return out;
}

Result<Target> Registry::Find(const std::string& name) const {
  const TargetName parts = SplitName(name);
  std::vector<std::string> known = {"reference"};
  for (const Target& target : targets_) {
    if (target.name == name) return target;
    known.push_back(target.name);
  }
  for (const auto& manifest : manifests_) {
    if (manifest->framework != parts.framework) continue;
    const Mode* mode = manifest->FindMode(parts.mode);
    // "torch" alone means its first mode.
    if (mode == nullptr && parts.mode.empty()) mode = &manifest->modes.front();
    if (mode == nullptr) break;
    return Make(manifest, *mode, parts.mode.empty() ? mode->name : parts.mode, parts.version);
  }
  const std::string near = Nearest(name, known);
  return Invalid(StrCat("there is no target '", name, "'; ",
                        near.empty() ? StrCat("known targets: ", Join(known, ", "))
                                     : StrCat("did you mean ", near, "?"),
                        " (`assay targets` lists all; manifests of your own need --backend-dir)"));
}

}  // namespace assay::lab
