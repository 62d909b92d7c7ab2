#include "trial/call.h"

#include <algorithm>
#include <cctype>
#include <iterator>
#include <set>

#include "base/strings.h"
#include "knowledge/text.h"

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
  return std::find(std::begin(kTaken), std::end(kTaken), name) != std::end(kTaken);
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
           std::any_of(call_.setup.begin(), call_.setup.end(), mentioned))
      variable += "_";
    out_.statements.push_back(StrCat(variable, " = ", argument.expression));
    return variable;
  }

  const ApiCall& call_;
  WrittenCall& out_;
  std::set<std::string> bound_;
};

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
  WrittenCall out;
  out.statements = call.setup;
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

}  // namespace assay::trial
