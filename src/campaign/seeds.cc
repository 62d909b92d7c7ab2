#include "campaign/seeds.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <optional>

#include "base/files.h"
#include "base/parallel.h"
#include "base/strings.h"
#include "generate/inputs.h"
#include "graph/text.h"
#include "onnx/model_io.h"
#include "ops/infer.h"
#include "oracle/check.h"
#include "training/labelled.h"
#include "training/trained.h"
#include "zoo/zoo.h"

namespace assay::campaign {
namespace {

// Weights of the zoo and made-up inputs: the same in every campaign, so that recipes stay valid.
constexpr uint64_t kSeedOfSeeds = 20241;
constexpr int64_t kTrainedExamples = 4;  // at a time, of a trained model

Result<Seed> FromZoo(const zoo::ZooDef& def) {
  ASSAY_ASSIGN(ModelCase built, zoo::Build(def, zoo::Size::kSmall, kSeedOfSeeds));
  return Seed{StrCat("zoo:", def.name), std::move(built)};
}

// An ONNX file, or the text form (.txt), as `assay check` reads them.
Result<Model> Read(const std::string& path) {
  if (!path.ends_with(".txt")) return onnxio::LoadModel(path);
  ASSAY_ASSIGN(const std::string text, ReadFile(path));
  auto model = ParseModelText(text);
  if (!model.ok()) return Invalid(StrCat(path, ": ", model.error().message));
  return model;
}

Result<Seed> FromFile(const std::string& path) {
  ASSAY_ASSIGN(Model model, Read(path));
  const Status typed = ops::InferTypes(model);
  if (!typed.ok()) return Invalid(StrCat(path, ": ", typed.error().message));
  Rng rng(kSeedOfSeeds);
  auto inputs = generate::RandomInputs(model.graph, rng);
  if (!inputs.ok()) return Invalid(StrCat(path, ": ", inputs.error().message));
  return Seed{StrCat("file:", std::filesystem::path(path).filename().string()),
              {std::move(model), std::move(inputs).value()}};
}

Result<std::vector<std::string>> FilesOf(const std::string& path) {
  namespace fs = std::filesystem;
  std::error_code error;
  if (fs::is_regular_file(path, error)) return std::vector<std::string>{path};
  if (!fs::is_directory(path, error))
    return Invalid(StrCat(
        "--seeds ", path,
        ": neither a file or folder of ONNX models nor zoo, zoo:NAME, tasks, task:NAME, trained, "
        "trained:NAME or none"));
  std::vector<std::string> files;
  for (const auto& entry : fs::recursive_directory_iterator(path, error))
    if (entry.path().extension() == ".onnx") files.push_back(entry.path().string());
  if (files.empty()) return Invalid(StrCat("--seeds ", path, ": holds no .onnx file"));
  std::ranges::sort(files);
  return files;
}

// "tasks": all of them; "task:NAME": one.
Status AddTasks(const std::string& part, std::vector<Seed>& all) {
  const size_t before = all.size();
  std::vector<std::string> names;
  for (const training::TaskDef& def : training::AllTasks()) {
    names.push_back(StrCat("task:", def.name));
    if (part == "tasks" || part == names.back()) all.push_back({names.back(), def.build()});
  }
  if (all.size() > before) return {};
  return Invalid(StrCat("--seeds ", part, ": there is no such task; known: ", Join(names, ", ")));
}

// "trained": all models that are trained here; "trained:NAME": one.
Status AddTrained(const std::string& part, std::vector<Seed>& all) {
  const size_t before = all.size();
  std::vector<std::string> names;
  for (const training::TrainedDef& def : training::AllTrained()) {
    names.push_back(StrCat("trained:", def.name));
    if (part != "trained" && part != names.back()) continue;
    ASSAY_ASSIGN(training::TrainedCase trained, training::TrainedCaseOf(def, kTrainedExamples));
    all.push_back({names.back(), std::move(trained.model_case)});
  }
  if (all.size() > before) return {};
  return Invalid(
      StrCat("--seeds ", part, ": there is no such trained model; known: ", Join(names, ", ")));
}

Status AddPart(const std::string& part, std::vector<Seed>& all) {
  if (part == "none" || part.empty()) return {};
  if (part == "zoo") {
    for (const zoo::ZooDef& def : zoo::AllModels()) {
      ASSAY_ASSIGN(all.emplace_back(), FromZoo(def));
    }
    return {};
  }
  if (part.starts_with("zoo:")) {
    const zoo::ZooDef* def = zoo::FindModel(part.substr(4));
    if (def == nullptr)
      return Invalid(StrCat("--seeds ", part, ": there is no such model; see assay zoo list"));
    ASSAY_ASSIGN(all.emplace_back(), FromZoo(*def));
    return {};
  }
  if (part == "tasks" || part.starts_with("task:")) return AddTasks(part, all);
  if (part == "trained" || part.starts_with("trained:")) return AddTrained(part, all);
  ASSAY_ASSIGN(const std::vector<std::string> files, FilesOf(part));
  for (const std::string& file : files) {
    ASSAY_ASSIGN(all.emplace_back(), FromFile(file));
  }
  return {};
}

// Largest difference relative to the larger of one and the tensor's magnitude.
double Distance(const lab::NamedData& a, const lab::NamedData& b) {
  double worst = 0;
  for (size_t i = 0; i < a.size() && i < b.size(); ++i) {
    const Tensor &x = a[i].second.tensor, &y = b[i].second.tensor;
    if (!(x.shape() == y.shape()) || x.dtype() != y.dtype()) return INFINITY;
    if (!IsFloat(x.dtype())) continue;
    double size = 1, apart = 0;
    for (int64_t k = 0; k < x.count(); ++k) {
      const double p = x.RealAt(k), q = y.RealAt(k);
      if (std::isnan(p) != std::isnan(q)) return INFINITY;
      if (std::isfinite(p)) size = std::max(size, std::fabs(p));
      if (!std::isnan(p) && p != q) apart = std::max(apart, std::fabs(p - q));
    }
    worst = std::max(worst, apart / size);
  }
  return worst;
}

// Empty when the targets agree on the seed.
std::string Disagreement(const Seed& seed, const std::vector<lab::Target>& targets, lab::Lab& lab,
                         double tolerance) {
  const auto bytes = onnxio::SerializeModel(seed.model_case.model);
  if (!bytes.ok()) return bytes.error().message;
  oracle::Subject subject{seed.model_case.model, *bytes, seed.model_case.inputs, 0};
  std::optional<std::pair<std::string, lab::Observation>> first;
  for (const lab::Target& target : targets) {
    if (target.slow ||
        !target.manifest->Refusal(subject.model.opset(""), oracle::UsedTypes(subject.model.graph))
             .empty())
      continue;
    lab::Observation seen = lab.Run(target, oracle::PlainRequest(subject));
    if (seen.ending == lab::Ending::kUnsupported || seen.ending == lab::Ending::kNotReady) continue;
    if (!seen.ok())
      return StrCat(target.name, ": ", EndingName(seen.ending), ": ", seen.message.substr(0, 120));
    if (!first.has_value()) {
      first.emplace(target.name, std::move(seen));
      continue;
    }
    const double apart = Distance(first->second.outputs, seen.outputs);
    if (!(apart <= tolerance))
      return StrCat(first->first, " and ", target.name, " are ", FormatDouble(apart), " apart");
  }
  return "";
}

}  // namespace

Result<Seeds> Seeds::Load(const std::string& spec) {
  Seeds seeds;
  for (const std::string& part : Split(spec, ',')) ASSAY_RETURN_IF_ERROR(AddPart(part, seeds.all_));
  return seeds;
}

const Seed* Seeds::Find(std::string_view name) const {
  for (const Seed& seed : all_)
    if (seed.name == name) return &seed;
  return nullptr;
}

std::vector<std::string> Seeds::DropDisagreeing(const std::vector<lab::Target>& targets,
                                                lab::Lab& lab, double tolerance, int jobs) {
  std::vector<std::string> reasons(all_.size());
  ForEachIndex(all_.size(), static_cast<size_t>(jobs),
               [&](size_t i) { reasons[i] = Disagreement(all_[i], targets, lab, tolerance); });
  std::vector<Seed> kept;
  std::vector<std::string> lines;
  for (size_t i = 0; i < all_.size(); ++i) {
    if (reasons[i].empty())
      kept.push_back(std::move(all_[i]));
    else
      lines.push_back(StrCat(all_[i].name, " is left out: ", reasons[i]));
  }
  all_ = std::move(kept);
  return lines;
}

Result<ModelCase> Apply(const ModelCase& base, const Step& step,
                        const mutate::MutateOptions& options) {
  const mutate::MutatorDef* mutator = mutate::FindMutator(step.mutator);
  if (mutator == nullptr) return Invalid(StrCat("there is no mutator '", step.mutator, "'"));
  Rng rng(step.seed);
  ASSAY_ASSIGN(mutate::Mutant mutant, mutate::Mutate(base, *mutator, rng, options));
  return std::move(mutant.result);
}

Result<ModelCase> Seeds::Rebuild(const Recipe& recipe, const mutate::MutateOptions& options) const {
  const Seed* seed = Find(recipe.root);
  if (seed == nullptr) return Invalid(StrCat("'", recipe.root, "' is not among the seeds"));
  ModelCase made = seed->model_case;
  for (const Step& step : recipe.steps) {
    ASSAY_ASSIGN(made, Apply(made, step, options));
  }
  return made;
}

}  // namespace assay::campaign
