#include "optbug/forms/take.h"

#include <algorithm>
#include <filesystem>

#include "base/files.h"
#include "base/strings.h"
#include "knowledge/pool/pool.h"
#include "lab/registry.h"
#include "program/parse/decompose.h"

namespace assay::optbug {
namespace {

namespace fs = std::filesystem;
using program::Decomposition;
using program::Node;
using program::Span;

constexpr uint64_t kMostBytes = 1 << 20;

bool Overlap(const Span& a, const Span& b) { return a.begin < b.end && b.begin < a.end; }

bool Optimises(const program::Program& read, const Decomposition& parts, const Node& statement) {
  return std::ranges::any_of(parts.optimisers, [&](const auto& optimiser) {
    return Overlap(read.calls[optimiser.call].span, statement.span());
  });
}

// The names that top statements before the optimisation bind.
bool Binds(const std::string& top, const std::string& name) {
  return top.find("\n" + name + " = ") != top.npos || top.find("\n" + name + ", ") != top.npos ||
         top.find(", " + name + " = ") != top.npos || top.find(", " + name + ", ") != top.npos;
}

bool IsPlainName(const std::string& text) {
  return !text.empty() && std::ranges::all_of(text, [](unsigned char c) {
    return std::isalnum(c) != 0 || c == '_';
  });
}

// The variable that the statement around `span` makes: net of `net = Sequential(…).eval()`.
std::string AssignedBy(const program::Program& read, const Span& span) {
  for (const Node& statement : read.tree.root().children()) {
    if (!Overlap(statement.span(), span)) continue;
    const std::string text(statement.text());
    const std::string name = text.substr(0, text.find(" = "));
    return IsPlainName(name) ? name : "";
  }
  return "";
}

// The model as an expression: a variable of its class, or a function wrapped into a module.
std::string ModelText(const program::Program& read, const program::ModelPart& model,
                      const std::string& framework, std::string& top) {
  using Kind = program::ModelPart::Kind;
  if (model.kind == Kind::kClass) {
    for (const program::Variable& variable : read.variables)
      if (variable.type == model.name && variable.inside.empty() && Binds(top, variable.name))
        return variable.name;
    return "";
  }
  if (model.kind == Kind::kFunctional) {
    const std::string name = AssignedBy(read, model.span);
    return Binds(top, name) ? name : "";
  }
  if (top.find("def " + model.name + "(") == top.npos) return "";
  // Keras would turn the inputs into its own element type.
  const bool torch = framework == "torch";
  top +=
      StrCat("\n\nclass Whole(", torch ? "nn.Module" : "tf.keras.Model", "):\n",
             torch ? "" : "    def __init__(self):\n        super().__init__(autocast=False)\n\n",
             "    def ", torch ? "forward" : "call", "(self, *values):\n        return ",
             model.name, "(*values)\n\n");
  return "Whole()";
}

// Of a folder and those in it, by name.
Result<std::vector<std::string>> PythonFiles(const std::string& folder) {
  std::error_code failed;
  if (!fs::is_directory(folder, failed))
    return Invalid(StrCat("--import: ", folder, " is not a folder"));
  std::vector<std::string> out;
  for (auto it = fs::recursive_directory_iterator(folder, failed);
       !failed && it != fs::recursive_directory_iterator(); it.increment(failed))
    if (it->path().extension() == ".py" && !it->is_directory(failed))
      out.push_back(it->path().string());
  if (failed) return Invalid(StrCat("--import: ", folder, ": ", failed.message()));
  if (out.empty()) return Invalid(StrCat("--import: there is no Python file in ", folder));
  std::ranges::sort(out);
  return out;
}

}  // namespace

std::optional<Taken> TakeModel(const std::string& program, const std::string& framework) {
  const program::Program read = program::ReadProgram(program);
  const Decomposition parts = program::Decompose(read);
  if (!read.errors().empty() || !parts.Complete()) return std::nullopt;
  Taken out{.top = "\n"};
  bool first = true;
  for (const Node& statement : read.tree.root().children()) {
    if (Optimises(read, parts, statement)) break;
    const bool text = first && statement.is("expression_statement");
    first = false;
    if (text || statement.is("assert_statement") || statement.text().starts_with("print("))
      continue;
    out.top += std::string(statement.text()) + "\n";
  }
  std::vector<std::string> inputs;
  for (const program::InputPart& input : parts.inputs)
    if (IsPlainName(input.name) && Binds(out.top, input.name) &&
        std::ranges::find(inputs, input.name) == inputs.end())
      inputs.push_back(input.name);
  if (inputs.empty()) return std::nullopt;
  for (const program::ModelPart& model : parts.models) {
    if (model.framework != framework) continue;
    out.model = ModelText(read, model, framework, out.top);
    if (out.model.empty()) continue;
    if (model.kind == program::ModelPart::Kind::kFunction) {
      const program::Definition* made = read.FindDefinition(model.name);
      if (made == nullptr || made->parameters.size() != inputs.size()) continue;
      out.tags.insert("no-script");
    }
    out.inputs = StrCat("(", Join(inputs, ", "), ",)");
    // Nothing is known of its values: optimisers that are picky leave it alone.
    out.tags.insert({"other-float", "extreme", "integer-input"});
    return out;
  }
  return std::nullopt;
}

Result<std::vector<Form>> TakenForms(const Parts& parts, const std::string& folder,
                                     std::set<std::string>& left_out) {
  const std::string framework = parts.framework == "onnxruntime" ? "torch" : parts.framework;
  std::vector<Form> out;
  const auto take = [&](const std::string& id, const std::string& code, const Past& past) {
    if (auto taken = TakeModel(code, framework))
      out.push_back({.origin = id,
                     .taken = std::move(taken),
                     .category = past.category,
                     .exception = past.exception});
  };
  if (folder.empty()) {
    ASSAY_ASSIGN(const auto pool, knowledge::LoadPool(lab::HomeFolder() + "/pool"));
    for (const knowledge::PoolProgram& program : pool)
      if (program.kind == "optimisation" && program.framework == framework)
        take(program.id, program.code, {program.id, program.api, program.category, ""});
    return out;
  }
  ASSAY_ASSIGN(const auto files, PythonFiles(folder));
  for (const std::string& file : files) {
    const auto code = ReadFile(file, kMostBytes);
    if (code.ok())
      take(file, *code, {});
    else
      left_out.insert("--import: " + code.error().message);
  }
  return out;
}

Result<std::vector<Past>> PastsOf(const std::string& framework) {
  const std::string home = framework == "onnxruntime" ? "torch" : framework;
  ASSAY_ASSIGN(const auto pool, knowledge::LoadPool(lab::HomeFolder() + "/pool"));
  std::vector<Past> out;
  for (const knowledge::PoolProgram& program : pool) {
    if (program.kind != "optimisation" || program.framework != home) continue;
    const std::string word = program.message.substr(0, program.message.find_first_of(": "));
    const bool error = word.ends_with("Error");
    out.push_back(
        {program.id, program.api, program.category, error ? word.substr(word.rfind('.') + 1) : ""});
  }
  return out;
}

}  // namespace assay::optbug
