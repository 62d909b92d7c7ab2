// assay check: runs one model on the reference and prints its outputs with certified bounds.
#include <sys/resource.h>

#include <CLI/CLI.hpp>
#include <chrono>
#include <filesystem>
#include <iostream>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>

#include "base/strings.h"
#include "cli/command.h"
#include "cli/summary.h"
#include "cli/terminal.h"
#include "conform/node_tests.h"
#include "generate/inputs.h"
#include "onnx/model_io.h"
#include "ops/infer.h"
#include "reference/evaluator.h"

namespace assay::cli {
namespace {

using nlohmann::json;

struct Flags {
  std::string model;
  std::string targets = "reference";
  std::string inputs;
  std::string tier = "lenient";
  uint64_t seed = 0;
  std::vector<std::string> dims;
  bool json = false;
};

struct Checked {
  Model model;
  std::vector<Datum> inputs;
  reference::Evaluation evaluation;
  double load_ms = 0, run_ms = 0, peak_mb = 0;
};

double Milliseconds() {
  return std::chrono::duration<double, std::milli>(
             std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

double PeakMegabytes() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_maxrss) / 1024;
}

Result<std::map<std::string, int64_t>> ParseDims(const std::vector<std::string>& flags) {
  std::map<std::string, int64_t> dims;
  for (const std::string& flag : flags) {
    const size_t equals = flag.find('=');
    char* end = nullptr;
    const int64_t size =
        equals == std::string::npos ? -1 : std::strtoll(flag.c_str() + equals + 1, &end, 10);
    if (equals == 0 || size < 0 || end == flag.c_str() + equals + 1 || *end != '\0')
      return Invalid(StrCat("--dim ", flag, ": write it as NAME=SIZE, such as batch=2"));
    dims[flag.substr(0, equals)] = size;
  }
  return dims;
}

Status CheckTargets(const std::string& targets) {
  for (const std::string& target : Split(targets, ','))
    if (target != "reference")
      return Invalid(StrCat("there is no target '", target, "'; known targets: reference"));
  return {};
}

Result<Checked> CheckModel(const Flags& flags) {
  ASSAY_RETURN_IF_ERROR(CheckTargets(flags.targets));
  if (flags.tier != "lenient" && flags.tier != "strict")
    return Invalid(StrCat("--tier ", flags.tier, ": choose lenient or strict"));
  Checked out;
  ASSAY_ASSIGN(const auto dims, ParseDims(flags.dims));
  double start = Milliseconds();
  onnxio::LoadOptions load;
  load.base_dir = std::filesystem::path(flags.model).parent_path().string();
  if (load.base_dir.empty()) load.base_dir = ".";
  ASSAY_ASSIGN(out.model, onnxio::LoadModel(flags.model, load));
  const Status inferred = ops::InferTypes(out.model, {.dims = dims});
  if (!inferred.ok())
    return Error{inferred.error().kind, StrCat(flags.model, ": ", inferred.error().message)};
  out.load_ms = Milliseconds() - start;
  if (flags.inputs.empty()) {
    Rng rng(flags.seed);
    ASSAY_ASSIGN(out.inputs, generate::RandomInputs(out.model.graph, rng));
  } else {
    ASSAY_ASSIGN(out.inputs, conform::LoadInputs(flags.inputs, out.model.graph));
  }
  reference::EvalOptions options;
  options.rules.tier = flags.tier == "strict" ? Tier::kStrict : Tier::kLenient;
  options.random_seed = flags.seed;
  std::vector<Known> known;
  for (const Datum& datum : out.inputs) {
    ASSAY_ASSIGN(Known input, Known::From(datum, options.rules));
    known.push_back(std::move(input));
  }
  start = Milliseconds();
  auto evaluation = reference::Evaluate(out.model, std::move(known), options);
  if (!evaluation.ok())
    return Error{evaluation.error().kind, StrCat(flags.model, ": ", evaluation.error().message)};
  out.evaluation = std::move(evaluation).value();
  out.run_ms = Milliseconds() - start;
  out.peak_mb = PeakMegabytes();
  return out;
}

json Number(double x) { return std::isfinite(x) ? json(x) : json(FormatDouble(x)); }

json OutputJson(const std::string& name, const Known& known) {
  const Summary s = Summarize(known);
  json out = {{"name", name},
              {"verdict", s.undetermined_all ? "undetermined" : "ok"},
              {"type", s.type},
              {"elements", s.elements},
              {"undetermined", s.undetermined},
              {"exact", s.exact},
              {"max_error", 0},
              {"max_bound", Number(s.max_bound)},
              {"worst_index", s.worst_index}};
  if (s.elements > 0 && s.numeric) {
    out["got"] = Number(s.worst_value);
    out["truth"] = Number(s.worst_value);
    out["bound"] = Number(s.max_bound);
  }
  return out;
}

void PrintJson(const Flags& flags, const Checked& checked) {
  json outputs = json::array(), names = json::array();
  const Graph& graph = checked.model.graph;
  for (size_t i = 0; i < graph.outputs.size(); ++i) {
    names.push_back(graph.name_of(graph.outputs[i]));
    outputs.push_back(OutputJson(graph.name_of(graph.outputs[i]), checked.evaluation.outputs[i]));
  }
  const json target = {{"name", "reference"},      {"status", "ok"},
                       {"outputs", outputs},       {"load_ms", checked.load_ms},
                       {"run_ms", checked.run_ms}, {"peak_mb", checked.peak_mb}};
  const json out = {{"model", flags.model}, {"outputs", names}, {"targets", json::array({target})}};
  std::cout << out.dump(1, ' ', false, json::error_handler_t::replace) << "\n";
}

void PrintTable(const Flags& flags, const Checked& checked) {
  const Graph& graph = checked.model.graph;
  std::cout << flags.model << ": " << graph.node_count() << " nodes, opset "
            << checked.model.opset("") << "\n";
  for (const ValueId id : graph.inputs)
    if (graph.initializer(id) == nullptr)
      std::cout << "  input   " << graph.name_of(id) << ": " << TypeText(graph.type(id)) << "\n";
  std::cout << (flags.inputs.empty() ? StrCat("  (inputs made up with seed ", flags.seed, ")\n")
                                     : StrCat("  (inputs from ", flags.inputs, ")\n"));
  for (size_t i = 0; i < graph.outputs.size(); ++i)
    PrintSummary(std::cout, graph.name_of(graph.outputs[i]), checked.evaluation.outputs[i]);
  std::printf("reference (%s tier): load %.1f ms, run %.1f ms, peak memory %.0f MB\n",
              flags.tier.c_str(), checked.load_ms, checked.run_ms, checked.peak_mb);
}

int Run(const Flags& flags) {
  const auto checked = CheckModel(flags);
  if (!checked.ok()) return Fail(checked.error());
  if (flags.json)
    PrintJson(flags, *checked);
  else
    PrintTable(flags, *checked);
  return kDone;
}

}  // namespace

std::function<int()> SetupCheck(CLI::App& app) {
  const auto flags = std::make_shared<Flags>();
  app.add_option("model", flags->model, "ONNX file to run")->required();
  app.add_option("--targets", flags->targets, "comma-separated targets (reference)");
  app.add_option("--inputs", flags->inputs,
                 "folder with input_0.pb, input_1.pb, … in the ONNX test-data format");
  app.add_option("--seed", flags->seed, "seed for inputs that are made up from the model's types");
  app.add_option("--dim", flags->dims, "size of a named dimension, such as batch=2 (repeatable)");
  app.add_option("--tier", flags->tier,
                 "lenient: known approximations are allowed; strict: a careful library");
  app.add_flag("--json", flags->json, "print one JSON object");
  return [flags] { return Run(*flags); };
}

}  // namespace assay::cli
