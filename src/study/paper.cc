#include "study/paper.h"

#include "base/files.h"
#include "base/strings.h"
#include "base/toml.h"
#include "lab/registry.h"

namespace assay::study {
namespace {

constexpr const char* kFile = "/data/study/paper.toml";

// Reads keys and remembers the first that is missing.
class Reader {
 public:
  double Number(const Toml& table, const char* key) {
    const auto value = table[key].As<double>();
    if (!value.has_value() && missing_.empty()) missing_ = key;
    return value.value_or(0);
  }
  const Toml& Section(const Toml& table, const char* key) {
    if (!table[key].IsTable() && missing_.empty()) missing_ = key;
    return table[key];
  }
  const std::string& missing() const { return missing_; }

 private:
  std::string missing_;
};

void ReadOperators(const Toml& table, Reader& reader, Paper& out) {
  for (const Toml& row : table.entries()) {
    if (!row.IsTable()) continue;
    PaperOperator& op = out.operators[row.key()];
    op.illegal_percent = reader.Number(row, "illegal_percent");
    op.seconds = reader.Number(row, "seconds");
    for (const Toml& value : row["inconsistency"].items())
      op.inconsistency.push_back(value.Or(0.0));
  }
}

void ReadMethods(const Toml& table, Paper& out) {
  for (const Toml& row : table.entries()) {
    if (!row.IsTable()) continue;
    PaperMethod& method = out.methods[row.key()];
    method.earlier = row["earlier"].As<int>();
    method.earlier_confirmed = row["earlier_confirmed"].As<int>();
    method.reported = row["reported"].As<int>();
    method.unique = row["unique"].As<int>();
    method.confirmed = row["confirmed"].As<int>();
  }
}

void ReadDefects(const Toml& table, Paper& out) {
  for (const Toml& row : table.entries()) {
    if (!row.IsTable()) continue;
    PaperDefect& defect = out.defects[row.key()];
    defect.id = row["id"].Or(0);
    defect.what = row["what"].Text();
    defect.type = row["type"].Text();
    defect.fixed = row["fixed"].Or(false);
  }
}

}  // namespace

Result<Paper> Paper::Parse(const std::string& text, const std::string& path) {
  ASSAY_ASSIGN(const Toml table, Toml::Parse(text, path));
  Paper out;
  Reader reader;
  ReadOperators(reader.Section(table, "operators"), reader, out);
  ReadMethods(reader.Section(table, "methods"), out);
  ReadDefects(reader.Section(table, "defects"), out);
  for (const Toml& type : reader.Section(table, "types").entries())
    out.types[type.key()] = type.Or(0.0);
  out.pairs = table["pairs"].Texts();
  const Toml& findings = reader.Section(table, "findings");
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
