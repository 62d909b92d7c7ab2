#include "bugs/stats/paper.h"

#include "base/strings.h"
#include "base/table_reader.h"
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
    if (!count.has_value()) return entry.Wrong(StrCat("type.", entry.key(), " is no number"));
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

}  // namespace assay::bugs
