#include "bugs/stats/statistics.h"

#include <algorithm>
#include <array>

#include "base/strings.h"
#include "base/table_reader.h"
#include "knowledge/text.h"
#include "lab/registry.h"

namespace assay::bugs {
namespace {

constexpr const char* kWhat = "the paper's figures";

Result<PaperLibrary> ReadLibrary(const Toml& table) {
  PaperLibrary out;
  TableReader reader(table, "library.", kWhat);
  reader.Value("name", out.name);
  reader.Value("bugs", out.bugs);
  reader.Value("release", out.release);
  reader.Value("nightly", out.nightly);
  reader.Value("conda", out.conda);
  reader.Value("docker", out.docker);
  ASSAY_RETURN_IF_ERROR(reader.Done());
  return out;
}

// Every key but the name is a library.
Result<PaperType> ReadType(const Toml& table) {
  PaperType out;
  for (const Toml& entry : table.entries()) {
    if (entry.key() == "name") {
      out.name = entry.Text();
      continue;
    }
    const auto count = entry.As<int>();
    if (!count.has_value()) return entry.Wrong(StrCat("type.", entry.key(), " is not a number"));
    out.counts[entry.key()] = *count;
  }
  if (out.name.empty()) return table.Wrong("a type without a name");
  return out;
}

Result<PaperSelection> ReadSelection(const Toml& table) {
  PaperSelection out;
  TableReader reader(table, "selection.", kWhat);
  reader.Value("library", out.library);
  reader.Value("repository", out.repository);
  reader.Value("since", out.since);
  reader.Value("until", out.until);
  reader.Value("label", out.label);
  reader.Value("filtered", out.filtered);
  reader.Value("inspected", out.inspected);
  reader.Value("reproduced", out.reproduced);
  ASSAY_RETURN_IF_ERROR(reader.Done());
  return out;
}

template <typename T>
Status ReadAll(TableReader& reader, const char* key, Result<T> (*read)(const Toml&),
               std::vector<T>& out) {
  for (const Toml& entry : reader.Tables(key)) {
    ASSAY_ASSIGN(out.emplace_back(), read(entry));
  }
  return {};
}

// Printing recurses, and no honest name is nested this deeply.
constexpr int kDeepest = 64;

struct Ending {
  std::string_view ending, language;
};
// Longer ones first: ".cuh" is not ".c".
constexpr std::array kEndings = {
    Ending{".cuh", "cuda"},  Ending{".cu", "cuda"}, Ending{".pyi", "python"},
    Ending{".py", "python"}, Ending{".cpp", "c++"}, Ending{".cxx", "c++"},
    Ending{".cc", "c++"},    Ending{".c", "c++"},   Ending{".hpp", "c++"},
    Ending{".h", "c++"},     Ending{".inc", "c++"}, Ending{".mm", "c++"},
};

bool Says(const std::string& cell, std::string_view word) { return Lower(Trim(cell)) == word; }

void CountRow(const Bug& bug, LibraryStatistics& out) {
  const BugRow& row = *bug.row;
  ++out.bugs;
  ++(Says(row.nightly, "yes") ? out.nightly : out.release);
  const std::string device = Lower(Trim(row.device));
  ++(device == "cpu" ? out.cpu : device == "gpu" ? out.gpu : out.device_unknown);
  if (bug.has_folder())
    ++(bug.uses_docker ? out.docker : out.conda);
  else
    ++out.rows_without_folder;
  const std::string_view type = ManifestationType(row.type);
  ++(type.empty() ? out.others[std::string(Trim(row.type))] : out.types[std::string(type)]);
  for (const std::string& file : NamesInCell(row.files)) {
    if (const std::string language = LanguageOf(file); !language.empty()) ++out.languages[language];
    out.files.Add(Lower(file), '/');
  }
  for (const std::string& api : NamesInCell(row.buggy_api)) out.apis.Add(api, '.');
  out.versions[std::string(Trim(row.buggy_version))].push_back(bug.id);
}

LibraryStatistics CountLibrary(const Database& database, const std::string& library) {
  LibraryStatistics out;
  out.library = library;
  for (const Bug& bug : database.bugs) {
    if (bug.library != library) continue;
    const bool reproduced = bug.row.has_value() && Says(bug.row->reproduced, "yes");
    out.folders += bug.has_folder() ? 1 : 0;
    if (reproduced)
      CountRow(bug, out);
    else if (bug.has_folder())
      ++out.folders_without_row;
  }
  return out;
}

int At(const std::map<std::string, int>& counts, const std::string& key) {
  const auto found = counts.find(key);
  return found == counts.end() ? 0 : found->second;
}

}  // namespace

Result<Paper> LoadPaper(const std::string& given) {
  const std::string path = given.empty() ? lab::HomeFolder() + "/data/bugs/paper.toml" : given;
  ASSAY_ASSIGN(const Toml table, Toml::Load(path));
  Paper out;
  TableReader reader(table, "", kWhat);
  ASSAY_RETURN_IF_ERROR(ReadAll(reader, "library", ReadLibrary, out.libraries));
  ASSAY_RETURN_IF_ERROR(ReadAll(reader, "type", ReadType, out.types));
  ASSAY_RETURN_IF_ERROR(ReadAll(reader, "selection", ReadSelection, out.selections));
  ASSAY_RETURN_IF_ERROR(reader.Done());
  return out;
}

void NameTree::Add(const std::string& name, char separator) {
  Node* at = &root_;
  int depth = 0;
  for (const std::string& part : Split(name, separator)) {
    if (part.empty()) continue;
    if (++depth > kDeepest) return;
    auto found =
        std::ranges::find_if(at->children, [&](const auto& child) { return child->name == part; });
    if (found == at->children.end()) {
      at->children.push_back(std::make_unique<Node>());
      at->children.back()->name = part;
      found = at->children.end() - 1;
    }
    at = found->get();
    ++at->count;
  }
}

void NameTree::Print(const Node& node, size_t depth, std::string& out) {
  for (const auto& child : node.children) {
    out += StrCat(std::string(2 * depth, ' '), "|-- ", child->name, " (", child->count, ")\n");
    Print(*child, depth + 1, out);
  }
}

std::string NameTree::Text() const {
  std::string out;
  Print(root_, 0, out);
  return out;
}

nlohmann::json NameTree::Below(const Node& node) {
  nlohmann::json out = nlohmann::json::object();
  for (const auto& child : node.children)
    out[child->name] = {{"count", child->count}, {"below", Below(*child)}};
  return out;
}

nlohmann::json NameTree::Json() const { return Below(root_); }

std::string LanguageOf(const std::string& file) {
  const std::string name = Lower(Trim(file));
  if (name.find('.') == std::string::npos) return "";
  for (const Ending& known : kEndings)
    if (name.ends_with(known.ending)) return std::string(known.language);
  return "other";
}

std::vector<std::string> NamesInCell(const std::string& cell) {
  std::vector<std::string> out;
  std::string plain = cell;
  for (char& c : plain)
    if (c == '\n' || c == '\r' || c == ';') c = ',';
  for (const std::string& part : Split(plain, ','))
    if (const std::string_view name = Trim(part); !name.empty()) out.emplace_back(name);
  return out;
}

Statistics Count(const Database& database, const std::string& library) {
  Statistics out;
  for (const std::string& name : database.libraries)
    if (library == "all" || library == name) out.libraries.push_back(CountLibrary(database, name));
  return out;
}

std::vector<Difference> Compare(const Statistics& statistics, const Paper& paper) {
  std::vector<Difference> out;
  const auto compare = [&](int table, const std::string& library, const std::string& row, int then,
                           int now) {
    if (then != now) out.push_back({table, library, row, then, now});
  };
  for (const LibraryStatistics& here : statistics.libraries)
    for (const PaperLibrary& then : paper.libraries) {
      if (then.name != here.library) continue;
      compare(1, then.name, "bugs", then.bugs, here.bugs);
      compare(1, then.name, "release", then.release, here.release);
      compare(1, then.name, "nightly", then.nightly, here.nightly);
      compare(1, then.name, "conda", then.conda, here.conda);
      compare(1, then.name, "docker", then.docker, here.docker);
      for (const PaperType& type : paper.types)
        compare(2, then.name, type.name, At(type.counts, then.name), At(here.types, type.name));
      for (const auto& [type, count] : here.others)
        compare(2, then.name, type.empty() ? "(no type)" : type, 0, count);
    }
  return out;
}

nlohmann::json ToJson(const Statistics& statistics, const std::vector<Difference>& differences,
                      const Database& database) {
  nlohmann::json libraries = nlohmann::json::object(), unlike = nlohmann::json::array(),
                 oddities = nlohmann::json::array();
  int total = 0;
  for (const LibraryStatistics& s : statistics.libraries) {
    libraries[s.library] = With(
        ASSAY_FIELDS(s, bugs, folders, folders_without_row, rows_without_folder, release, nightly,
                     cpu, gpu, device_unknown, conda, docker, types, languages, versions),
        {{"other_types", s.others}, {"files", s.files.Json()}, {"apis", s.apis.Json()}});
    total += s.bugs;
  }
  for (const Difference& d : differences)
    unlike.push_back(ASSAY_FIELDS(d, table, library, row, paper, here));
  for (const auto& oddity : database.oddities)
    oddities.push_back({{"file", oddity.file}, {"line", oddity.line}, {"what", oddity.what}});
  return {{"database", database.root},
          {"total", total},
          {"libraries", std::move(libraries)},
          {"differences_to_paper", std::move(unlike)},
          {"oddities", std::move(oddities)}};
}

}  // namespace assay::bugs
