#include "mirror/rewrite/kept_pairs.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>

#include "base/files.h"
#include "base/folders.h"
#include "base/strings.h"
#include "knowledge/issues/versions.h"
#include "program/lab/program_lab.h"

namespace assay::mirror {
namespace {

namespace fs = std::filesystem;

// Versions in the name of a file: torch-2.13.0+cpu--jax-0.10.2.json.
std::optional<Versions> VersionsIn(const std::string& name, const Direction& direction) {
  const std::string first = direction.from + "-", second = "--" + direction.to + "-",
                    last = ".json";
  if (!name.starts_with(first) || !name.ends_with(last)) return std::nullopt;
  const size_t middle = name.find(second);
  if (middle == std::string::npos || middle < first.size()) return std::nullopt;
  const size_t begin = middle + second.size();
  if (begin + last.size() > name.size()) return std::nullopt;
  return Versions{name.substr(first.size(), middle - first.size()),
                  name.substr(begin, name.size() - last.size() - begin)};
}

// How far two versions are apart: a whole version counts more than all of its small ones.
using Distance = std::array<long, 3>;

Distance DistanceOf(const std::string& a, const std::string& b) {
  Distance out{};
  const std::vector<std::string> x = Split(a, '.'), y = Split(b, '.');
  for (size_t k = 0; k < out.size(); ++k) {
    const auto number = [&](const std::vector<std::string>& parts) {
      return k < parts.size() ? std::strtol(parts[k].c_str(), nullptr, 10) : 0;
    };
    out[k] = std::labs(number(x) - number(y));
  }
  return out;
}

bool Nearer(const std::string& a, const std::string& b, const std::string& installed) {
  const Distance x = DistanceOf(a, installed), y = DistanceOf(b, installed);
  if (!installed.empty() && x != y) return x < y;
  return knowledge::CompareVersions(a, b) > 0;
}

// What a Python environment says of itself by the names of its files: torch-2.13.0+cpu.dist-info,
// tensorflow_cpu-2.21.0.dist-info.
std::string InstalledVersion(const std::string& framework) {
  const auto environment = program::FindEnvironment(framework);
  if (!environment.ok()) return "";
  std::error_code failed;
  for (const auto& python : fs::directory_iterator(*environment + "/lib", failed))
    for (const auto& entry : fs::directory_iterator(python.path() / "site-packages", failed)) {
      const std::string name = entry.path().filename().string();
      for (const char* build : {"-", "_cpu-"})
        if (const std::string start = framework + build;
            name.starts_with(start) && name.ends_with(".dist-info"))
          return name.substr(start.size(), name.rfind('.') - start.size());
    }
  return "";
}

std::string Described(const std::string& framework, const std::string& version,
                      const std::string& installed) {
  const bool fits = installed.empty() || knowledge::CompareVersions(version, installed) == 0;
  return StrCat(framework, " ", version,
                fits ? "" : StrCat(" (", installed, " is installed; `assay pairs build`)"));
}

}  // namespace

std::string NearestPairFile(const std::vector<std::string>& names, const Direction& direction,
                            const Versions& installed) {
  std::string best;
  Versions of_best;
  for (const std::string& name : names) {
    const auto versions = VersionsIn(name, direction);
    if (!versions) continue;
    const bool same = knowledge::CompareVersions(versions->from, of_best.from) == 0;
    const bool nearer = same ? Nearer(versions->to, of_best.to, installed.to)
                             : Nearer(versions->from, of_best.from, installed.from);
    if (!best.empty() && !nearer) continue;
    best = name;
    of_best = *versions;
  }
  return best;
}

Versions InstalledVersions(const Direction& direction) {
  return {InstalledVersion(direction.from), InstalledVersion(direction.to)};
}

Result<knowledge::PairBase> KeptPairs(const Direction& direction) {
  const std::string folder = CacheFolder() + "/pairs";
  std::vector<std::string> names;
  std::error_code failed;
  for (const auto& entry : fs::directory_iterator(folder, failed))
    names.push_back(entry.path().filename().string());
  std::ranges::sort(names);
  const std::string name = NearestPairFile(names, direction, InstalledVersions(direction));
  if (name.empty())
    return Invalid(StrCat("no pairs of ", direction.from, " and ", direction.to,
                          " are kept; `assay pairs build` makes them"));
  const std::string path = StrCat(folder, "/", name);
  ASSAY_ASSIGN(const std::string text, ReadFile(path));
  const auto json = nlohmann::json::parse(text, nullptr, false);
  if (json.is_discarded()) return Invalid(StrCat(path, " is no JSON; remove it"));
  return knowledge::ReadPairBase(json);
}

std::string DescribePairs(const knowledge::PairBase& base, const Versions& installed) {
  return StrCat(Described(base.from, base.from_version, installed.from), " and ",
                Described(base.to, base.to_version, installed.to));
}

}  // namespace assay::mirror
