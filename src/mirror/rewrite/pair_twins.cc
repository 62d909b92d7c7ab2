#include "mirror/rewrite/pair_twins.h"

#include <re2/re2.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <set>

#include "base/files.h"
#include "base/folders.h"
#include "base/strings.h"
#include "knowledge/issues/versions.h"
#include "program/lab/program_lab.h"

namespace assay::mirror {
namespace {

namespace fs = std::filesystem;
using Distance = std::array<long, 3>;

// Only functions and methods become calls; a class has a life that one call does not show.
bool IsClass(const std::string& api) {
  const std::string last = api.substr(api.rfind('.') + 1);
  return !last.empty() && std::isupper(static_cast<unsigned char>(last[0])) != 0;
}

// What lives on disk, on other machines or by chance is no matter of one call.
bool IsStateful(const std::string& api) {
  static const std::set<std::string> kParts = {
      "distributed", "export",       "onnx",   "save",        "load",        "checkpoint",
      "init",        "initializers", "dlpack", "random",      "sparse",      "quantization",
      "cuda",        "accelerator",  "utils",  "saved_model", "distribution"};
  for (const std::string& part : Split(api, '.'))
    if (kParts.contains(part)) return true;
  return false;
}

// Names under which parameters mean the same; the first group is the tensor that is worked on.
const std::vector<std::set<std::string>>& SameParameters() {
  static const std::vector<std::set<std::string>> kGroups = {
      {"x",      "input", "a",    "self",     "tensor",  "operand",      "arr",
       "values", "value", "data", "array",    "ary",     "input_tensor", "x1",
       "matrix", "m",     "v",    "features", "signals", "prototype"},
      {"y", "other", "b", "x2"},
      {"axis", "dim", "axes", "dims"},
      {"keepdims", "keepdim"},
      {"eps", "epsilon"},
      {"tensors", "arrays", "xs", "tup", "values"},
      {"correction", "ddof"},
      {"offset", "k"},
      {"func", "fun", "fn", "function"}};
  return kGroups;
}

bool Alike(const std::string& from, const std::string& to) {
  const std::string a = Lower(from), b = Lower(to);
  if (a == b) return true;
  return std::ranges::any_of(
      SameParameters(), [&](const auto& group) { return group.contains(a) && group.contains(b); });
}

// "default 1 becomes None" in the words of the pair base: both, where they are plain Python.
struct Defaults {
  bool differ = false;
  std::optional<std::string> from, to;
};

Defaults ReadDefaults(const std::string& note) {
  static const RE2 kBecomes("default (.+?) becomes ([^;]+)");
  static const RE2 kPlain("None|True|False|-?[0-9.e+-]+|'[^']*'");
  std::string from, to;
  Defaults out;
  if (!RE2::PartialMatch(note, kBecomes, &from, &to)) return out;
  const bool nothing = (from == "None" && to == "False") || (from == "False" && to == "None");
  out.differ = !nothing;
  if (RE2::FullMatch(from, kPlain)) out.from = from;
  if (RE2::FullMatch(to, kPlain)) out.to = to;
  return out;
}

// Null where the pair does not say how to call it: names alone make no twin. Parameters that are
// not the same are not handed over; whoever gives them has no twin.
std::unique_ptr<PairTwin> MakeTwin(const knowledge::Pair& pair, const Direction& direction) {
  auto out = std::make_unique<PairTwin>();
  out->twin = pair.to;
  out->by = pair.by;
  out->operation.name = pair.from;
  Spelling from, to;
  from.callee = ShortName(pair.from);
  to.callee = ShortName(pair.to);
  for (const knowledge::ParameterPair& one : pair.parameters) {
    const bool first = from.parameters.empty();
    if (one.from.empty()) {
      if (!one.to.empty() && one.note.find("must be given") != std::string::npos) return nullptr;
      continue;
    }
    const bool alike = !one.to.empty() && Alike(one.from, one.to);
    if (first && !alike) return nullptr;
    // The object comes first, as x: tensors are recognised by that name.
    const std::string slot = first ? "x" : one.from;
    Parameter source{{one.from}, slot, !first, false, false, std::nullopt};
    if (alike) {
      Parameter target{{one.to}, slot, !first, false, false, std::nullopt};
      if (const Defaults defaults = ReadDefaults(one.note); defaults.differ) {
        // A default that cannot be written out: only where the argument is given.
        if (!defaults.from || *defaults.from == "None") {
          source.optional = target.optional = false;
        } else {
          source.standard = defaults.from;
          target.standard = defaults.to;
        }
      }
      if (one.note.find("must be given") != std::string::npos)
        source.optional = target.optional = false;
      to.parameters.push_back(std::move(target));
    } else if (one.note.find("must be given") != std::string::npos) {
      return nullptr;
    }
    from.parameters.push_back(std::move(source));
  }
  if (from.parameters.empty()) return nullptr;
  for (Spelling* one : {&from, &to})
    for (const Parameter& parameter : one->parameters) one->slots.insert(parameter.slot);
  out->operation.spellings[direction.from] = {from};
  out->operation.spellings[direction.to] = {to};
  return out;
}

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

const PairTwin* PairTwins::Find(const std::string& api, const Rules& rules) {
  const std::lock_guard lock(*mutex_);
  if (const auto found = made_.find(api); found != made_.end()) return found->second.get();
  if (!loaded_) {
    loaded_ = true;
    if (source_)
      if (auto base = source_(); base.ok()) base_ = std::move(base).value();
  }
  auto& made = made_[api];
  const knowledge::Pair* pair = knowledge::FindPair(base_, api);
  if (pair == nullptr || IsClass(api) || IsClass(pair->to)) return nullptr;
  if (IsStateful(pair->from) || IsStateful(pair->to)) return nullptr;
  if (!use_model_ && pair->by != "name") return nullptr;
  if (rules.FalseFriend(pair->from, pair->to)) return nullptr;
  // A method of the twin would have to be called on something else than a name.
  if (pair->to.find(".Tensor.") != std::string::npos ||
      pair->to.find(".Array.") != std::string::npos)
    return nullptr;
  made = MakeTwin(*pair, direction_);
  return made.get();
}

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
  if (json.is_discarded()) return Invalid(StrCat(path, " is not JSON; remove it"));
  return knowledge::ReadPairBase(json);
}

std::string DescribePairs(const knowledge::PairBase& base, const Versions& installed) {
  return StrCat(Described(base.from, base.from_version, installed.from), " and ",
                Described(base.to, base.to_version, installed.to));
}

}  // namespace assay::mirror
