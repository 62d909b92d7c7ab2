#include "study/paper.h"

#include <toml++/toml.h>

#include "base/files.h"
#include "base/strings.h"
#include "lab/registry.h"

namespace assay::study {
namespace {

constexpr const char* kFile = "/data/study/paper.toml";

// Reads keys and remembers the first that is missing.
class Reader {
 public:
  double Number(const toml::table& table, const char* key) {
    const auto value = table[key].value<double>();
    if (!value.has_value() && missing_.empty()) missing_ = key;
    return value.value_or(0);
  }
  const toml::table& Section(const toml::table& table, const char* key) {
    static const toml::table kEmpty;
    const toml::table* found = table[key].as_table();
    if (found == nullptr && missing_.empty()) missing_ = key;
    return found == nullptr ? kEmpty : *found;
  }
  const std::string& missing() const { return missing_; }

 private:
  std::string missing_;
};

void ReadOperators(const toml::table& table, Reader& reader, Paper& out) {
  for (const auto& [name, node] : table) {
    const toml::table* row = node.as_table();
    if (row == nullptr) continue;
    PaperOperator& op = out.operators[std::string(name.str())];
    op.illegal_percent = reader.Number(*row, "illegal_percent");
    op.seconds = reader.Number(*row, "seconds");
    if (const toml::array* values = (*row)["inconsistency"].as_array(); values != nullptr)
      for (const toml::node& value : *values) op.inconsistency.push_back(value.value_or(0.0));
  }
}

void ReadMethods(const toml::table& table, Paper& out) {
  for (const auto& [name, node] : table) {
    const toml::table* row = node.as_table();
    if (row == nullptr) continue;
    PaperMethod& method = out.methods[std::string(name.str())];
    method.earlier = (*row)["earlier"].value<int>();
    method.earlier_confirmed = (*row)["earlier_confirmed"].value<int>();
    method.reported = (*row)["reported"].value<int>();
    method.unique = (*row)["unique"].value<int>();
    method.confirmed = (*row)["confirmed"].value<int>();
  }
}

void ReadDefects(const toml::table& table, Paper& out) {
  for (const auto& [name, node] : table) {
    const toml::table* row = node.as_table();
    if (row == nullptr) continue;
    PaperDefect& defect = out.defects[std::string(name.str())];
    defect.id = (*row)["id"].value_or(0);
    defect.what = (*row)["what"].value_or(std::string());
    defect.type = (*row)["type"].value_or(std::string());
    defect.fixed = (*row)["fixed"].value_or(false);
  }
}

}  // namespace

Result<Paper> Paper::Parse(const std::string& toml, const std::string& path) {
  toml::table table;
  try {
    table = toml::parse(toml, path);
  } catch (const toml::parse_error& error) {
    return Invalid(StrCat(path, ":", error.source().begin.line, ": ", error.description()));
  }
  Paper out;
  Reader reader;
  ReadOperators(reader.Section(table, "operators"), reader, out);
  ReadMethods(reader.Section(table, "methods"), out);
  ReadDefects(reader.Section(table, "defects"), out);
  for (const auto& [name, node] : reader.Section(table, "types"))
    out.types[std::string(name.str())] = node.value_or(0.0);
  if (const toml::array* pairs = table["pairs"].as_array(); pairs != nullptr)
    for (const toml::node& pair : *pairs) out.pairs.push_back(pair.value_or(std::string()));
  const toml::table& findings = reader.Section(table, "findings");
  out.backbone_higher_percent = reader.Number(findings, "backbone_higher_percent");
  out.nan_in_last_half_percent = reader.Number(findings, "nan_in_last_half_percent");
  out.kappa = reader.Number(findings, "kappa");
  if (!reader.missing().empty())
    return Invalid(StrCat(path, ": ", reader.missing(), " is missing"));
  return out;
}

Result<Paper> Paper::Load() {
  const std::string path = lab::HomeFolder() + kFile;
  ASSAY_ASSIGN(const std::string text, ReadFile(path));
  return Parse(text, path);
}

}  // namespace assay::study
