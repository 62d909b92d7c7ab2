#include "training/trained.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>

#include "base/files.h"
#include "base/folders.h"
#include "base/hash.h"
#include "base/strings.h"
#include "gradient/gradient.h"
#include "graph/text.h"
#include "onnx/model_io.h"
#include "ops/infer.h"
#include "reference/evaluator.h"
#include "training/drawn.h"
#include "training/metric.h"
#include "training/trainings.h"

namespace assay::training {
namespace {

constexpr int64_t kTrainBatch = 64;
constexpr uint64_t kTrainSeed = 3301, kTestSeed = 3302;
constexpr const char* kScores = "scores";

std::string Digits(int64_t n) {
  return StrCat("model ir=8 opset=17\ngraph digits (x: float32[", n,
                ",1,10,10]) -> (scores: float32[", n, R"(,10]) {
  w1: float32[6,1,3,3] = fill(0)
  b1: float32[6] = fill(0)
  w2: float32[150,10] = fill(0)
  b2: float32[10] = fill(0)
  c1 = Conv<pads=[1,1,1,1]>(x, w1, b1)
  a1 = Relu(c1)
  p1 = MaxPool<kernel_shape=[2,2], strides=[2,2]>(a1)
  f1 = Flatten(p1)
  scores = Gemm(f1, w2, b2)
})");
}

std::string Shapes(int64_t n) {
  return StrCat("model ir=8 opset=17\ngraph shapes (x: float32[", n,
                ",1,10,10]) -> (scores: float32[", n, R"(,4]) {
  w1: float32[6,1,3,3] = fill(0)
  b1: float32[6] = fill(0)
  w2: float32[8,3,3,3] = fill(0)
  b2: float32[8] = fill(0)
  w3: float32[200,4] = fill(0)
  b3: float32[4] = fill(0)
  c1 = Conv<pads=[1,1,1,1], strides=[2,2]>(x, w1, b1)
  a1 = Relu(c1)
  c2 = Conv<group=2, pads=[1,1,1,1]>(a1, w2, b2)
  a2 = Relu(c2)
  f2 = Flatten(a2)
  scores = Gemm(f2, w3, b3)
})");
}

std::string Sentences(int64_t n) {
  return StrCat("model ir=8 opset=17\ngraph sentences (x: int64[", n, ",10]) -> (scores: float32[",
                n,
                R"(,2]) {
  words: float32[24,6] = fill(0)
  w1: float32[8,6,2] = fill(0)
  b1: float32[8] = fill(0)
  w2: float32[8,2] = fill(0)
  b2: float32[2] = fill(0)
  e = Gather<axis=0>(words, x)
  t = Transpose<perm=[0,2,1]>(e)
  c1 = Conv(t, w1, b1)
  a1 = Relu(c1)
  g1 = GlobalAveragePool(a1)
  f1 = Flatten(g1)
  scores = Gemm(f1, w2, b2)
})");
}

constexpr std::array<TrainedDef, 3> kAll = {{
    {"digits", "drawn digits: a convolution, a pool and a linear layer", Digits, DrawDigits, 60,
     0.02},
    {"shapes", "drawn shapes: two convolutions, one in groups, and a linear layer", Shapes,
     DrawShapes, 70, 0.02},
    {"sentences", "opinions in ten words: word vectors, a convolution and a linear layer",
     Sentences, DrawSentences, 120, 0.03},
}};

Result<Model> ModelOf(const TrainedDef& def, int64_t batch) {
  ASSAY_ASSIGN(Model model, ParseModelText(def.text(batch)));
  ASSAY_RETURN_IF_ERROR(ops::InferTypes(model));
  return model;
}

// Weights of unit gain; what is of rank one begins at zero.
std::vector<Tensor> FirstWeights(const Graph& graph, const std::vector<std::string>& names,
                                 Rng& rng) {
  std::vector<Tensor> out;
  for (const std::string& name : names) {
    const Tensor& zeros = *graph.initializer(graph.Find(name));
    std::vector<double> values(static_cast<size_t>(zeros.count()));
    const int64_t fan_in = zeros.rank() == 2  ? zeros.shape()[0]
                           : zeros.rank() > 2 ? zeros.count() / zeros.shape()[0]
                                              : 0;
    for (double& v : values)
      if (fan_in > 0) v = rng.Real(-1, 1) * std::sqrt(3 / static_cast<double>(fan_in));
    out.push_back(MakeTensor(zeros.dtype(), zeros.shape(), values));
  }
  return out;
}

// All but the data of a step.
Result<TrainingCase> LessonOf(const TrainedDef& def) {
  TrainingCase out;
  ASSAY_ASSIGN(out.subject.model, ModelOf(def, kTrainBatch));
  out.spec.loss = gradient::LossKind::kCrossEntropy;
  out.spec.outputs = {kScores};
  out.spec.optimizer.kind = gradient::OptimizerKind::kAdam;
  out.spec.optimizer.learning_rate = def.learning_rate;
  out.spec.parameters = gradient::Parameters(out.subject.model);
  ASSAY_ASSIGN(out.gradient, gradient::Differentiate(out.subject.model, out.spec.gradient_loss(),
                                                     out.spec.wrt()));
  out.spec.labels = out.gradient.labels;
  return out;
}

Tensor ClassesTensor(const std::vector<int64_t>& classes) {
  const std::vector<double> values(classes.begin(), classes.end());
  return MakeTensor(DType::kInt64, {static_cast<int64_t>(classes.size())}, values);
}

// Another model, or another way to train it, has another file.
std::string CachePath(const TrainedDef& def) {
  const uint64_t hash = HashBytes(
      StrCat(def.text(kTrainBatch), "|", def.steps, "|", def.learning_rate, "|", kTrainSeed));
  return StrCat(CacheFolder(), "/trained/", def.name, "-", hash, ".onnx");
}

void SetParameters(const std::vector<std::string>& names, const std::vector<Tensor>& tensors,
                   Model& model) {
  for (size_t i = 0; i < names.size(); ++i)
    model.graph.SetInitializer(model.graph.Find(names[i]), tensors[i]);
}

// Nothing when the file is not there or is not this model's.
std::vector<Tensor> FromCache(const std::string& path, const Model& model,
                              const std::vector<std::string>& names) {
  std::error_code error;
  if (!std::filesystem::exists(path, error)) return {};
  const auto kept = onnxio::LoadModel(path);
  if (!kept.ok()) return {};
  std::vector<Tensor> out;
  for (const std::string& name : names) {
    const ValueId id = kept->graph.Find(name);
    const Tensor* tensor = id == kAbsent ? nullptr : kept->graph.initializer(id);
    const Tensor& own = *model.graph.initializer(model.graph.Find(name));
    if (tensor == nullptr || !(tensor->shape() == own.shape()) || tensor->dtype() != own.dtype())
      return {};
    out.push_back(*tensor);
  }
  return out;
}

// A cache that cannot be written costs time, nothing else.
void ToCache(const std::string& path, const Model& model) {
  std::error_code error;
  std::filesystem::create_directories(std::filesystem::path(path).parent_path(), error);
  const auto bytes = onnxio::SerializeModel(model);
  if (!error && bytes.ok()) (void)WriteFile(path, *bytes);
}

Result<std::vector<Tensor>> WeightsOf(const TrainedDef& def) {
  ASSAY_ASSIGN(Model model, ModelOf(def, kTrainBatch));
  const std::vector<std::string> names = gradient::Parameters(model);
  const std::string path = CachePath(def);
  if (std::vector<Tensor> kept = FromCache(path, model, names); !kept.empty()) return kept;
  ASSAY_ASSIGN(TrainedWeights trained, TrainFromScratch(def));
  SetParameters(names, trained.parameters, model);
  ToCache(path, model);
  return std::move(trained.parameters);
}

}  // namespace

std::span<const TrainedDef> AllTrained() { return kAll; }

const TrainedDef* FindTrained(std::string_view name) {
  const auto it = std::ranges::find(kAll, name, &TrainedDef::name);
  return it == kAll.end() ? nullptr : &*it;
}

Result<TrainedWeights> TrainFromScratch(const TrainedDef& def) {
  ASSAY_ASSIGN(TrainingCase lesson, LessonOf(def));
  Rng rng(kTrainSeed);
  TrainedWeights out;
  out.parameters = FirstWeights(lesson.subject.model.graph, lesson.spec.parameters, rng);
  std::vector<OptimizerState> states(out.parameters.size());
  for (int step = 1; step <= def.steps; ++step) {
    LabelledData batch = def.draw(kTrainBatch, rng);
    lesson.subject.inputs = {std::move(batch.data)};
    lesson.labels = {ClassesTensor(batch.classes)};
    ASSAY_ASSIGN(const Execution run,
                 Execute(lesson, rng, {.parameters = &out.parameters, .tie = 0.0}));
    if (!std::isfinite(run.loss)) return Undetermined("the training left the numbers");
    (step == 1 ? out.first_loss : out.last_loss) = run.loss;
    for (size_t i = 0; i < out.parameters.size(); ++i)
      out.parameters[i] =
          Advance(lesson.spec.optimizer, step, out.parameters[i], run.gradients[i], states[i]);
  }
  return out;
}

Result<TrainedCase> TrainedCaseOf(const TrainedDef& def, int64_t batch) {
  ASSAY_ASSIGN(const std::vector<Tensor> weights, WeightsOf(def));
  ASSAY_ASSIGN(Model model, ModelOf(def, batch));
  SetParameters(gradient::Parameters(model), weights, model);
  Rng rng(kTestSeed);
  LabelledData data = def.draw(batch, rng);
  return TrainedCase{{std::move(model), {std::move(data.data)}}, std::move(data.classes)};
}

Result<double> TestAccuracy(const TrainedDef& def, int64_t examples) {
  ASSAY_ASSIGN(const TrainedCase trained, TrainedCaseOf(def, examples));
  ASSAY_ASSIGN(Known input, Known::From(trained.model_case.inputs[0], {}));
  std::vector<Known> inputs;
  inputs.push_back(std::move(input));
  ASSAY_ASSIGN(const reference::Evaluation run,
               reference::Evaluate(trained.model_case.model, std::move(inputs)));
  if (!run.outputs[0].is_tensor()) return Undetermined("scores that are undetermined");
  const Marks marks = MarksOf(run.outputs[0].tensor.ToTensor(), trained.classes);
  return static_cast<double>(std::ranges::count(marks, true)) / static_cast<double>(examples);
}

}  // namespace assay::training
