// What the lab costs beside the framework's own time. Prints one JSON object.
//
//   bench_labs [CASES]
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <string>
#include <vector>

#include "base/hash.h"
#include "base/strings.h"
#include "bench/ten_nodes.h"
#include "graph/text.h"
#include "lab/lab.h"
#include "onnx/model_io.h"
#include "ops/infer.h"
#include "oracle/check.h"

namespace assay {
namespace {

double Now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

double Median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

double ResidentMb(pid_t pid) {
  std::ifstream in(StrCat("/proc/", pid, "/statm"));
  double total = 0, resident = 0;
  in >> total >> resident;
  return resident * 4096 / (1 << 20);
}

oracle::Subject TenNodes() {
  oracle::Subject out;
  out.model = ParseModelText(kTenNodes).value();
  ASSAY_CHECK(ops::InferTypes(out.model).ok());
  out.bytes = onnxio::SerializeModel(out.model).value();
  Tensor x(DType::kFloat32, {1, 3, 8, 8});
  out.inputs = {x};
  return out;
}

lab::Request RequestFor(const oracle::Subject& subject, uint64_t key) {
  lab::Request request;
  request.key = key;
  request.model = subject.bytes;
  request.inputs = {{"x", subject.inputs[0]}};
  request.wanted = {"y"};
  return request;
}

lab::Observation MustRun(lab::Lab& lab, const lab::Target& target, const lab::Request& request) {
  lab::Observation seen = lab.Run(target, request);
  ASSAY_CHECK(seen.ok()) << target.name << ": " << seen.message;
  return seen;
}

// Microseconds per case beyond what the worker itself measures around the framework's calls; every
// case is a new model.
double Overhead(lab::Lab& lab, const lab::Target& target, int cases) {
  const oracle::Subject subject = TenNodes();
  std::vector<double> times;
  for (int i = 0; i < cases + 20; ++i) {
    const lab::Observation seen =
        MustRun(lab, target, RequestFor(subject, static_cast<uint64_t>(i) + 2));
    if (i >= 20) times.push_back(seen.total_ms - seen.load_ms - seen.compile_ms - seen.run_ms);
  }
  return 1e3 * Median(times);
}

// Gigabytes per second, in and out together, of a model that hands its large input back.
double Bandwidth(lab::Lab& lab, const lab::Target& target) {
  Model model =
      ParseModelText("graph (x: float32[33554432]) -> (y: float32[33554432]) { y = Identity(x) }")
          .value();
  ASSAY_CHECK(ops::InferTypes(model).ok());
  oracle::Subject subject;
  subject.bytes = onnxio::SerializeModel(model).value();
  subject.inputs = {Tensor(DType::kFloat32, {33554432})};
  const double bytes = 2.0 * static_cast<double>(subject.inputs[0].tensor.byte_size());
  std::vector<double> rates;
  for (int i = 0; i < 7; ++i) {
    const lab::Observation seen = MustRun(lab, target, RequestFor(subject, 1));
    if (i >= 2)
      rates.push_back(bytes / 1e9 /
                      ((seen.total_ms - seen.load_ms - seen.compile_ms - seen.run_ms) * 1e-3));
  }
  return Median(rates);
}

struct Throughput {
  double lab = 0;   // cases per second: both optimisation levels and the reference
  double bare = 0;  // the framework's own part of it alone
};

Throughput CasesPerSecond(lab::Lab& lab, const lab::Target& all, const lab::Target& off,
                          int cases) {
  const oracle::Subject subject = TenNodes();
  double framework = 0;
  const double start = Now();
  for (int i = 0; i < cases; ++i) {
    const auto truth = oracle::ComputeTruth(subject, {.strict_too = false});
    ASSAY_CHECK(truth.ok());
    for (const lab::Target* target : {&all, &off}) {
      const lab::Observation seen =
          MustRun(lab, *target, RequestFor(subject, static_cast<uint64_t>(i) + 2));
      framework += (seen.load_ms + seen.compile_ms + seen.run_ms) * 1e-3;
      ASSAY_CHECK(oracle::Judge("y", truth->lenient[0], nullptr, seen.outputs[0].second).verdict !=
                  oracle::Verdict::kWrong);
    }
  }
  return {cases / (Now() - start), cases / framework};
}

// Growth of this process in megabytes from a tenth of the cases to all of them.
double Growth(lab::Lab& lab, const lab::Target& target, int cases) {
  const oracle::Subject subject = TenNodes();
  double early = 0;
  for (int i = 0; i < cases; ++i) {
    MustRun(lab, target, RequestFor(subject, static_cast<uint64_t>(i) + 2));
    if (i == cases / 10) early = ResidentMb(getpid());
  }
  return ResidentMb(getpid()) - early;
}

}  // namespace

int Main(int cases) {
  const auto registry = lab::Registry::Load(std::vector<std::string>{});
  ASSAY_CHECK(registry.ok()) << registry.error().message;
  const auto get = [&](const char* name) {
    auto target = registry->Find(name);
    ASSAY_CHECK(target.ok() && target->ready) << name << " is not ready";
    return *target;
  };
  lab::Lab lab;
  const lab::Target all = get("onnxruntime"), off = get("onnxruntime:opt=off");
  std::printf("{\"native_us\": %.1f, \"python_us\": %.1f, \"gigabytes_per_second\": %.2f",
              Overhead(lab, off, cases), Overhead(lab, get("torch:eager"), cases),
              Bandwidth(lab, all));
  const Throughput rate = CasesPerSecond(lab, all, off, cases);
  std::printf(", \"cases_per_second\": %.1f, \"bare_cases_per_second\": %.1f", rate.lab, rate.bare);
  std::printf(", \"growth_mb\": %.1f, \"growth_cases\": %d, \"started\": %d}\n",
              Growth(lab, off, 10 * cases), 10 * cases, lab.started());
  return 0;
}

}  // namespace assay

int main(int argc, char** argv) { return assay::Main(argc > 1 ? std::atoi(argv[1]) : 500); }
