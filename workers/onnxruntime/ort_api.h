// The part of ONNX Runtime's C interface that the worker uses, declared here and opened at run
// time, so that one binary serves every version and building needs no file of ONNX Runtime.
//
// ONNX Runtime hands out a table of functions that is only ever extended at its end: "slots" below
// are positions in it, and they and the signatures are the same in all versions. tests/tools/
// check-ort-slots compares them with an original header.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

// Opaque to users of the interface.
struct OrtStatus;
struct OrtEnv;
struct OrtSession;
struct OrtSessionOptions;
struct OrtValue;
struct OrtMemoryInfo;
struct OrtAllocator;
struct OrtTypeInfo;
struct OrtShapeInfo;
struct OrtSequenceInfo;
struct OrtOptionalInfo;
struct OrtCudaOptions;

namespace assay::ort {

// The version of the interface to ask for: the newest function below came with 1.15. The wheels of
// ONNX Runtime hold a library that can be opened from 1.19 on.
inline constexpr uint32_t kApiVersion = 17;

enum Level : int { kOff = 0, kBasic = 1, kExtended = 2, kAll = 99 };
enum ValueType : int { kTensor = 1, kSequence = 2, kMap = 3, kSparse = 5, kOptional = 6 };
enum Severity : int { kFatal = 4 };
enum AllocatorType : int { kArena = 1 };
enum MemoryType : int { kDefaultMemory = 0 };
inline constexpr int kNotImplemented = 9;

inline void* const* table = nullptr;  // set by Open()

template <int slot, typename Signature>
struct Function;
template <int slot, typename R, typename... Args>
struct Function<slot, R(Args...)> {
  static constexpr int kSlot = slot;
  R operator()(Args... args) const {
    return reinterpret_cast<R (*)(Args...)>(table[slot])(args...);
  }
};

template <int slot, typename... Args>
using Call = const Function<slot, OrtStatus*(Args...)>;  // fails with a status, else null
template <int slot, typename R, typename... Args>
using Plain = const Function<slot, R(Args...)>;

// clang-format off
inline constexpr Plain<1, int, const OrtStatus*> GetErrorCode;
inline constexpr Plain<2, const char*, const OrtStatus*> GetErrorMessage;
inline constexpr Call<3, int, const char*, OrtEnv**> CreateEnv;
inline constexpr Call<8, const OrtEnv*, const void*, size_t, const OrtSessionOptions*, OrtSession**> CreateSessionFromArray;
inline constexpr Call<9, OrtSession*, const void*, const char* const*, const OrtValue* const*, size_t, const char* const*, size_t, OrtValue**> Run;
inline constexpr Call<10, OrtSessionOptions**> CreateSessionOptions;
inline constexpr Call<11, OrtSessionOptions*, const char*> SetOptimizedModelFilePath;
inline constexpr Call<22, OrtSessionOptions*, int> SetSessionLogSeverityLevel;
inline constexpr Call<23, OrtSessionOptions*, int> SetSessionGraphOptimizationLevel;
inline constexpr Call<24, OrtSessionOptions*, int> SetIntraOpNumThreads;
inline constexpr Call<25, OrtSessionOptions*, int> SetInterOpNumThreads;
inline constexpr Call<30, const OrtSession*, size_t*> SessionGetInputCount;
inline constexpr Call<31, const OrtSession*, size_t*> SessionGetOutputCount;
inline constexpr Call<33, const OrtSession*, size_t, OrtTypeInfo**> SessionGetInputTypeInfo;
inline constexpr Call<34, const OrtSession*, size_t, OrtTypeInfo**> SessionGetOutputTypeInfo;
inline constexpr Call<36, const OrtSession*, size_t, OrtAllocator*, char**> SessionGetInputName;
inline constexpr Call<37, const OrtSession*, size_t, OrtAllocator*, char**> SessionGetOutputName;
inline constexpr Call<48, OrtAllocator*, const int64_t*, size_t, int, OrtValue**> CreateTensorAsOrtValue;
inline constexpr Call<49, const OrtMemoryInfo*, void*, size_t, const int64_t*, size_t, int, OrtValue**> CreateTensorWithDataAsOrtValue;
inline constexpr Call<51, OrtValue*, void**> GetTensorMutableData;
inline constexpr Call<52, OrtValue*, const char* const*, size_t> FillStringTensor;
inline constexpr Call<53, const OrtValue*, size_t*> GetStringTensorDataLength;
inline constexpr Call<54, const OrtValue*, void*, size_t, size_t*, size_t> GetStringTensorContent;
inline constexpr Call<55, const OrtTypeInfo*, const OrtShapeInfo**> CastTypeInfoToTensorInfo;
inline constexpr Call<56, const OrtTypeInfo*, int*> GetOnnxTypeFromTypeInfo;
inline constexpr Call<60, const OrtShapeInfo*, int*> GetTensorElementType;
inline constexpr Call<61, const OrtShapeInfo*, size_t*> GetDimensionsCount;
inline constexpr Call<62, const OrtShapeInfo*, int64_t*, size_t> GetDimensions;
inline constexpr Call<65, const OrtValue*, OrtShapeInfo**> GetTensorTypeAndShape;
inline constexpr Call<67, const OrtValue*, int*> GetValueType;
inline constexpr Call<69, int, int, OrtMemoryInfo**> CreateCpuMemoryInfo;
inline constexpr Call<76, OrtAllocator*, void*> AllocatorFree;
inline constexpr Call<78, OrtAllocator**> GetAllocatorWithDefaultOptions;
inline constexpr Call<80, const OrtValue*, int, OrtAllocator*, OrtValue**> GetValue;
inline constexpr Call<81, const OrtValue*, size_t*> GetValueCount;
inline constexpr Call<82, const OrtValue* const*, size_t, int, OrtValue**> CreateValue;
inline constexpr Plain<93, void, OrtStatus*> ReleaseStatus;
inline constexpr Plain<95, void, OrtSession*> ReleaseSession;
inline constexpr Plain<96, void, OrtValue*> ReleaseValue;
inline constexpr Plain<98, void, OrtTypeInfo*> ReleaseTypeInfo;
inline constexpr Plain<99, void, OrtShapeInfo*> ReleaseTensorTypeAndShapeInfo;
inline constexpr Plain<100, void, OrtSessionOptions*> ReleaseSessionOptions;
inline constexpr Call<104, const OrtTypeInfo*, const OrtSequenceInfo**> CastTypeInfoToSequenceTypeInfo;
inline constexpr Call<107, const OrtSequenceInfo*, OrtTypeInfo**> GetSequenceElementType;
inline constexpr Call<125, char***, int*> GetAvailableProviders;
inline constexpr Call<126, char**, int> ReleaseAvailableProviders;
inline constexpr Call<130, OrtSessionOptions*, const char*, const char*> AddSessionConfigEntry;
inline constexpr Call<192, const OrtValue*, int*> HasValue;
inline constexpr Call<204, OrtSessionOptions*, const OrtCudaOptions*> SessionOptionsAppendExecutionProvider_CUDA_V2;
inline constexpr Call<205, OrtCudaOptions**> CreateCUDAProviderOptions;
inline constexpr Plain<208, void, OrtCudaOptions*> ReleaseCUDAProviderOptions;
inline constexpr Call<250, const OrtTypeInfo*, const OrtOptionalInfo**> CastTypeInfoToOptionalTypeInfo;
inline constexpr Call<251, const OrtOptionalInfo*, OrtTypeInfo**> GetOptionalContainedTypeInfo;
// clang-format on

struct Releaser {
  void operator()(OrtStatus* p) const { ReleaseStatus(p); }
  void operator()(OrtSession* p) const { ReleaseSession(p); }
  void operator()(OrtSessionOptions* p) const { ReleaseSessionOptions(p); }
  void operator()(OrtValue* p) const { ReleaseValue(p); }
  void operator()(OrtTypeInfo* p) const { ReleaseTypeInfo(p); }
  void operator()(OrtShapeInfo* p) const { ReleaseTensorTypeAndShapeInfo(p); }
  void operator()(OrtCudaOptions* p) const { ReleaseCUDAProviderOptions(p); }
};
template <typename T>
using Owned = std::unique_ptr<T, Releaser>;

// Opens the library at `path` and returns its version. Throws std::runtime_error.
std::string Open(const std::string& path);

// Throws what `status` says: worker::Unsupported when something is not implemented, worker::Failure
// with the name of the error code as its kind otherwise. Null is success.
void Check(OrtStatus* status);

// Calls `function` with `args` and a place for its result; returns the result.
template <typename T, typename F, typename... Args>
T Get(const F& function, Args... args) {
  T out{};
  Check(function(args..., &out));
  return out;
}
// The same for results that are to be released.
template <typename T, typename F, typename... Args>
Owned<T> Make(const F& function, Args... args) {
  return Owned<T>(Get<T*>(function, args...));
}

// The allocator and the description of ordinary memory; they live as long as the process.
OrtAllocator* Allocator();
const OrtMemoryInfo* CpuMemory();

}  // namespace assay::ort
