#include "study/settings.h"

#include <algorithm>
#include <cmath>

#include "base/hash.h"
#include "campaign/cpu_time.h"
#include "zoo/zoo.h"

namespace assay::study {
namespace {

// The paper's four, whose backbone and head are told apart most clearly (section 5.3).
const std::vector<std::string> kPositionModels = {"vgg16-cifar10", "openpose", "deeplabv3",
                                                  "ssim-ae"};
// One of each type of operator, as Fig. 9 shows them.
const std::vector<std::string> kOfEachType = {"ARFm", "SM", "PM", "GF"};

// Table 5, in its order: tests/faults/study_faults.def.
const std::vector<std::string> kDefects = {"relu6-of-zero-is-nan",
                                           "relu6-takes-large-for-nan",
                                           "batch-norm-of-large-mean-is-nan",
                                           "conv-of-dilated-padding-is-nan",
                                           "add-mul-broadcast-in-half",
                                           "pad-cannot-allocate",
                                           "flatten-copies-slowly"};

std::vector<std::string> AllOperators() { return {std::begin(kOperators), std::end(kOperators)}; }

int Scaled(int rounds, double factor) {
  return std::max(1, static_cast<int>(std::lround(rounds * factor)));
}

Settings Common() {
  return Settings{.methods = {"cradle", "lemon", "audee", "comet", "comet-opt", "assay"},
                  .seeds = "zoo",
                  .position_models = kPositionModels,
                  .curve_model = "resnet50-cifar10",
                  .defects = kDefects};
}

}  // namespace

Settings QuickSettings() {
  Settings out = Common();
  out.size = "quick";
  out.cpu_seconds = 20;
  out.measure_cpu_seconds = 8;
  // Small ones, so that a method sees some hundreds of mutants in its time.
  out.seeds =
      "zoo:lenet5-mnist,zoo:lenet5-fashion,zoo:alexnet,zoo:vgg16-cifar10,zoo:lstm-sine,"
      "zoo:lstm-stock,zoo:textcnn,zoo:ssim-ae";
  // A small one of each kind: convolutions, a recurrent one, text, an autoencoder, deep ones. The
  // slowest comes last: it has the CPU time that the others leave.
  out.operator_models = {"lenet5-fashion", "lstm-sine",     "textcnn",
                         "ssim-ae",        "vgg16-cifar10", "resnet50-cifar10"};
  out.rounds_scale = 0.2;
  out.count_scale = 0.5;
  out.position_operators = kOfEachType;
  out.position_rounds = 10;
  out.curve_operators = {"ARFp", "SM", "PM", "GF"};
  out.curve_rounds = 20;
  out.preset_step = 5;
  out.defect_cpu_seconds = 4;
  return out;
}

Settings FullSettings() {
  Settings out = Common();
  out.size = "full";
  out.cpu_seconds = 3600;
  out.measure_cpu_seconds = 4 * 3600;
  for (const zoo::ZooDef& def : zoo::AllModels())
    if (def.study) out.operator_models.emplace_back(def.name);
  out.rounds_scale = 1;
  out.position_operators = AllOperators();
  out.position_rounds = 50;
  out.curve_operators = AllOperators();
  out.curve_rounds = 100;
  out.preset_step = 1;
  out.defect_cpu_seconds = 600;
  return out;
}

void ScaleRounds(Settings& settings, double factor) {
  settings.rounds_scale *= factor;
  settings.count_scale *= factor;
  settings.position_rounds = Scaled(settings.position_rounds, factor);
  settings.curve_rounds = Scaled(settings.curve_rounds, factor);
  settings.preset_step = Scaled(settings.preset_step, 1 / factor);
}

uint64_t SeedOf(const Settings& settings, std::string_view experiment) {
  return HashCombine(HashMix(settings.seed), HashBytes(experiment));
}

double CpuSecondsNow() { return campaign::OwnCpuSeconds() + campaign::ChildrenCpuSeconds(); }

Allowance::Allowance(double seconds, int sharing)
    : seconds_(seconds), sharing_(std::max(1, sharing)), start_(CpuSecondsNow()) {}

double Allowance::used() const { return (CpuSecondsNow() - start_) / sharing_; }

bool Allowance::used_up(double share) const { return used() >= share * seconds_; }

}  // namespace assay::study
