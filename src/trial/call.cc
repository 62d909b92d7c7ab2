#include "trial/call.h"

#include <re2/re2.h>

#include <algorithm>
#include <cctype>
#include <iterator>
#include <set>

#include "base/strings.h"
#include "base/toml.h"
#include "knowledge/text.h"
#include "lab/registry.h"

namespace assay::trial {
namespace {

using knowledge::LastPart;

// Short enough to read where it stands.
constexpr size_t kInline = 14;

bool IsPlain(const std::string& text) {
  return text.size() <= kInline && text.find('(') == std::string::npos &&
         text.find('[') == std::string::npos;
}

// Variables must not hide what programs use.
bool IsTaken(const std::string& name) {
  constexpr std::string_view kTaken[] = {"torch",  "tf",          "jax",   "jnp",      "np",
                                         "print",  "onnxruntime", "same",  "describe", "float",
                                         "object", "type",        "lambda"};
  return std::ranges::find(kTaken, name) != std::end(kTaken);
}

bool IsWordIn(const std::string& text, const std::string& word) {
  const auto part = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; };
  for (size_t at = text.find(word); at != std::string::npos; at = text.find(word, at + 1))
    if ((at == 0 || !part(text[at - 1])) &&
        (at + word.size() == text.size() || !part(text[at + word.size()])))
      return true;
  return false;
}

// Binds arguments to variables; a name that the setup uses for something else is not theirs.
class Writer {
 public:
  Writer(const ApiCall& call, WrittenCall& out) : call_(call), out_(out) {}

  std::string List(const std::vector<CallArgument>& arguments) {
    std::vector<std::string> out;
    for (const CallArgument& argument : arguments) {
      const std::string value = Bind(argument);
      if (!argument.name.empty()) out_.values.emplace_back(argument.name, value);
      out.push_back(argument.keyword ? StrCat(argument.name, "=", value) : value);
    }
    return Join(out, ", ");
  }

 private:
  std::string Bind(const CallArgument& argument) {
    if (argument.name.empty() || IsPlain(argument.expression)) return argument.expression;
    std::string variable = argument.name;
    const auto mentioned = [&](const std::string& text) { return IsWordIn(text, variable); };
    while (IsTaken(variable) || !bound_.insert(variable).second ||
           std::ranges::any_of(call_.setup, mentioned))
      variable += "_";
    out_.statements.push_back(StrCat(variable, " = ", argument.expression));
    return variable;
  }

  const ApiCall& call_;
  WrittenCall& out_;
  std::set<std::string> bound_;
};

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

const CallArgument* ApiCall::Find(std::string_view name) const {
  for (const CallArgument& argument : arguments)
    if (argument.name == name) return &argument;
  return nullptr;
}

ApiCall ApiCall::With(std::string_view name, std::string_view expression) const {
  ApiCall out = *this;
  for (CallArgument& argument : out.arguments)
    if (argument.name == name) {
      argument = {argument.name, std::string(expression), argument.keyword, "", {}};
      return out;
    }
  out.arguments.push_back({std::string(name), std::string(expression), true, "", {}});
  return out;
}

ApiCall ApiCall::Without(std::string_view name) const {
  ApiCall out = *this;
  std::erase_if(out.arguments, [&](const CallArgument& a) { return a.name == name; });
  return out;
}

WrittenCall Write(const ApiCall& call, const knowledge::ApiDoc& doc) {
  WrittenCall out{.statements = call.setup};
  std::string callee = doc.name;
  if (!call.receiver.empty()) {
    out.statements.push_back("receiver = " + call.receiver);
    out.values.emplace_back("receiver", "receiver");
    callee = StrCat("receiver.", LastPart(doc.name));
  }
  Writer writer(call, out);
  if (doc.kind == "property") {
    out.expression = callee;
    return out;
  }
  out.expression = StrCat(callee, "(", writer.List(call.arguments), ")");
  if (call.is_called) out.expression += StrCat("(", writer.List(call.then_called_with), ")");
  return out;
}

bool SameText(std::string_view a, std::string_view b) {
  const auto dense = [](std::string_view text) {
    std::string out;
    for (const char c : text)
      if (c != ' ') out += c == '"' ? '\'' : c;
    return out;
  };
  return dense(a) == dense(b);
}

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
