#include "ov_api.h"

#include <dlfcn.h>

#include <algorithm>
#include <iterator>
#include <sstream>
#include <stdexcept>

#include "../cpp/assay_worker.h"

namespace assay::openvino {
namespace {

void* library = nullptr;

constexpr int kNotImplemented = -2;
// Refused by the C interface itself, which leaves the text of the last error as it was.
constexpr int kInvalidParameter = -14, kFirstOfInterface = kInvalidParameter;

bool Contains(const std::string& text, const char* part) {
  return text.find(part) != std::string::npos;
}

// What OpenVINO says of operators that it does not have; until 2024 the second.
bool IsGap(int status, const std::string& message) {
  return status == kNotImplemented ||
         Contains(message, "No conversion rule found for operations") ||
         Contains(message, "OpenVINO does not support the following ONNX operations") ||
         Contains(message, "\nNot Implemented");
}

// Without empty lines and those that every message has; places in the source code come last.
std::string Essence(const std::string& message) {
  static constexpr const char* kNoise[] = {"Exception from ", "FrontEnd API failed",
                                           "Summary:", "Model wasn't fully converted",
                                           "To facilitate the "};
  std::istringstream lines(message);
  std::string out, places;
  for (std::string line; std::getline(lines, line);) {
    const bool noise = std::any_of(std::begin(kNoise), std::end(kNoise),
                                   [&](const char* start) { return line.rfind(start, 0) == 0; });
    if (!line.empty() && !noise) (line.rfind("Check '", 0) == 0 ? places : out) += line + "\n";
  }
  out += places;
  if (!out.empty()) out.pop_back();
  return out.empty() ? message : out;
}

std::string LastMessage(int status) {
  const char* text = status > kFirstOfInterface ? LastError() : nullptr;
  if (text == nullptr) return ErrorName(status);
  std::string out = Essence(text);
  FreeText(text);
  return out;
}

}  // namespace

void Open(const std::string& path) {
  library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) throw std::runtime_error(dlerror());
}

void* Find(const char* name) {
  void* found = dlsym(library, name);
  if (found == nullptr)
    throw worker::Failure("interface", std::string("this OpenVINO lacks the function ") + name);
  return found;
}

bool FeedInput(Request* request, const char* name, const Tensor* tensor) {
  const int status = SetTensor(request, name, tensor);
  if (status == 0) return true;
  const std::string message = LastMessage(status);
  if (Contains(message, "Port for tensor name")) return false;
  throw worker::Failure(ErrorName(status), message);
}

void Check(int status) {
  if (status == 0) return;
  const std::string message = LastMessage(status);
  if (IsGap(status, "\n" + message)) throw worker::Unsupported(message);
  if (Contains(message, "bad_alloc")) throw worker::Failure("out-of-memory", message);
  throw worker::Failure(ErrorName(status), message);
}

std::vector<int64_t> TensorShape(const Tensor* tensor) {
  Shape shape{};
  const int status = GetTensorShape(tensor, &shape);
  // The interface refuses to give the shape of a scalar.
  if (status == kInvalidParameter) return {};
  Check(status);
  std::vector<int64_t> out(shape.sizes, shape.sizes + shape.rank);
  if (shape.sizes != nullptr) Check(FreeShape(&shape));
  return out;
}

Owned<Compiled> Compile(const Core* core, const Model* model) {
  using CompileModel =
      int (*)(const Core*, const Model*, const char*, size_t count, Compiled**, ...);
  static const auto compile = reinterpret_cast<CompileModel>(Find("ov_core_compile_model"));
  Compiled* out = nullptr;
  // Pinned threads of several workers would share a core while others idle.
  Check(compile(core, model, "CPU", 8, &out, "INFERENCE_PRECISION_HINT", "f32",
                "INFERENCE_NUM_THREADS", "1", "NUM_STREAMS", "1", "ENABLE_CPU_PINNING", "NO"));
  return Owned<Compiled>(out);
}

}  // namespace assay::openvino
