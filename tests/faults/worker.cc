// planted-worker: a correct executor that is broken in the ways that the target's mode names.
//
// Modes: "" unbroken; the name of a fault in faults.def, second_faults.def, resource_faults.def or
// study_faults.def, or several joined by +; the name of a fault in training_faults.def; the name of
// a way in paths.def. `planted-worker list` prints the first, `list second`, `list resources`,
// `list study`, `list train`, `list paths` the others.
#include <signal.h>
#include <unistd.h>

#include <cstdio>
#include <cstring>
#include <filesystem>

#include "base/strings.h"
#include "executor.h"
#include "path.h"
#include "trainer.h"
#include "workers/cpp/assay_worker.h"

namespace assay::faults {
namespace {

using worker::Value;
using worker::Values;

Datum ToDatum(const Value& value) {
  Datum out;
  Shape shape(value.shape.begin(), value.shape.end());
  const auto type = static_cast<DType>(value.type);
  if (value.kind == wire::kTensor || value.kind == wire::kMap) {
    if (type == DType::kString) {
      out.tensor = Tensor(shape, value.strings);
    } else {
      const auto* bytes = reinterpret_cast<const std::byte*>(value.elements());
      out.tensor = Tensor(type, shape, std::vector<std::byte>(bytes, bytes + value.bytes));
    }
  }
  for (const Value& item : value.items) out.items.push_back(ToDatum(item));
  if (value.kind == wire::kSequence) out.kind = Datum::Kind::kSequence;
  if (value.kind == wire::kOptional) out.kind = Datum::Kind::kOptional;
  if (value.kind == wire::kMap) out.kind = Datum::Kind::kMap;
  return out;
}

Value ToValue(const Datum& datum) {
  Value out;
  const Tensor& tensor = datum.tensor;
  if (datum.kind == Datum::Kind::kTensor || datum.kind == Datum::Kind::kMap) {
    char* to = out.Allocate(static_cast<uint8_t>(tensor.dtype()),
                            {tensor.shape().begin(), tensor.shape().end()});
    if (tensor.dtype() == DType::kString)
      out.strings.assign(tensor.strings().begin(), tensor.strings().end());
    else if (out.bytes > 0)
      std::memcpy(to, tensor.data(), out.bytes);
  }
  for (const Datum& item : datum.items) out.items.push_back(ToValue(item));
  if (datum.kind == Datum::Kind::kSequence) out.kind = wire::kSequence;
  if (datum.kind == Datum::Kind::kOptional) out.kind = wire::kOptional;
  if (datum.kind == Datum::Kind::kMap) out.kind = wire::kMap;
  return out;
}

void DoHarm(Harm harm) {
  if (harm == Harm::kAbort) {
    std::fputs("planted: check failed\n", stderr);
    std::abort();
  }
  if (harm == Harm::kSegfault) raise(SIGSEGV);
  while (true) pause();
}

void Throw(const Error& error) {
  if (error.kind == ErrorKind::kUnsupported || error.kind == ErrorKind::kUndetermined)
    throw worker::Unsupported(error.message);
  throw worker::Failure("error", error.message);
}

class PlantedBackend : public worker::Backend {
 public:
  PlantedBackend() { session_.harm = DoHarm; }

  worker::Identity Start() override {
    worker::Identity identity;
    identity.framework = "planted";
    identity.version = "1";
    return identity;
  }

  void Load(std::string_view model, const std::string& mode) override {
    const Path* path = FindPath(mode);
    training_fault_ = FindTrainingFault(mode);
    const bool right = path != nullptr || training_fault_ != nullptr;  // no fault of faults.def
    auto faults = FaultsOfMode(right ? "" : mode);
    if (!faults.ok()) throw worker::Failure("mode", faults.error().message);
    std::string converted;
    if (path != nullptr) {
      auto bytes = Convert(*path, model, std::filesystem::temp_directory_path() / "planted.onnx");
      if (!bytes.ok()) throw worker::Failure("conversion", bytes.error().message);
      model = converted = std::move(bytes).value();
    }
    const Status status = executor_.Load(model, std::move(faults).value());
    if (!status.ok()) Throw(status.error());
  }

  void Compile(const Values& inputs) override {
    const Status status = executor_.Compile(InOrder(inputs));
    if (!status.ok()) Throw(status.error());
  }

  // Without `requested`: all outputs.
  Values Run(const Values& inputs, const std::vector<std::string>& requested) override {
    const auto results = executor_.Run(InOrder(inputs));
    if (!results.ok()) Throw(results.error());
    const std::vector<std::string> names = executor_.output_names();
    Values out;
    for (const std::string& name : requested.empty() ? names : requested)
      for (size_t i = 0; i < names.size(); ++i)
        if (names[i] == name) {
          out.emplace_back(name, ToValue((*results)[i]));
          break;
        }
    return out;
  }

  std::vector<std::string> Tasks() override { return {training::kTask}; }

  // Faults of kernels and of the optimiser's passes do not act here.
  Values Perform(const std::string& task, const std::string& settings, const Values& inputs,
                 const std::vector<std::string>& wanted) override {
    if (task != training::kTask) throw worker::Unsupported("task " + task);
    std::map<std::string, Datum> by_name;
    for (const auto& [name, value] : inputs) by_name[name] = ToDatum(value);
    const auto answers = Train(executor_.model(), by_name, settings, training_fault_);
    if (!answers.ok()) Throw(answers.error());
    Values out;
    for (const std::string& name : wanted) {
      const auto it = answers->find(name);
      if (it == answers->end()) throw worker::Unsupported("the answer " + name);
      out.emplace_back(name, ToValue(it->second));
    }
    return out;
  }

 private:
  // An input that is not given stays without type and takes its initializer.
  std::vector<Datum> InOrder(const Values& inputs) const {
    std::vector<Datum> out;
    for (const std::string& name : executor_.input_names()) {
      out.emplace_back();
      for (const auto& [given, value] : inputs)
        if (given == name) out.back() = ToDatum(value);
    }
    return out;
  }

  Session session_;
  Executor executor_{session_};
  const TrainingFault* training_fault_ = nullptr;
};

}  // namespace
}  // namespace assay::faults

int main(int argc, char** argv) {
  using namespace assay::faults;
  if (argc > 1 && std::string_view(argv[1]) == "list") {
    const std::string_view kind = argc > 2 ? argv[2] : "";
    const auto print = [](const auto& list) {
      for (const auto& entry : list)
        std::printf("%s\t%s\n", std::string(entry.name).c_str(), std::string(entry.what).c_str());
    };
    if (kind == "train")
      print(AllTrainingFaults());
    else if (kind == "paths")
      print(AllPaths());
    else if (kind == "resources")
      print(AllResourceFaults());
    else if (kind == "second")
      print(AllSecondFaults());
    else if (kind == "study")
      print(AllStudyFaults());
    else
      print(AllFaults());
    return 0;
  }
  PlantedBackend backend;
  return assay::worker::Serve(backend);
}
