#include "bugs/database/known_notes.h"

#include <cstdio>

#include "base/files.h"
#include "base/hash.h"
#include "base/strings.h"
#include "base/toml.h"
#include "bugs/database/folder.h"
#include "lab/registry.h"

namespace assay::bugs {
namespace {

constexpr const char* kFile = "/data/bugs/bugsindlls.toml";
constexpr const char* kTest = "test";
constexpr uint64_t kLargest = 4 << 20;

bool IsAbout(const Toml& entry, const Bug& bug) {
  const auto text = ReadFile(bug.folder + "/" + bug.test_file, kLargest);
  return text.ok() && TestHash(*text) == entry[kTest].Text();
}

void Add(const Toml& entry, Bug& bug, std::vector<Oddity>& oddities) {
  auto notes = NotesOf(entry, {kTest});
  if (notes.ok())
    bug.notes = std::move(notes).value();
  else
    oddities.push_back({entry.path(), entry.line(), notes.error().message});
}

}  // namespace

std::string TestHash(std::string_view text) {
  char out[17];
  std::snprintf(out, sizeof out, "%016llx", static_cast<unsigned long long>(HashBytes(text)));
  return out;
}

void AddKnownNotes(Database& database, const std::string& path) {
  const std::string file = path.empty() ? lab::HomeFolder() + kFile : path;
  const auto known = Toml::Load(file, kLargest);
  if (!known.ok()) return database.oddities.push_back({file, 0, known.error().message});
  for (Bug& bug : database.bugs) {
    if (!bug.has_folder() || bug.notes || bug.test_file.empty()) continue;
    const Toml& entry = (*known)[bug.library][bug.id];
    if (entry && IsAbout(entry, bug)) Add(entry, bug, database.oddities);
  }
}

}  // namespace assay::bugs
