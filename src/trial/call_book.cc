#include "trial/call_book.h"

#include <re2/re2.h>

#include "base/strings.h"
#include "base/toml.h"
#include "lab/registry.h"

namespace assay::trial {
namespace {

std::string LongName(const std::string& name) {
  if (name == "f32") return "float32";
  if (name == "f64") return "float64";
  if (name == "i32") return "int32";
  if (name == "i64") return "int64";
  if (name == "c64") return "complex64";
  return name;
}

Dims ReadDims(const std::string& text) {
  Dims out;
  for (const std::string& part : Split(text, ','))
    if (part.find_first_of("0123456789") != std::string::npos) out.push_back(std::stoll(part));
  return out;
}

std::vector<std::string> TextsOf(const Toml& value, const Dialect& dialect) {
  std::vector<std::string> out;
  if (value.IsText()) out.push_back(ExpandTensors(value.Text(), dialect));
  for (const std::string& text : value.Texts()) out.push_back(ExpandTensors(text, dialect));
  return out;
}

}  // namespace

std::string ExpandTensors(const std::string& text, const Dialect& dialect) {
  static const RE2 kTensor(R"(\b(f32|f64|i32|i64|c64|bool)\[([0-9, ]*)\])");
  std::string out, type, dims;
  re2::StringPiece rest(text);
  for (size_t from = 0; RE2::FindAndConsume(&rest, kTensor, &type, &dims);) {
    const size_t end = text.size() - rest.size();
    const size_t begin = end - type.size() - dims.size() - 2;  // its brackets
    out += text.substr(from, begin - from) + dialect.tensor(ReadDims(dims), LongName(type));
    from = end;
  }
  return out.append(rest.data(), rest.size());
}

Result<CallBook> LoadCallBook(const Dialect& dialect) {
  const std::string path =
      StrCat(lab::HomeFolder(), "/data/judge/calls/", dialect.framework, ".toml");
  ASSAY_ASSIGN(const Toml file, Toml::Load(path));
  CallBook out;
  for (const Toml& name : file["names"].entries())
    out.names[name.key()] = ExpandTensors(name.Text(), dialect);
  for (const Toml& value : file["values"].entries())
    out.values[value.key()] = TextsOf(value, dialect);
  if (file["calls"].IsArray()) out.calls = TextsOf(file["calls"], dialect);
  return out;
}

}  // namespace assay::trial
