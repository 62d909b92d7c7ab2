// assay mutate: applies one mutation operator to a model, for people who want to look at it.
#include <algorithm>
#include <optional>

#include "base/files.h"
#include "cli/command.h"
#include "cli/line_diff.h"
#include "cli/table.h"
#include "conform/subject_file.h"
#include "graph/text.h"
#include "mutate/mutate.h"
#include "onnx/model_io.h"
#include "ops/infer.h"

namespace assay::cli {
namespace {

struct MutateFlags {
  std::string model, with, where = "any", out;
  conform::SubjectOptions subject;
  int count = 1;
  bool unconstrained = false, list = false, json = false;
};

int ListMutate(bool json) {
  nlohmann::json all = nlohmann::json::array();
  Table table({"mutator", "family", "promise", "also called", "what it does"});
  for (const mutate::MutatorDef& mutator : mutate::AllMutators()) {
    all.push_back(With(ASSAY_FIELDS(mutator, name, meaning, choices, aliases),
                       {{"family", FamilyName(mutator.family)},
                        {"promise", PromiseName(mutator.promise)},
                        {"unconstrained", mutator.apply_unconstrained != nullptr}}));
    table.AddRow({std::string(mutator.name), std::string(FamilyName(mutator.family)),
                  std::string(PromiseName(mutator.promise)), Join(mutator.aliases, ", "),
                  std::string(mutator.meaning)});
  }
  if (json) return PrintJson(all);
  table.Print(std::cout, StdoutIsTerminal());
  return kDone;
}

Error UnknownMutator(const std::string& name) {
  std::vector<std::string> names;
  for (const mutate::MutatorDef& mutator : mutate::AllMutators()) {
    names.emplace_back(mutator.name);
    names.insert(names.end(), mutator.aliases.begin(), mutator.aliases.end());
  }
  std::vector<std::pair<int, std::string>> by_distance;
  for (const std::string& known : names) by_distance.emplace_back(EditDistance(name, known), known);
  std::ranges::stable_sort(by_distance,
                           [](const auto& a, const auto& b) { return a.first < b.first; });
  constexpr size_t kNearest = 4;
  std::vector<std::string> nearest;
  for (size_t i = 0; i < std::min(kNearest, by_distance.size()); ++i)
    nearest.push_back(by_distance[i].second);
  return Invalid(StrCat("there is no mutator '", name, "'; near to it: ", Join(nearest, ", "),
                        ". All of them: assay mutate --list"));
}

std::optional<mutate::Where> ParseWhere(const std::string& word) {
  if (word == "any") return mutate::Where::kAnywhere;
  if (word == "backbone") return mutate::Where::kBackbone;
  if (word == "head") return mutate::Where::kHead;
  return std::nullopt;
}

// Lines of the text form without weights: signature and nodes.
std::vector<std::string> NodeLines(Graph graph) {
  std::vector<ValueId> weights;
  for (const auto& [id, tensor] : graph.initializers()) weights.push_back(id);
  for (const ValueId id : weights) graph.EraseInitializer(id);
  return Split(PrintGraph(graph), '\n');
}

struct Mutation {
  ModelCase result;
  std::vector<std::string> places;  // the mutated nodes, one per step
};

Result<Mutation> Apply(ModelCase base, const mutate::MutatorDef& mutator, const MutateFlags& flags,
                       mutate::Where where) {
  Mutation out{std::move(base), {}};
  Rng rng(flags.subject.seed);
  for (int i = 0; i < flags.count; ++i) {
    const NodePtr* nodes = out.result.model.graph.nodes().data();
    const size_t count = out.result.model.graph.node_count();
    auto mutant = mutate::Mutate(out.result, mutator, rng,
                                 {.where = where, .unconstrained = flags.unconstrained});
    if (!mutant.ok())
      return Invalid(StrCat(flags.model, ": step ", i + 1, " of ", flags.count, " has no place (",
                            mutant.error().message,
                            "); try another --seed, another mutator of `assay mutate --list`, or "
                            "--where any"));
    if (mutant->site.node < count) {
      const Node& node = *nodes[mutant->site.node];
      out.places.push_back(node.name.empty() ? StrCat(node.op, " ", mutant->site.node)
                                             : StrCat(node.op, " '", node.name, "'"));
    }
    out.result = std::move(mutant->result);
  }
  return out;
}

Status Save(const Model& model, const std::string& path) {
  if (path.ends_with(".txt")) return WriteFile(path, PrintModel(model));
  return onnxio::SaveModel(model, path);
}

// An unconstrained mutant may be illegal; the reason, or "".
std::string WhyIllegal(Model model) {
  const Status typed = ops::InferTypes(model);
  return typed.ok() ? "" : typed.error().message;
}

int Report(const MutateFlags& flags, const mutate::MutatorDef& mutator, const Model& before,
           const Mutation& made) {
  const Model& after = made.result.model;
  const std::string illegal = WhyIllegal(after);
  const auto diff = DiffLines(NodeLines(before.graph), NodeLines(after.graph));
  if (flags.json) {
    nlohmann::json removed = nlohmann::json::array(), added = nlohmann::json::array();
    for (const DiffLine& line : diff) (line.added ? added : removed).push_back(line.text);
    return PrintJson({{"model", flags.model},
                      {"mutator", mutator.name},
                      {"promise", PromiseName(mutator.promise)},
                      {"seed", flags.subject.seed},
                      {"order", flags.count},
                      {"places", made.places},
                      {"removed", removed},
                      {"added", added},
                      {"legal", illegal.empty()},
                      {"reason", illegal},
                      {"out", flags.out}});
  }
  std::cout << mutator.name << " at " << Join(made.places, ", ")
            << " (promise: " << PromiseName(mutator.promise) << ")\n";
  if (!illegal.empty()) std::cout << "the result is illegal: " << illegal << "\n";
  if (!flags.out.empty())
    std::cout << "written to " << flags.out << "\n";
  else
    PrintDiff(std::cout, diff, StdoutIsTerminal());
  return kDone;
}

Result<int> RunMutate(const MutateFlags& flags) {
  if (flags.list) return ListMutate(flags.json);
  if (flags.model.empty() || flags.with.empty())
    return Invalid("name a model and a mutator, such as: assay mutate MODEL.onnx --with LA");
  const mutate::MutatorDef* mutator = mutate::FindMutator(flags.with);
  if (mutator == nullptr) return UnknownMutator(flags.with);
  const auto where = ParseWhere(flags.where);
  if (!where.has_value())
    return Invalid(StrCat("--where ", flags.where, ": choose any, backbone or head"));
  if (flags.count < 1) return Invalid("--count: at least one mutation");
  ASSAY_ASSIGN(auto subject, conform::LoadSubject(flags.model, flags.subject));
  ASSAY_ASSIGN(const auto made, Apply({subject.model, subject.inputs}, *mutator, flags, *where));
  if (!flags.out.empty()) ASSAY_RETURN_IF_ERROR(Save(made.result.model, flags.out));
  return Report(flags, *mutator, subject.model, made);
}

}  // namespace

std::function<int()> SetupMutate(App& app) {
  const auto flags = std::make_shared<MutateFlags>();
  app.AddOption("model", flags->model, "ONNX file, or a model in text form (.txt)");
  app.AddOption("--with", flags->with, "mutator, by name or alias (see --list)");
  app.AddOption("--seed", flags->subject.seed, "seed of the choice of place and of new weights");
  app.AddOption("--count", flags->count, "mutations, one after the other (the order)");
  app.AddOption("--where", flags->where, "backbone, head or any (default)");
  app.AddFlag("--unconstrained", flags->unconstrained,
              "as in the literature: no constraints, no repair; the result may be illegal");
  app.AddOption("--out", flags->out,
                "write the mutant to this .onnx or .txt file (without: print what changed)");
  app.AddOption("--inputs", flags->subject.inputs,
                ".npz file or folder of input_0.pb, … (default: made up from the seed)");
  app.AddOption("--dim", flags->subject.dims,
                "size of a named dimension, such as batch=2 (repeatable)");
  app.AddFlag("--list", flags->list, "list all mutators");
  app.AddFlag("--json", flags->json, "print JSON");
  return [flags] { return ExitCode(RunMutate(*flags)); };
}

}  // namespace assay::cli
