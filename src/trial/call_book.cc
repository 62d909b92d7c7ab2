#include "trial/call_book.h"

#include <re2/re2.h>
#include <toml++/toml.h>

#include "base/files.h"
#include "base/strings.h"
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

std::vector<std::string> TextsOf(const toml::node& node, const Dialect& dialect) {
  std::vector<std::string> out;
  if (const auto one = node.value<std::string>()) out.push_back(ExpandTensors(*one, dialect));
  if (const toml::array* list = node.as_array())
    for (const toml::node& item : *list)
      if (const auto text = item.value<std::string>()) out.push_back(ExpandTensors(*text, dialect));
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
  ASSAY_ASSIGN(const std::string text, ReadFile(path));
  toml::table file;
  try {
    file = toml::parse(text, path);
  } catch (const toml::parse_error& error) {
    return Invalid(StrCat(path, ":", error.source().begin.line, ": ", error.description()));
  }
  CallBook out;
  if (const toml::table* names = file["names"].as_table())
    for (const auto& [name, statement] : *names)
      out.names[std::string(name.str())] =
          ExpandTensors(statement.value_or(std::string()), dialect);
  if (const toml::table* values = file["values"].as_table())
    for (const auto& [name, list] : *values)
      out.values[std::string(name.str())] = TextsOf(list, dialect);
  if (const toml::array* calls = file["calls"].as_array()) out.calls = TextsOf(*calls, dialect);
  return out;
}

}  // namespace assay::trial
