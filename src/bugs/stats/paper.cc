#include "bugs/stats/paper.h"

#include <toml++/toml.h>

#include "base/files.h"
#include "base/strings.h"
#include "lab/registry.h"
#include "lab/table_reader.h"

namespace assay::bugs {
namespace {

constexpr const char* kWhat = "the paper's figures";

Result<PaperLibrary> ReadLibrary(const toml::table& table, const std::string& path) {
  PaperLibrary out;
  lab::TableReader reader(table, path, "library.", kWhat);
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
Result<PaperType> ReadType(const toml::table& table, const std::string& path) {
  PaperType out;
  for (const auto& [key, node] : table) {
    const std::string name(key.str());
    if (name == "name") {
      out.name = node.value_or(std::string());
      continue;
    }
    const auto count = node.value<int64_t>();
    if (!count.has_value())
      return Invalid(StrCat(path, ":", node.source().begin.line, ": type.", name, " is no number"));
    out.counts[name] = static_cast<int>(*count);
  }
  if (out.name.empty())
    return Invalid(StrCat(path, ":", table.source().begin.line, ": a type without a name"));
  return out;
}

Result<PaperSelection> ReadSelection(const toml::table& table, const std::string& path) {
  PaperSelection out;
  lab::TableReader reader(table, path, "selection.", kWhat);
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
Status ReadAll(lab::TableReader& reader, const char* key, const std::string& path,
               Result<T> (*read)(const toml::table&, const std::string&), std::vector<T>& out) {
  const toml::array* entries = reader.Tables(key);
  if (entries == nullptr) return {};
  for (const toml::node& node : *entries) {
    ASSAY_ASSIGN(T entry, read(*node.as_table(), path));
    out.push_back(std::move(entry));
  }
  return {};
}

}  // namespace

Result<Paper> LoadPaper(const std::string& given) {
  const std::string path = given.empty() ? lab::HomeFolder() + "/data/bugs/paper.toml" : given;
  ASSAY_ASSIGN(const std::string text, ReadFile(path));
  toml::table table;
  try {
    table = toml::parse(text, path);
  } catch (const toml::parse_error& error) {
    return Invalid(StrCat(path, ":", error.source().begin.line, ": ", error.description()));
  }
  Paper out;
  lab::TableReader reader(table, path, "", kWhat);
  ASSAY_RETURN_IF_ERROR(ReadAll(reader, "library", path, ReadLibrary, out.libraries));
  ASSAY_RETURN_IF_ERROR(ReadAll(reader, "type", path, ReadType, out.types));
  ASSAY_RETURN_IF_ERROR(ReadAll(reader, "selection", path, ReadSelection, out.selections));
  ASSAY_RETURN_IF_ERROR(reader.Done());
  return out;
}

}  // namespace assay::bugs
