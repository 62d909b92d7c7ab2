// assay zoo: the subject models. `list` shows them, `build DIR` writes them as ONNX files with
// inputs.
#include <filesystem>
#include <set>

#include "cli/command.h"
#include "cli/table.h"
#include "onnx/model_io.h"
#include "tensor/npz_writer.h"
#include "zoo/zoo.h"

namespace assay::cli {
namespace {

namespace fs = std::filesystem;

struct ZooFlags {
  std::vector<std::string> words;  // list, or build DIR
  std::vector<std::string> models;
  std::string size = "small";
  uint64_t seed = 1;
  bool json = false;
};

struct Figures {
  size_t nodes = 0;
  int64_t parameters = 0;
  std::set<std::string> operators;
};

// Weights are counted; the few numbers that stand for shapes, axes and ratios are not.
Figures Count(const Graph& graph) {
  Figures out;
  out.nodes = graph.node_count();
  for (const auto& [id, tensor] : graph.initializers())
    if (tensor.dtype() != DType::kInt64 && tensor.rank() > 0) out.parameters += tensor.count();
  for (const NodePtr& node : graph.nodes()) out.operators.insert(node->op);
  return out;
}

nlohmann::json FiguresJson(const Figures& figures) {
  return ASSAY_FIELDS(figures, nodes, parameters, operators);
}

Result<int> ListZoo(const ZooFlags& flags) {
  nlohmann::json all = nlohmann::json::array();
  Table table({"model", "task", "data set", "study", "nodes", "parameters", "what it is"});
  for (const zoo::ZooDef& def : zoo::AllModels()) {
    ASSAY_ASSIGN(const auto subject, zoo::Build(def, zoo::Size::kSmall, flags.seed));
    const Figures figures = Count(subject.model.graph);
    all.push_back(With(ASSAY_FIELDS(def, name, task, dataset, study, meaning),
                       {{"small", FiguresJson(figures)}}));
    table.AddRow({std::string(def.name), std::string(def.task), std::string(def.dataset),
                  def.study ? "yes" : "no", std::to_string(figures.nodes),
                  std::to_string(figures.parameters), std::string(def.meaning)});
  }
  if (flags.json) return PrintJson(all);
  table.Print(std::cout, StdoutIsTerminal());
  std::cout << all.size() << " models; nodes and parameters are those of the small size\n";
  return kDone;
}

Result<std::vector<const zoo::ZooDef*>> ChooseZoo(const std::vector<std::string>& wanted) {
  std::vector<const zoo::ZooDef*> out;
  std::vector<std::string> names;
  for (const zoo::ZooDef& def : zoo::AllModels()) {
    names.emplace_back(def.name);
    if (wanted.empty()) out.push_back(&def);
  }
  for (const std::string& name : wanted) {
    const zoo::ZooDef* def = zoo::FindModel(name);
    if (def != nullptr) {
      out.push_back(def);
      continue;
    }
    const std::string near = Nearest(name, names);
    return Invalid(StrCat("the zoo has no model '", name, "'; ",
                          near.empty() ? "" : StrCat("did you mean '", near, "'? "),
                          "`assay zoo list` shows all"));
  }
  return out;
}

// Writes DIR/<name>.onnx and DIR/<name>.npz.
Status WriteZoo(const zoo::ZooDef& def, const zoo::Subject& subject, const fs::path& dir) {
  const Graph& graph = subject.model.graph;
  std::map<std::string, Tensor> arrays;
  for (size_t i = 0; i < graph.inputs.size(); ++i)
    arrays[graph.name_of(graph.inputs[i])] = subject.inputs[i].tensor;
  ASSAY_RETURN_IF_ERROR(
      onnxio::SaveModel(subject.model, (dir / StrCat(def.name, ".onnx")).string()));
  return WriteNpz((dir / StrCat(def.name, ".npz")).string(), arrays);
}

Result<int> BuildModels(const ZooFlags& flags) {
  if (flags.words.size() != 2)
    return Invalid("name the folder to write to, such as: assay zoo build models");
  if (flags.size != "small" && flags.size != "full")
    return Invalid(StrCat("--size ", flags.size, ": choose small or full"));
  ASSAY_ASSIGN(const auto chosen, ChooseZoo(flags.models));
  const fs::path dir = flags.words[1];
  std::error_code error;
  fs::create_directories(dir, error);
  if (error) return Invalid(StrCat("cannot make ", dir.string(), ": ", error.message()));
  nlohmann::json all = nlohmann::json::array();
  Progress progress;
  for (const zoo::ZooDef* def : chosen) {
    progress.Show(StrCat("zoo: ", def->name, " (", all.size() + 1, " of ", chosen.size(), ")"));
    const auto size = flags.size == "full" ? zoo::Size::kFull : zoo::Size::kSmall;
    ASSAY_ASSIGN(const auto subject, zoo::Build(*def, size, flags.seed));
    ASSAY_RETURN_IF_ERROR(WriteZoo(*def, subject, dir));
    nlohmann::json entry = FiguresJson(Count(subject.model.graph));
    entry["name"] = def->name;
    entry["model"] = (dir / StrCat(def->name, ".onnx")).string();
    entry["inputs"] = (dir / StrCat(def->name, ".npz")).string();
    all.push_back(std::move(entry));
  }
  progress.Clear();
  if (flags.json) return PrintJson(all);
  std::cout << all.size() << " models with inputs are in " << dir.string() << "\n";
  return kDone;
}

Result<int> RunZoo(const ZooFlags& flags) {
  const std::string action = flags.words.empty() ? "list" : flags.words[0];
  if (action == "build") return BuildModels(flags);
  if (action == "list" && flags.words.size() <= 1) return ListZoo(flags);
  if (action == "list") return Invalid(StrCat("assay zoo list takes no '", flags.words[1], "'"));
  return Invalid(StrCat("assay zoo knows no '", action, "'; choose list or build DIR"));
}

}  // namespace

std::function<int()> SetupZoo(App& app) {
  const auto flags = std::make_shared<ZooFlags>();
  app.AddOption("action", flags->words, "list, or build DIR: write DIR/<name>.onnx and .npz")
      .Expect(0, 2);
  app.AddOption("--model", flags->models, "build only these (default: all)");
  app.AddOption("--size", flags->size, "small (default) or full, the published architecture");
  app.AddOption("--seed", flags->seed, "seed of weights and inputs (default: 1)");
  app.AddFlag("--json", flags->json, "print a JSON list");
  return [flags] { return ExitCode(RunZoo(*flags)); };
}

}  // namespace assay::cli
