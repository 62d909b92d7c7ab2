// Whether the certified bounds hold on a device, and whether they are tight: bounds TARGET
// [NAME=VALUE...].
//
// Random models of one to `nodes` operators run on the target until the time is over. Every element
// that the bounds close in is judged: one outside is an escape, as the device is taken to be honest
// (a defect of it shows here, too, so each is to be read). Then one element of every result is
// moved by the relative error `error`, and the judge should call that wrong. Prints one JSON
// object; equal seeds make equal models everywhere, and `case` shows one of them.
#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstdio>
#include <map>
#include <mutex>
#include <nlohmann/json.hpp>
#include <thread>

#include "base/clock.h"
#include "base/hash.h"
#include "base/strings.h"
#include "generate/inputs.h"
#include "generate/random_graph.h"
#include "graph/text.h"
#include "lab/choose_targets.h"
#include "lab/lab.h"
#include "onnx/model_io.h"
#include "oracle/check.h"
#include "oracle/error_field.h"

namespace assay {
namespace {

using Json = nlohmann::json;

constexpr size_t kMostShown = 40;
constexpr int kOpset = 23;  // the first with Attention

struct Settings {
  std::string target;
  DType type = DType::kFloat32;
  double error = 1e-3, seconds = 60;
  int64_t seed = 1, jobs = 1, elements = 256, nodes = 3, inputs = 1;
  int64_t only = -1;  // print this case and what the target gives for it
  std::vector<std::string> operators;
};

struct Counts {
  int64_t cases = 0, runs = 0, elements = 0, open = 0, escapes = 0;
  int64_t planted = 0, caught = 0;
  std::map<std::string, int64_t> endings, unsupported;
  Json shown = Json::array();
};

class Measurement {
 public:
  Measurement(const Settings& settings, lab::Target target)
      : settings_(settings), target_(std::move(target)) {}

  void Run() {
    const double end = NowMs() + 1000 * settings_.seconds;
    std::vector<std::jthread> threads;
    for (int64_t i = 0; i < settings_.jobs; ++i)
      threads.emplace_back([this, end] {
        lab::Lab lab;  // its one process keeps the model of the last case
        while (NowMs() < end) RunCase(next_++, lab);
      });
  }

  // A random model, on inputs of its own and on further ones, for which nothing is compiled anew.
  void RunCase(int64_t index, lab::Lab& lab) {
    Rng rng(HashBytes(StrCat(settings_.seed, ":", index)));
    auto subject = Make(rng);
    if (!subject.has_value()) return;
    if (settings_.only >= 0) std::fputs(PrintModel(subject->model).c_str(), stderr);
    for (int64_t i = 0; i < settings_.inputs; ++i) {
      if (i > 0) {
        auto more = generate::RandomInputs(subject->model.graph, rng);
        if (!more.ok()) return;
        subject->inputs = std::move(more).value();
      }
      if (!RunOn(index, *subject, rng, lab)) return;
    }
  }

  // False: it ends here.
  bool RunOn(int64_t index, const oracle::Subject& subject, Rng& rng, lab::Lab& lab) {
    const auto truth = oracle::ComputeTruth(subject, {.strict_too = false, .tf32 = target_.tf32});
    if (!truth.ok() || !truth->unknown.empty()) return truth.ok();
    const lab::Observation seen = lab.Run(target_, oracle::PlainRequest(subject));
    const std::lock_guard lock(mutex_);
    if (!seen.device.empty()) device_ = StrCat(seen.version, ", ", seen.device);
    ++counts_.cases;
    if (!seen.ok()) {
      NoteFailure(index, subject, seen);
      return false;
    }
    ++counts_.runs;
    for (size_t i = 0; i < seen.outputs.size(); ++i) {
      JudgeHonest(index, subject, truth->lenient[i], seen.outputs[i]);
      JudgePlanted(truth->lenient[i], seen.outputs[i], rng);
    }
    return true;
  }

  void Print() const {
    const auto share = [](int64_t part, int64_t whole) {
      return whole > 0 ? static_cast<double>(part) / static_cast<double>(whole) : 0.0;
    };
    const Json out = {{"target", target_.name},
                      {"device", device_},
                      {"type", DTypeName(settings_.type)},
                      {"operators", settings_.operators},
                      {"seed", settings_.seed},
                      {"cases", counts_.cases},
                      {"runs", counts_.runs},
                      {"elements", counts_.elements},
                      {"open", counts_.open},
                      {"escapes", counts_.escapes},
                      {"error", settings_.error},
                      {"planted", counts_.planted},
                      {"caught", counts_.caught},
                      {"share", share(counts_.caught, counts_.planted)},
                      {"endings", counts_.endings},
                      {"unsupported", counts_.unsupported},
                      {"shown", counts_.shown}};
    std::puts(out.dump(1, ' ', false, Json::error_handler_t::replace).c_str());
  }

 private:
  std::optional<oracle::Subject> Make(Rng& rng) const {
    auto random =
        generate::RandomGraph(rng, {.nodes = static_cast<int>(rng.Int(1, settings_.nodes)),
                                    .opset = kOpset,
                                    .dtype = settings_.type,
                                    .max_elements = settings_.elements,
                                    .only = settings_.operators});
    if (!random.has_value() || !random->valid) return std::nullopt;
    oracle::Subject out;
    auto bytes = onnxio::SerializeModel(random->model);
    if (!bytes.ok()) return std::nullopt;
    out.bytes = std::move(bytes).value();
    out.model = std::move(random->model);
    out.inputs = std::move(random->inputs);
    return out;
  }

  void Show(int64_t index, const oracle::Subject& subject, std::string what) {
    if (counts_.shown.size() < kMostShown)
      counts_.shown.push_back(
          {{"case", index}, {"what", what}, {"model", PrintModel(subject.model)}});
  }

  void NoteFailure(int64_t index, const oracle::Subject& subject, const lab::Observation& seen) {
    ++counts_.endings[std::string(EndingName(seen.ending))];
    const std::string said = StrCat(seen.kind, ": ", seen.message.substr(0, 160));
    if (seen.ending == lab::Ending::kUnsupported || seen.ending == lab::Ending::kNotReady)
      ++counts_.unsupported[said];
    else
      Show(index, subject, said);
  }

  void JudgeHonest(int64_t index, const oracle::Subject& subject, const Known& truth,
                   const std::pair<std::string, Datum>& output) {
    const auto field = oracle::MeasureError(output.first, truth, output.second);
    if (!field.has_value()) return;
    counts_.elements += field->elements - field->open;
    counts_.open += field->open;
    counts_.escapes += field->outside;
    if (field->outside > 0)
      Show(index, subject,
           StrCat(field->outside, " outside: ",
                  oracle::Describe(oracle::Judge(output.first, truth, nullptr, output.second))));
  }

  // Moves one number that is not zero, among those that the bounds close in.
  void JudgePlanted(const Known& truth, const std::pair<std::string, Datum>& output, Rng& rng) {
    const Tensor& honest = output.second.tensor;
    if (output.second.kind != Datum::Kind::kTensor || honest.dtype() != settings_.type ||
        !truth.is_tensor() || truth.tensor.shape() != honest.shape())
      return;
    std::vector<int64_t> places;
    for (int64_t i = 0; i < honest.count(); ++i)
      if (std::isfinite(honest.RealAt(i)) && honest.RealAt(i) != 0 &&
          !truth.tensor.real(i).undetermined())
        places.push_back(i);
    if (places.empty()) return;
    const int64_t place = rng.Pick<int64_t>(places);
    const double factor = 1 + (rng.Chance(0.5) ? settings_.error : -settings_.error);
    std::vector<std::byte> bytes(honest.data(), honest.data() + honest.byte_size());
    StoreReal(honest.dtype(), bytes.data(), place, factor * honest.RealAt(place));
    Datum moved = output.second;
    moved.tensor = Tensor(honest.dtype(), honest.shape(), std::move(bytes));
    ++counts_.planted;
    counts_.caught +=
        oracle::Judge(output.first, truth, nullptr, moved).verdict == oracle::Verdict::kWrong;
  }

  const Settings& settings_;
  const lab::Target target_;
  std::atomic<int64_t> next_ = 0;
  std::mutex mutex_;
  std::string device_;
  Counts counts_;
};

Result<Settings> Read(const std::vector<std::string>& words) {
  if (words.empty()) return Invalid("usage: bounds TARGET [NAME=VALUE...]");
  Settings out{.target = words[0]};
  const std::map<std::string, int64_t*> numbers = {
      {"seed", &out.seed},   {"jobs", &out.jobs},     {"elements", &out.elements},
      {"nodes", &out.nodes}, {"inputs", &out.inputs}, {"case", &out.only}};
  for (size_t i = 1; i < words.size(); ++i) {
    const size_t at = words[i].find('=');
    const std::string name = words[i].substr(0, at);
    const std::string value = at == std::string::npos ? "" : words[i].substr(at + 1);
    if (const auto number = numbers.find(name); number != numbers.end())
      *number->second = std::atoll(value.c_str());
    else if (name == "error")
      out.error = std::atof(value.c_str());
    else if (name == "seconds")
      out.seconds = std::atof(value.c_str());
    else if (name == "operators")
      out.operators = Split(value, ',');
    else if (name == "type" && DTypeFromName(value).has_value())
      out.type = *DTypeFromName(value);
    else
      return Invalid(StrCat("no such setting: ", words[i]));
  }
  return out;
}

Result<int> Main(const std::vector<std::string>& words) {
  ASSAY_ASSIGN(const Settings settings, Read(words));
  ASSAY_ASSIGN(lab::TargetChoice choice, lab::ChooseTargets(settings.target, {}));
  if (choice.targets.size() != 1) return Invalid("name one target");
  Measurement measurement(settings, std::move(choice.targets[0]));
  if (settings.only >= 0) {
    lab::Lab lab;
    measurement.RunCase(settings.only, lab);
  } else {
    measurement.Run();
  }
  measurement.Print();
  return 0;
}

}  // namespace
}  // namespace assay

int main(int argc, char** argv) {
  const auto code = assay::Main({argv + 1, argv + argc});
  if (code.ok()) return *code;
  std::fprintf(stderr, "bounds: %s\n", code.error().message.c_str());
  return 2;
}
