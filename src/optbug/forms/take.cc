#include "optbug/forms/take.h"

#include <algorithm>
#include <filesystem>

#include "base/files.h"
#include "base/strings.h"
#include "knowledge/pool/pool.h"
#include "lab/registry.h"
#include "optbug/forms/slice.h"
#include "optbug/snippet.h"
#include "program/parse/decompose.h"

namespace assay::optbug {
namespace {

namespace fs = std::filesystem;
using program::Decomposition;
using program::Node;
using program::Span;

constexpr uint64_t kMostBytes = 1 << 20;

using Inputs = std::vector<std::string>;

bool LiesIn(const Span& inner, const Span& outer) {
  return inner.begin >= outer.begin && inner.end <= outer.end;
}

bool IsPlainName(const std::string& text) {
  return !text.empty() && std::ranges::all_of(text, [](unsigned char c) {
    return std::isalnum(c) != 0 || c == '_';
  });
}

void AddOnce(auto& to, auto what) {
  if (std::ranges::find(to, what) == to.end()) to.push_back(std::move(what));
}

// Finds what a program's model and inputs are, as expressions; the most likely ones first.
class PartFinder {
 public:
  PartFinder(const program::Program& read, const Decomposition& parts, const std::string& framework)
      : read_(read), parts_(parts), slicer_(read, parts), framework_(framework) {}

  std::vector<Taken> All() const {
    std::vector<Taken> out;
    const std::vector<Inputs> inputs = InputLists();
    for (const std::string& model : Models())
      for (const Inputs& given : inputs)
        if (out.size() < kMostTries)
          if (auto taken = Put(model, given)) out.push_back(std::move(*taken));
    return out;
  }

 private:
  static constexpr size_t kMostTries = 6;

  bool OptimisesIn(const Span& span) const {
    return std::ranges::any_of(parts_.optimisers, [&](const program::OptimiserPart& part) {
      return LiesIn(read_.calls[part.call].span, span);
    });
  }

  // What an optimiser is given, then models by their definitions.
  std::vector<std::string> Models() const {
    std::vector<std::string> out;
    for (const program::OptimiserPart& part : parts_.optimisers) {
      const program::Call& call = read_.calls[part.call];
      if (!call.decorates.empty()) AddOnce(out, call.decorates);
      if (!call.arguments.empty() && !OptimisesIn(call.arguments[0].span))
        AddOnce(out, call.arguments[0].text);
    }
    for (const program::ModelPart& model : parts_.models) {
      if (model.framework != framework_) continue;
      for (const program::Variable& variable : read_.variables)
        if (variable.type == model.name && variable.inside.empty()) AddOnce(out, variable.name);
      if (const std::string name = NameOf(model); !name.empty()) AddOnce(out, name);
      const program::Definition* init = read_.FindDefinition(model.name + ".__init__");
      if (model.kind == program::ModelPart::Kind::kClass &&
          (init == nullptr || init->parameters.size() < 2))
        AddOnce(out, model.name + "()");
    }
    return out;
  }

  // The variable or function that a model is by; "" for a class, or without one.
  std::string NameOf(const program::ModelPart& model) const {
    using Kind = program::ModelPart::Kind;
    if (model.kind == Kind::kClass) return "";
    // net of `net = Sequential(…).eval()`
    for (const program::Variable& variable : read_.variables)
      if (model.kind == Kind::kFunctional && LiesIn(model.span, variable.span))
        return variable.name;
    return IsPlainName(model.name) ? model.name : "";
  }

  // Positional arguments of a call; nothing where it has others.
  static std::optional<Inputs> ArgumentsOf(const program::Call& call, size_t from = 0) {
    Inputs out;
    for (size_t i = from; i < call.arguments.size(); ++i) {
      if (!call.arguments[i].keyword.empty()) return std::nullopt;
      out.push_back(call.arguments[i].text);
    }
    if (out.empty()) return std::nullopt;
    return out;
  }

  // Of calls of the model and of what optimisers made of it, then example inputs, then whatever
  // tensors there are.
  std::vector<Inputs> InputLists() const {
    std::vector<Inputs> out;
    std::vector<std::string> called = Models();
    for (const program::OptimiserPart& part : parts_.optimisers)
      AddOnce(called, read_.calls[part.call].assigned);
    for (const program::Call& call : read_.calls) {
      const bool direct = OptimisesIn(call.callee);
      if (call.inside.empty() &&
          (direct || std::ranges::find(called, call.written) != called.end()))
        if (auto given = ArgumentsOf(call); given && !OptimisesIn(call.arguments[0].span))
          AddOnce(out, std::move(*given));
    }
    for (const program::OptimiserPart& part : parts_.optimisers) {
      const program::Call& call = read_.calls[part.call];
      if (call.arguments.size() < 2 || !call.arguments[1].keyword.empty()) continue;
      std::string example = call.arguments[1].text;
      if (example.starts_with("(") && example.ends_with(")")) {
        // "(x, y)" with nothing nested.
        example = example.substr(1, example.size() - 2);
        if (example.find_first_of("([{") != example.npos) continue;
        Inputs given;
        for (const std::string& piece : Split(example, ','))
          if (!Trim(piece).empty()) given.emplace_back(Trim(piece));
        if (!given.empty()) AddOnce(out, std::move(given));
      } else {
        AddOnce(out, Inputs{example});
      }
    }
    Inputs tensors;
    for (const program::InputPart& input : parts_.inputs)
      if (IsPlainName(input.name)) AddOnce(tensors, input.name);
    if (!tensors.empty()) AddOnce(out, std::move(tensors));
    return out;
  }

  // Whether the expression is a function, which is no model yet.
  bool IsFunction(const std::string& model) const {
    const program::Definition* made = read_.FindDefinition(model);
    if (made != nullptr) return made->kind == program::Definition::Kind::kFunction;
    if (model.starts_with("lambda")) return true;
    return program::RootOf(ResolveName(read_, model)) == framework_;
  }

  std::string WholeOf(const std::string& function, size_t count) const {
    Inputs names;
    for (size_t i = 0; i < count; ++i) names.push_back(StrCat("v", i));
    const bool torch = framework_ == "torch";
    // Keras would turn the inputs into its own element type.
    return StrCat(
        "\n\nclass Whole(", torch ? "nn.Module" : "tf.keras.Model", "):\n",
        torch ? "" : "    def __init__(self):\n        super().__init__(autocast=False)\n\n",
        "    def ", torch ? "forward" : "call", "(self, ", Join(names, ", "), "):\n        return ",
        function.starts_with("lambda") ? "(" + function + ")" : function, "(", Join(names, ", "),
        ")\n\n");
  }

  std::optional<Taken> Put(const std::string& model, const Inputs& inputs) const {
    Taken out{.model = model, .inputs = inputs};
    Inputs all = inputs;
    all.push_back(model);
    const auto top = slicer_.Slice(all), model_top = slicer_.Slice({model}),
               input_top = slicer_.Slice(inputs);
    if (!top || !model_top || !input_top) return std::nullopt;
    out.top = "\n" + *top;
    out.model_top = "\n" + *model_top;
    out.input_top = "\n" + *input_top;
    if (IsFunction(model)) {
      const std::string whole = WholeOf(model, inputs.size());
      out.top += whole;
      out.model_top += whole;
      out.model = "Whole()";
    }
    const std::vector<std::string> apis = LayersOf(read_, parts_);
    out.apis = {apis.begin(), apis.end()};
    out.container = std::ranges::any_of(parts_.models, [&](const program::ModelPart& part) {
      return part.kind == program::ModelPart::Kind::kFunctional && NameOf(part) == model;
    });
    if (out.container)
      std::erase_if(out.apis, [](const std::string& api) { return api.ends_with(".Sequential"); });
    // Nothing is known of its values before it was run: optimisers that are picky leave it alone.
    out.tags = {"other-float", "extreme", "integer-input"};
    if (out.model_top.find(".register_") != std::string::npos) out.tags.insert("hooks");
    return out;
  }

  const program::Program& read_;
  const Decomposition& parts_;
  const Slicer slicer_;
  const std::string framework_;
};

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

std::vector<Taken> TakeModels(const std::string& program, const std::string& framework) {
  const program::Program read = program::ReadProgram(program);
  if (!read.errors().empty()) return {};
  const Decomposition parts = program::Decompose(read);
  return PartFinder(read, parts, framework).All();
}

std::optional<Taken> TakeModel(const std::string& program, const std::string& framework) {
  std::vector<Taken> all = TakeModels(program, framework);
  if (all.empty()) return std::nullopt;
  return std::move(all.front());
}

Taken Exchange(const Taken& model, const Taken& inputs) {
  Taken out = model;
  out.origin = StrCat(model.origin, " with the input of ", inputs.origin);
  std::set<std::string> both;
  const std::set<std::string> here = BoundIn(model.model_top);
  for (const std::string& name : BoundIn(inputs.input_top))
    if (here.contains(name)) both.insert(name);
  out.input_top = Renamed(inputs.input_top, both);
  out.top = model.model_top + out.input_top;
  out.inputs.clear();
  for (const std::string& input : inputs.inputs) out.inputs.push_back(Renamed(input, both));
  // What a run told of both does not hold for the two together.
  std::erase_if(out.tags, [](const std::string& tag) { return tag != "hooks"; });
  out.takes.clear();
  out.gives.clear();
  return out;
}

Taken Apart(const Taken& first, const Taken& second) {
  Taken out = second;
  std::set<std::string> both;
  const std::set<std::string> here = BoundIn(first.top);
  for (const std::string& name : BoundIn(second.top))
    if (here.contains(name)) both.insert(name);
  out.top = Renamed(second.top, both);
  out.model = Renamed(second.model, both);
  for (std::string& input : out.inputs) input = Renamed(input, both);
  return out;
}

Result<std::vector<Form>> TakenForms(const Parts& parts, const std::string& folder,
                                     std::set<std::string>& left_out) {
  const std::string& framework = ModelsOf(parts.framework);
  std::vector<Form> out;
  const auto take = [&](const std::string& id, const std::string& code, const Past& past) {
    if (auto taken = TakeModel(code, framework)) {
      taken->origin = id;
      out.push_back({.origin = id,
                     .taken = std::move(taken),
                     .category = past.category,
                     .exception = past.exception});
    }
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
  const std::string& home = ModelsOf(framework);
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
