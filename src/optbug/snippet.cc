#include "optbug/snippet.h"

#include <algorithm>
#include <cctype>

#include "base/strings.h"
#include "knowledge/text.h"
#include "program/parse/model_apis.h"
#include "program/parse/program.h"

namespace assay::optbug {
namespace {

using program::Call;
using program::Decomposition;
using program::Node;
using program::Program;
using program::Span;

constexpr size_t kMostModelText = 400;  // a description, not the program again
constexpr size_t kMostDataText = 200;

constexpr std::string_view kElementTypes[] = {
    "bfloat16", "bool",  "cdouble", "cfloat",        "complex128",  "complex32", "complex64",
    "double",   "float", "float16", "float32",       "float64",     "half",      "int16",
    "int32",    "int4",  "int64",   "int8",          "long",        "qint32",    "qint8",
    "quint8",   "short", "string",  "float8_e4m3fn", "float8_e5m2", "uint16",    "uint32",
    "uint64",   "uint8", "variant", "resource"};

bool Inside(Span inner, Span outer) { return inner.begin >= outer.begin && inner.end <= outer.end; }

void AddOnce(std::vector<std::string>& to, const std::string& name) {
  if (!name.empty() && std::ranges::find(to, name) == to.end()) to.push_back(name);
}

// Without methods of what is there itself: torch.nn.Linear.__call__ beside torch.nn.Linear. They
// were called on an object that the other made.
std::vector<std::string> WithoutMethods(const std::vector<std::string>& names) {
  std::vector<std::string> out;
  for (const std::string& name : names) {
    const bool method = std::ranges::any_of(
        names, [&](const std::string& owner) { return name.starts_with(owner + "."); });
    if (!method) out.push_back(name);
  }
  return out;
}

std::string Cut(std::string text, size_t most) {
  if (text.size() <= most) return text;
  const size_t end = text.find_last_of(" ,", most);
  return text.substr(0, end == std::string::npos ? most : end) + " …";
}

// Calls of frameworks within `span` in the order of the text.
std::vector<const Call*> FrameworkCalls(const Program& program, Span span) {
  std::vector<const Call*> out;
  for (const Call& call : program.calls)
    if (Inside(call.span, span) && !program::FrameworkOfApi(call.api).empty() &&
        program::OptimiserTechnique(call.api).empty() && !call.decorator)
      out.push_back(&call);
  std::ranges::stable_sort(
      out, [](const Call* a, const Call* b) { return a->span.begin < b->span.begin; });
  return out;
}

std::string ArgumentsText(const Call& call) {
  std::vector<std::string> out;
  for (const program::Argument& argument : call.arguments) {
    const bool named = !argument.keyword.empty() && argument.keyword[0] != '*';
    out.push_back(StrCat(named ? argument.keyword + "=" : "", knowledge::Squeeze(argument.text)));
  }
  return Join(out, ", ");
}

// The element types that a program names, as full names: torch.int8, tensorflow.float16.
std::vector<std::string> NamedElementTypes(const Program& program) {
  std::vector<std::string> out;
  program.tree.Walk([&](const Node& node) {
    if (!node.is("attribute")) return true;
    const std::string full = ResolveName(program, std::string(node.text()));
    const std::string_view last = knowledge::LastPart(full);
    const bool named = std::ranges::find(kElementTypes, last) != std::end(kElementTypes);
    // numpy's count as well: arrays are what some models are fed with.
    if (named && std::ranges::count(full, '.') == 1) AddOnce(out, full);
    return true;
  });
  return out;
}

std::string_view KindName(program::ModelPart::Kind kind) {
  constexpr std::string_view kNames[] = {"class", "model", "function"};
  return kNames[static_cast<int>(kind)];
}

}  // namespace

std::vector<std::string> Snippet::apis() const {
  std::vector<std::string> out = layers;
  for (const std::string& api : optimisers)
    if (std::ranges::find(out, api) == out.end()) out.push_back(api);
  return out;
}

std::vector<std::string> Snippet::all_types() const {
  std::vector<std::string> out = types;
  if (!exception.empty()) out.push_back(exception);
  return out;
}

bool ReadStructure(Snippet& snippet) {
  const program::Program program = program::ReadProgram(snippet.source);
  if (!program.errors().empty()) return false;
  snippet.parts = program::Decompose(program);
  if (snippet.framework.empty()) snippet.framework = FrameworkOf(program);
  snippet.optimisers = OptimisersOf(program, snippet.parts);
  snippet.layers = LayersOf(program, snippet.parts);
  snippet.types = TypesOf(program, snippet.parts);
  snippet.model = DescribeModel(program, snippet.parts);
  snippet.data = DescribeData(snippet.parts);
  return !snippet.optimisers.empty();
}

std::string ResolveName(const Program& program, const std::string& text) {
  const size_t dot = text.find('.');
  const std::string head = text.substr(0, dot);
  if (!knowledge::IsIdentifier(head)) return "";
  for (const char c : text)
    if (std::isalnum(static_cast<unsigned char>(c)) == 0 && c != '_' && c != '.') return "";
  for (const program::Import& import : program.imports) {
    if (import.local != head) continue;
    // `import torch.nn` makes the name torch.
    const std::string full = import.full.starts_with(head + ".") ? head : import.full;
    return dot == std::string::npos ? full : full + text.substr(dot);
  }
  return "";
}

std::string FrameworkOf(const Program& program) {
  for (const program::Import& import : program.imports)
    if (const std::string found = program::FrameworkOfApi(import.full); !found.empty())
      return found;
  return "";
}

std::vector<std::string> OptimisersOf(const Program&, const Decomposition& parts) {
  std::vector<std::string> out;
  for (const program::OptimiserPart& part : parts.optimisers) AddOnce(out, part.api);
  return WithoutMethods(out);
}

std::vector<std::string> LayersOf(const Program& program, const Decomposition& parts) {
  std::vector<std::string> out;
  for (const program::ModelPart& part : parts.models)
    for (const Call* call : FrameworkCalls(program, part.span)) AddOnce(out, call->api);
  for (const program::OptimiserPart& part : parts.optimisers) {
    const Call& call = program.calls[part.call];
    if (call.arguments.empty()) continue;
    const std::string given = ResolveName(program, call.arguments[0].text);
    if (!program::FrameworkOfApi(given).empty()) AddOnce(out, given);
  }
  return WithoutMethods(out);
}

std::vector<std::string> TypesOf(const Program& program, const Decomposition& parts) {
  std::vector<std::string> out;
  for (const program::InputPart& part : parts.inputs) AddOnce(out, part.type);
  const std::vector<std::string> named = NamedElementTypes(program);
  for (const std::string& type : named) AddOnce(out, type);
  const std::string framework = FrameworkOf(program);
  if (named.empty() && !framework.empty()) AddOnce(out, framework + ".float32");
  return out;
}

std::string DescribeModel(const Program& program, const Decomposition& parts) {
  std::vector<std::string> models;
  for (const program::ModelPart& part : parts.models) {
    std::vector<std::string> calls;
    for (const Call* call : FrameworkCalls(program, part.span))
      calls.push_back(StrCat(call->api, "(", ArgumentsText(*call), ")"));
    models.push_back(StrCat(KindName(part.kind), " ", part.name, ": ",
                            calls.empty() ? "plain Python" : Join(calls, ", ")));
  }
  if (models.empty())
    for (const std::string& api : LayersOf(program, parts)) models.push_back("function " + api);
  return Cut(Join(models, "; "), kMostModelText);
}

std::string DescribeData(const Decomposition& parts) {
  std::vector<std::string> out;
  for (const program::InputPart& part : parts.inputs) out.push_back(knowledge::Squeeze(part.text));
  return Cut(Join(out, "; "), kMostDataText);
}

}  // namespace assay::optbug
