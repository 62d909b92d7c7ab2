// The worker of ONNX Runtime: its C interface, one session per model, one thread.
//
//   ASSAY_DEVICE     "cuda" for the CUDA provider, before the CPU's
//
// The library is that of the version to test (cpp/library.h). Wheels before 1.19 hold none: there
// the Python worker takes over.
//
// Modes: "" or "opt=all", "opt=extended", "opt=basic", "opt=off", "disable=NAME,NAME" (all
// optimisations but those), "opt=basic,disable=NAME,NAME" (those of a level but these), "cuda";
// ways through files: "path=saved" (the optimised model written as ONNX, that loaded and run),
// "path=ort" (the same in ONNX Runtime's own format).
#include <dlfcn.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>

#include "../cpp/assay_worker.h"
#include "../cpp/library.h"
#include "../cpp/small_blocks.h"
#include "empty_sequence.h"
#include "ort_api.h"
#include "values.h"

namespace assay::ort {
namespace {

using worker::Value;
using worker::Values;
using worker::Variable;

constexpr std::string_view kLibrary = "libonnxruntime.so";

struct Options {
  Level level = kAll;
  std::string disabled;  // optimisers, separated by semicolons
  std::string save_to;   // the optimised model goes to this file
  bool own_format = false;
};

// In the private folder of the process.
constexpr const char* kSavedModel = "saved-model";

bool IsPath(const std::string& mode) { return mode == "path=saved" || mode == "path=ort"; }

std::string ReadAll(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  if (!in)
    throw worker::Failure("conversion", "ONNX Runtime did not write the model that it was to save");
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

Options ParseMode(const std::string& mode) {
  static const std::map<std::string, Level> kLevels = {{"", kAll},
                                                       {"cuda", kAll},
                                                       {"opt=all", kAll},
                                                       {"opt=extended", kExtended},
                                                       {"opt=basic", kBasic},
                                                       {"opt=off", kOff}};
  if (const auto level = kLevels.find(mode); level != kLevels.end()) return {level->second, ""};
  const std::string disable = "disable=";
  const size_t at = mode.find(disable);
  const std::string before = mode.substr(0, at);
  const auto level = kLevels.find(before.substr(0, before.rfind(',')));
  if (at == std::string::npos || level == kLevels.end())
    throw worker::Failure("mode", "there is no mode " + mode);
  Options out;
  out.level = level->second;
  out.disabled = mode.substr(at + disable.size());
  std::replace(out.disabled.begin(), out.disabled.end(), ',', ';');
  return out;
}

// Whether the driver sees a device. Asking the provider would create a session first.
bool HasCudaDevice() {
  void* driver = dlopen("libcuda.so.1", RTLD_NOW);
  if (driver == nullptr) return false;
  const auto init = reinterpret_cast<int (*)(unsigned)>(dlsym(driver, "cuInit"));
  const auto get_count = reinterpret_cast<int (*)(int*)>(dlsym(driver, "cuDeviceGetCount"));
  int count = 0;
  return init != nullptr && get_count != nullptr && init(0) == 0 && get_count(&count) == 0 &&
         count > 0;
}

bool HasProvider(const std::string& wanted) {
  char** names = nullptr;
  int count = 0;
  Check(GetAvailableProviders(&names, &count));
  const bool found = std::find(names, names + count, wanted) != names + count;
  Check(ReleaseAvailableProviders(names, count));
  return found;
}

class OrtBackend : public worker::Backend {
 public:
  worker::Identity Start() override {
    worker::Identity identity;
    identity.framework = "onnxruntime";
    cuda_ = Variable("ASSAY_DEVICE") == "cuda";
    if (cuda_) identity.device = "cuda";
    try {
      identity.version = OpenLibrary();
      if (cuda_ && !HasCudaDevice())
        identity.problem = "no CUDA device";
      else if (cuda_ && !HasProvider("CUDAExecutionProvider"))
        identity.problem = "no CUDA device: this build of ONNX Runtime has no CUDA provider";
    } catch (const std::exception& error) {
      identity.problem = error.what();
    }
    return identity;
  }

  void BeCareful(bool careful) override { worker::UseSmallBlocks(!careful); }

  void Load(std::string_view model, const std::string& mode) override {
    Forget();
    if (IsPath(mode))
      LoadSaved(Save(model, mode));
    else
      LoadPlain(model, ParseMode(mode));
    ReadSignature();
  }

  // Without `requested`: all outputs.
  Values Run(const Values& inputs, const std::vector<std::string>& requested) override {
    const std::vector<std::string>& wanted = requested.empty() ? outputs_ : requested;
    results_.clear();
    Feeds feeds;
    std::vector<const char*> input_names, output_names;
    std::vector<const OrtValue*> values;
    for (const auto& [name, value] : inputs) {
      // ONNX Runtime takes an input that is not there as an empty optional.
      if (value.kind == wire::kOptional && value.items.empty()) continue;
      input_names.push_back(name.c_str());
      const auto type = input_types_.find(name);
      values.push_back(feeds.Add(value, type == input_types_.end() ? nullptr : type->second.get()));
    }
    for (const std::string& name : wanted) output_names.push_back(name.c_str());
    std::vector<OrtValue*> results(wanted.size());
    Check(ort::Run(session_.get(), nullptr, input_names.data(), values.data(), values.size(),
                   output_names.data(), output_names.size(), results.data()));
    for (OrtValue* result : results) results_.emplace_back(result);
    Values out;
    for (size_t i = 0; i < wanted.size(); ++i)
      out.emplace_back(wanted[i], Result(results[i], optional_outputs_.count(wanted[i]) > 0));
    return out;
  }

 private:
  std::string OpenLibrary() {
    const std::string library = worker::FindLibrary(kLibrary);
    if (library.empty())
      throw std::runtime_error("no libonnxruntime.so at ASSAY_LIBRARY=" +
                               Variable("ASSAY_LIBRARY"));
    std::string version = Open(library);
    // Statuses say everything that would be logged as an error.
    env_ = Get<OrtEnv*>(CreateEnv, static_cast<int>(kFatal), "assay");
    SetEmptySequenceEnv(env_);
    return version;
  }

  void Forget() {
    results_.clear();
    input_types_.clear();
    outputs_.clear();
    optional_outputs_.clear();
    session_.reset();
  }

  void LoadPlain(std::string_view model, const Options& options) {
    try {
      session_ = MakeSession(model, options);
    } catch (const worker::Unsupported& error) {
      // A kernel that is only missing once the graph has been optimised is a defect of the
      // optimiser.
      if (options.level == kOff || !Loads(model, {.level = kOff})) throw;
      throw worker::Failure("NOT_IMPLEMENTED", error.what());
    }
  }

  // Whatever ONNX Runtime says of a model that it wrote itself is the fault of the writer.
  void LoadSaved(const std::string& model) {
    try {
      session_ = MakeSession(model, {});
    } catch (const std::exception& error) {
      throw worker::Failure("conversion",
                            std::string("the saved model cannot be loaded: ") + error.what());
    }
  }

  // The bytes of the optimised model as ONNX Runtime writes it.
  std::string Save(std::string_view model, const std::string& mode) const {
    const std::string path = (std::filesystem::temp_directory_path() / kSavedModel).string() +
                             (mode == "path=ort" ? ".ort" : ".onnx");
    Options options;
    options.save_to = path;
    options.own_format = mode == "path=ort";
    MakeSession(model, options);
    std::string bytes = ReadAll(path);
    std::filesystem::remove(path);
    return bytes;
  }

  Owned<OrtSession> MakeSession(std::string_view model, const Options& options) const {
    const auto settings = Make<OrtSessionOptions>(CreateSessionOptions);
    OrtSessionOptions* const o = settings.get();
    Check(SetSessionLogSeverityLevel(o, kFatal));
    Check(SetSessionGraphOptimizationLevel(o, options.level));
    Check(SetIntraOpNumThreads(o, 1));
    Check(SetInterOpNumThreads(o, 1));
    Check(AddSessionConfigEntry(o, "session.intra_op.allow_spinning", "0"));
    Check(AddSessionConfigEntry(o, "session.inter_op.allow_spinning", "0"));
    if (!options.disabled.empty())
      Check(AddSessionConfigEntry(o, "optimization.disable_specified_optimizers",
                                  options.disabled.c_str()));
    if (!options.save_to.empty()) Check(SetOptimizedModelFilePath(o, options.save_to.c_str()));
    if (options.own_format) Check(AddSessionConfigEntry(o, "session.save_model_format", "ORT"));
    if (cuda_) {
      const auto cuda = Make<OrtCudaOptions>(CreateCUDAProviderOptions);
      Check(SessionOptionsAppendExecutionProvider_CUDA_V2(o, cuda.get()));
    }
    return Make<OrtSession>(CreateSessionFromArray, static_cast<const OrtEnv*>(env_),
                            static_cast<const void*>(model.data()), model.size(),
                            static_cast<const OrtSessionOptions*>(o));
  }

  bool Loads(std::string_view model, const Options& options) const {
    try {
      MakeSession(model, options);
      return true;
    } catch (const std::exception&) {
      return false;
    }
  }

  // Names, and what values do not tell: types of inputs that may be empty, which outputs are
  // optional.
  void ReadSignature() {
    const OrtSession* session = session_.get();
    for (size_t i = 0, n = Get<size_t>(SessionGetInputCount, session); i < n; ++i) {
      auto type = Make<OrtTypeInfo>(SessionGetInputTypeInfo, session, i);
      if (KindOf(type.get()) == kSequence || KindOf(type.get()) == kOptional)
        input_types_[Name(SessionGetInputName, i)] = std::move(type);
    }
    for (size_t i = 0, n = Get<size_t>(SessionGetOutputCount, session); i < n; ++i) {
      outputs_.push_back(Name(SessionGetOutputName, i));
      const auto type = Make<OrtTypeInfo>(SessionGetOutputTypeInfo, session, i);
      if (KindOf(type.get()) == kOptional) optional_outputs_.insert(outputs_.back());
    }
  }

  static int KindOf(const OrtTypeInfo* type) { return Get<int>(GetOnnxTypeFromTypeInfo, type); }

  template <typename F>
  std::string Name(const F& function, size_t index) const {
    char* text =
        Get<char*>(function, static_cast<const OrtSession*>(session_.get()), index, Allocator());
    std::string out(text);
    Check(AllocatorFree(Allocator(), text));
    return out;
  }

  Value Result(const OrtValue* value, bool optional) {
    if (!optional) return FromOrt(value, results_);
    Value out;
    out.kind = wire::kOptional;
    if (Get<int>(HasValue, value) != 0) out.items.push_back(FromOrt(value, results_));
    return out;
  }

  bool cuda_ = false;
  OrtEnv* env_ = nullptr;  // lives as long as the process
  Owned<OrtSession> session_;
  std::map<std::string, Owned<OrtTypeInfo>> input_types_;
  std::vector<std::string> outputs_;
  std::set<std::string> optional_outputs_;
  std::vector<Owned<OrtValue>> results_;  // the last reply refers to them
};

}  // namespace
}  // namespace assay::ort

int main() {
  assay::worker::RunFallback(assay::ort::kLibrary);
  assay::ort::OrtBackend backend;
  return assay::worker::Serve(backend);
}
