#include "ort_api.h"

#include <dlfcn.h>

#include <stdexcept>

#include "../cpp/assay_worker.h"

namespace assay::ort {
namespace {

// What the library exports; everything else is reached through it.
struct ApiBase {
  void* const* (*get_api)(uint32_t version);
  const char* (*get_version)();
};

const char* CodeName(int code) {
  static constexpr const char* kNames[] = {"OK",
                                           "FAIL",
                                           "INVALID_ARGUMENT",
                                           "NO_SUCHFILE",
                                           "NO_MODEL",
                                           "ENGINE_ERROR",
                                           "RUNTIME_EXCEPTION",
                                           "INVALID_PROTOBUF",
                                           "MODEL_LOADED",
                                           "NOT_IMPLEMENTED",
                                           "INVALID_GRAPH",
                                           "EP_FAIL",
                                           "LOAD_CANCELED",
                                           "REQUIRES_COMPILATION",
                                           "NOT_FOUND"};
  const auto count = static_cast<int>(std::size(kNames));
  return code >= 0 && code < count ? kNames[code] : "UNKNOWN";
}

bool IsOutOfMemory(const std::string& message) {
  return message.find("bad_alloc") != std::string::npos ||
         message.find("Failed to allocate memory") != std::string::npos;
}

}  // namespace

std::string Open(const std::string& path) {
  void* library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) throw std::runtime_error(dlerror());
  const auto get_base = reinterpret_cast<const ApiBase* (*)()>(dlsym(library, "OrtGetApiBase"));
  if (get_base == nullptr) throw std::runtime_error(path + " does not export OrtGetApiBase");
  const ApiBase* base = get_base();
  const std::string version = base->get_version();
  table = base->get_api(kApiVersion);
  if (table == nullptr)
    throw std::runtime_error("ONNX Runtime " + version + " is too old: it lacks version " +
                             std::to_string(kApiVersion) + " of the C interface");
  return version;
}

void Check(OrtStatus* status) {
  if (status == nullptr) return;
  const Owned<OrtStatus> owner(status);
  const int code = GetErrorCode(status);
  const std::string message = GetErrorMessage(status);
  if (code == kNotImplemented) throw worker::Unsupported(message);
  throw worker::Failure(IsOutOfMemory(message) ? "out-of-memory" : CodeName(code), message);
}

OrtAllocator* Allocator() {
  static OrtAllocator* const allocator = Get<OrtAllocator*>(GetAllocatorWithDefaultOptions);
  return allocator;
}

const OrtMemoryInfo* CpuMemory() {
  static const OrtMemoryInfo* const memory = Get<OrtMemoryInfo*>(
      CreateCpuMemoryInfo, static_cast<int>(kArena), static_cast<int>(kDefaultMemory));
  return memory;
}

}  // namespace assay::ort
