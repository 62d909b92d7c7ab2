#include "mirror/pairs/conventions.h"

#include <algorithm>

#include "base/files.h"
#include "base/strings.h"
#include "base/toml.h"
#include "lab/registry.h"

namespace assay::mirror::pairs {
namespace {

bool AnyFits(const std::vector<std::string>& patterns, const std::string& text) {
  return std::ranges::any_of(patterns,
                             [&](const std::string& pattern) { return GlobMatch(pattern, text); });
}

// What is left out fits all.
std::vector<std::string> Patterns(const Toml& list) {
  std::vector<std::string> out = list.Texts();
  if (out.empty()) out.push_back("*");
  return out;
}

}  // namespace

const Convention* Conventions::Find(const std::vector<std::string>& apis, const std::string& change,
                                    const std::string& difference) const {
  for (const Convention& one : all)
    if (AnyFits(one.changes, change) && AnyFits(one.differences, difference) &&
        std::ranges::any_of(apis, [&](const std::string& api) { return AnyFits(one.apis, api); }))
      return &one;
  return nullptr;
}

Result<Conventions> ReadConventions(const std::string& text, const std::string& path) {
  ASSAY_ASSIGN(const Toml file, Toml::Parse(text, path));
  Conventions out;
  for (const Toml& entry : file["convention"].items()) {
    if (!entry.IsTable()) return entry.Wrong("a convention is a table");
    Convention one{entry["name"].Text(),           entry["why"].Text(),
                   Patterns(entry["apis"]),        Patterns(entry["changes"]),
                   Patterns(entry["differences"]), entry["noted"].Or(false)};
    if (one.name.empty() || one.why.empty()) return entry.Wrong("a convention needs name and why");
    if (!entry["apis"] && !entry["changes"] && !entry["differences"])
      return entry.Wrong(
          "a convention needs apis, changes or differences: it would cover everything");
    out.all.push_back(std::move(one));
  }
  return out;
}

Result<Conventions> LoadConventions() {
  const std::string path = lab::HomeFolder() + "/data/mirror/conventions.toml";
  ASSAY_ASSIGN(const std::string text, ReadFile(path));
  return ReadConventions(text, path);
}

}  // namespace assay::mirror::pairs
