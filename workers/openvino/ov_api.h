// The part of OpenVINO's C interface that the worker uses, declared here and looked up by name in
// the library at run time: one binary serves every version from 2023.1 on, although the library's
// own name changes with each.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace assay::openvino {

// Opaque to users of the interface.
struct Core;
struct Model;
struct Compiled;
struct Request;
struct Tensor;
struct Port;

struct Version {
  const char* build;
  const char* description;
};
struct Shape {
  int64_t rank;
  int64_t* sizes;
};

// Opens the library at `path`. Throws std::runtime_error.
void Open(const std::string& path);
void* Find(const char* name);

template <size_t size>
struct Name {
  char text[size];
  constexpr Name(const char (&literal)[size]) {  // NOLINT: meant to convert
    for (size_t i = 0; i < size; ++i) text[i] = literal[i];
  }
};

template <Name name, typename R, typename... Args>
struct Function {
  R operator()(Args... args) const {
    static const auto function = reinterpret_cast<R (*)(Args...)>(Find(name.text));
    return function(args...);
  }
};
template <Name name, typename... Args>
using Call = const Function<name, int, Args...>;  // returns a status; 0 is success
template <Name name, typename T>
using Free = const Function<name, void, T*>;

// clang-format off
inline constexpr Function<"ov_get_last_err_msg", const char*> LastError;
inline constexpr Function<"ov_get_error_info", const char*, int> ErrorName;
inline constexpr Function<"ov_free", void, const char*> FreeText;
inline constexpr Call<"ov_get_openvino_version", Version*> GetVersion;
inline constexpr Call<"ov_core_create", Core**> CreateCore;
inline constexpr Call<"ov_core_read_model_from_memory_buffer", const Core*, const char*, size_t, const Tensor*, Model**> ReadModel;
inline constexpr Call<"ov_model_const_input_by_index", const Model*, size_t, Port**> ModelInput;
inline constexpr Call<"ov_port_get_element_type", const Port*, int*> PortType;
inline constexpr Call<"ov_port_get_any_name", const Port*, char**> PortName;
inline constexpr Call<"ov_compiled_model_create_infer_request", const Compiled*, Request**> CreateRequest;
inline constexpr Call<"ov_compiled_model_inputs_size", const Compiled*, size_t*> CompiledInputs;
inline constexpr Call<"ov_compiled_model_outputs_size", const Compiled*, size_t*> CompiledOutputs;
inline constexpr Call<"ov_compiled_model_output_by_index", const Compiled*, size_t, Port**> CompiledOutput;
inline constexpr Call<"ov_compiled_model_input_by_index", const Compiled*, size_t, Port**> CompiledInput;
inline constexpr Call<"ov_infer_request_set_input_tensor_by_index", Request*, size_t, const Tensor*> SetInput;
inline constexpr Call<"ov_infer_request_set_tensor", Request*, const char*, const Tensor*> SetTensor;
inline constexpr Call<"ov_infer_request_get_tensor", const Request*, const char*, Tensor**> GetTensor;
inline constexpr Call<"ov_infer_request_infer", Request*> Infer;
inline constexpr Call<"ov_tensor_create_from_host_ptr", int, Shape, void*, Tensor**> WrapTensor;
inline constexpr Call<"ov_tensor_create", int, Shape, Tensor**> CreateTensor;
inline constexpr Call<"ov_tensor_get_shape", const Tensor*, Shape*> GetTensorShape;
inline constexpr Call<"ov_tensor_get_element_type", const Tensor*, int*> TensorType;
inline constexpr Call<"ov_tensor_data", const Tensor*, void**> TensorData;
inline constexpr Call<"ov_shape_free", Shape*> FreeShape;
inline constexpr Free<"ov_model_free", Model> FreeModel;
inline constexpr Free<"ov_compiled_model_free", Compiled> FreeCompiled;
inline constexpr Free<"ov_infer_request_free", Request> FreeRequest;
inline constexpr Free<"ov_tensor_free", Tensor> FreeTensor;
inline constexpr Free<"ov_output_const_port_free", Port> FreePort;
// clang-format on

struct Releaser {
  void operator()(Model* p) const { FreeModel(p); }
  void operator()(Compiled* p) const { FreeCompiled(p); }
  void operator()(Request* p) const { FreeRequest(p); }
  void operator()(Tensor* p) const { FreeTensor(p); }
  void operator()(Port* p) const { FreePort(p); }
};
template <typename T>
using Owned = std::unique_ptr<T, Releaser>;

// Throws what `status` and the last error say: worker::Unsupported for what OpenVINO states not to
// implement, worker::Failure otherwise.
void Check(int status);

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

// Sets the input `name`. False when the compiled model knows none of this name.
bool FeedInput(Request* request, const char* name, const Tensor* tensor);

std::vector<int64_t> TensorShape(const Tensor* tensor);

// Compiles for the CPU: one thread that may run on any core, one stream, 32-bit floats.
Owned<Compiled> Compile(const Core* core, const Model* model);

}  // namespace assay::openvino
