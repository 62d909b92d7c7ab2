// The worker of OpenVINO: its C interface, ONNX models from memory, CPU plugin, one thread.
//
// The library is that of the version to test (cpp/library.h). Older wheels (2023.0, 2024.0) hold no
// C interface: there the Python worker takes over.
//
// Reading the model is the stage load, everything the CPU plugin does before the first inference is
// the stage compile. OpenVINO knows tensors only, and no strings.
#include <cstdlib>
#include <deque>
#include <set>
#include <string>
#include <vector>

#include "../cpp/assay_worker.h"
#include "../cpp/library.h"
#include "../cpp/sub_byte.h"
#include "element_types.h"
#include "ov_api.h"

namespace assay::openvino {
namespace {

constexpr std::string_view kLibrary = "libopenvino_c.so";

using worker::Value;
using worker::Values;

// "2026.4.1" of "2026.4.1-20123-abcdef-releases/2026/4".
std::string VersionNumber() {
  const auto version = Get<Version>(GetVersion);
  const std::string build = version.build;
  return build.substr(0, build.find('-'));
}

class OpenvinoBackend : public worker::Backend {
 public:
  worker::Identity Start() override {
    worker::Identity identity;
    identity.framework = "openvino";
    try {
      Open(worker::FindLibrary(kLibrary));
      identity.version = VersionNumber();
      core_ = Get<Core*>(CreateCore);
      types_.Ask(core_);
    } catch (const std::exception& error) {
      identity.problem = error.what();
    }
    return identity;
  }

  void Load(std::string_view model, const std::string& mode) override {
    if (!mode.empty()) throw worker::Failure("mode", "there is no mode " + mode);
    request_.reset();
    compiled_.reset();
    model_ = Make<Model>(ReadModel, static_cast<const Core*>(core_), model.data(), model.size(),
                         static_cast<const Tensor*>(nullptr));
  }

  void Compile(const Values& /*inputs*/) override {
    compiled_ = openvino::Compile(core_, model_.get());
    request_ = Make<Request>(CreateRequest, static_cast<const Compiled*>(compiled_.get()));
  }

  // Without `requested`: all outputs.
  Values Run(const Values& inputs, const std::vector<std::string>& requested) override {
    results_.clear();
    packed_.clear();
    SetInputs(inputs);
    Check(Infer(request_.get()));
    Values out;
    for (const std::string& name :
         requested.empty() ? PortNames(CompiledOutputs, CompiledOutput) : requested)
      out.emplace_back(name, Fetch(name));
    return out;
  }

 private:
  // A tensor over the memory of `value`, or over a packed copy of it.
  Owned<Tensor> Feed(const Value& value) {
    if (value.kind != wire::kTensor)
      throw worker::Unsupported("OpenVINO has no sequences, optionals or maps");
    const int type = types_.ToOpenvino(value.type);
    const Shape shape{static_cast<int64_t>(value.shape.size()),
                      const_cast<int64_t*>(value.shape.data())};
    // There is no memory to share.
    if (value.count() == 0) return Make<Tensor>(CreateTensor, type, shape);
    const char* data = value.elements();
    if (const int bits = worker::SubByteBits(value.type); bits != 0)
      data = packed_.emplace_back(worker::Pack(data, value.count(), bits)).data();
    return Make<Tensor>(WrapTensor, type, shape, static_cast<void*>(const_cast<char*>(data)));
  }

  // An output; it refers to memory of the inference request.
  Value Fetch(const std::string& name) {
    results_.push_back(
        Make<Tensor>(GetTensor, static_cast<const Request*>(request_.get()), name.c_str()));
    const Tensor* tensor = results_.back().get();
    Value out;
    out.type = types_.ToOnnx(Get<int>(TensorType, tensor));
    out.shape = TensorShape(tensor);
    if (out.count() == 0) return out;
    const auto* data = static_cast<const char*>(Get<void*>(TensorData, tensor));
    if (const int bits = worker::SubByteBits(out.type); bits != 0) {
      char* elements = out.Allocate(out.type, std::move(out.shape));
      worker::Unpack(data, out.count(), bits, worker::IsSignedSubByte(out.type), elements);
    } else {
      out.data = data;
      out.bytes = out.count() * worker::ElementBytes(out.type);
    }
    return out;
  }

  // OpenVINO removes inputs without use, and an input that is an output as well may be known by the
  // output's name only: what is left over on both sides is matched by position.
  void SetInputs(const Values& inputs) {
    std::set<std::string> names;
    std::vector<Owned<Tensor>> left;
    for (const auto& [name, value] : inputs) {
      names.insert(name);
      Owned<Tensor> tensor = Feed(value);
      if (!FeedInput(request_.get(), name.c_str(), tensor.get())) left.push_back(std::move(tensor));
    }
    const size_t fed = inputs.size() - left.size();
    const std::vector<std::string> ports = PortNames(CompiledInputs, CompiledInput);
    if (fed == ports.size()) return;
    if (fed + left.size() != ports.size())
      throw worker::Failure("input", "OpenVINO does not know all inputs by their names");
    size_t next = 0;
    for (size_t i = 0; i < ports.size() && next < left.size(); ++i)
      if (!names.contains(ports[i])) Check(SetInput(request_.get(), i, left[next++].get()));
  }

  template <typename Count, typename At>
  std::vector<std::string> PortNames(const Count& count, const At& at) const {
    std::vector<std::string> out;
    const Compiled* compiled = compiled_.get();
    for (size_t i = 0, n = Get<size_t>(count, compiled); i < n; ++i) {
      const Owned<Port> port = Make<Port>(at, compiled, i);
      char* name = Get<char*>(PortName, static_cast<const Port*>(port.get()));
      out.emplace_back(name);
      FreeText(name);
    }
    return out;
  }

  Core* core_ = nullptr;  // lives as long as the process
  ElementTypes types_;
  Owned<Model> model_;
  Owned<Compiled> compiled_;
  Owned<Request> request_;
  std::deque<std::string> packed_;      // inputs of the last run
  std::vector<Owned<Tensor>> results_;  // the last reply refers to them
};

}  // namespace
}  // namespace assay::openvino

int main() {
  assay::worker::RunFallback(assay::openvino::kLibrary);
  assay::openvino::OpenvinoBackend backend;
  return assay::worker::Serve(backend);
}
