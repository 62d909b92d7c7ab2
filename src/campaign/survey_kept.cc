#include "campaign/survey_kept.h"

#include <unistd.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "base/files.h"
#include "base/folders.h"
#include "base/hash.h"
#include "base/json.h"
#include "base/strings.h"

namespace assay::campaign {
namespace {

namespace fs = std::filesystem;

// Path, size and time of the last change; "" for what is no file.
std::string StateOf(const fs::path& file) {
  std::error_code failed;
  if (!fs::is_regular_file(file, failed)) return "";
  return StrCat(file.string(), " ", fs::file_size(file, failed), " ",
                fs::last_write_time(file, failed).time_since_epoch().count(), "\n");
}

// A worker in Python is all that lies beside it.
std::string StateOfWord(const std::string& word) {
  std::string out = StateOf(word);
  if (out.empty() || !word.ends_with(".py")) return out;
  std::vector<std::string> files;
  std::error_code failed;
  for (const auto& entry : fs::recursive_directory_iterator(fs::path(word).parent_path(), failed))
    if (entry.path().extension() == ".py") files.push_back(StateOf(entry.path()));
  std::ranges::sort(files);
  return out + Join(files, "");
}

std::string FileFor(const lab::Target& target) {
  std::string key = StrCat(StateOf(fs::canonical("/proc/self/exe")), target.name, "\n",
                           target.version, "\n", target.manifest->opset_max, "\n");
  for (const std::string& word : target.command.words) key += StrCat(word, "\n", StateOfWord(word));
  for (const auto& [name, value] : target.command.variables) key += StrCat(name, "=", value, "\n");
  return StrCat(CacheFolder(), "/surveys/", HashBytes(key), ".json");
}

}  // namespace

std::optional<std::vector<uint64_t>> KeptAnswer(const lab::Target& target) {
  const auto text = ReadFile(FileFor(target));
  if (!text.ok()) return std::nullopt;
  const nlohmann::json kept = ParseJson(*text);
  std::vector<uint64_t> out;
  if (!kept.is_array()) return std::nullopt;
  for (const nlohmann::json& key : kept) {
    if (!key.is_number_unsigned()) return std::nullopt;
    out.push_back(key.get<uint64_t>());
  }
  return out;
}

void KeepAnswer(const lab::Target& target, const std::vector<uint64_t>& gaps) {
  const std::string file = FileFor(target), aside = StrCat(file, ".", getpid());
  std::error_code ignored;
  fs::create_directories(fs::path(file).parent_path(), ignored);
  if (WriteFile(aside, nlohmann::json(gaps).dump()).ok()) fs::rename(aside, file, ignored);
}

}  // namespace assay::campaign
