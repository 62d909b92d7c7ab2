// The worker of OpenCV's DNN module: ONNX models from memory, its own CPU backend, one thread.
//
// Modes: "" and "opt=off" (no fusion of layers).
//
// OpenCV computes in 32-bit floats and knows no tensors below two dimensions: inputs of that kind
// are refused, as axes and broadcasts would get another meaning, and a result [n] becomes [n, 1].
// Where the model declares a static shape of at most one dimension and the number of elements is
// the same, the worker gives the result that shape; any other shape is reported as OpenCV has it.
// Convolutions without kernel_shape, which ONNX allows, get it written out.
#include <opencv2/core.hpp>
#include <opencv2/core/utils/logger.hpp>
#include <opencv2/dnn.hpp>

#include "../cpp/assay_worker.h"
#include "kernel_shapes.h"
#include "onnx_outputs.h"

namespace assay::opencv {
namespace {

using worker::Value;
using worker::Values;

const char* CodeName(int code) {
  switch (code) {
    case cv::Error::StsError:
      return "StsError";
    case cv::Error::StsInternal:
      return "StsInternal";
    case cv::Error::StsNoMem:
      return "out-of-memory";
    case cv::Error::StsBadArg:
      return "StsBadArg";
    case cv::Error::StsNullPtr:
      return "StsNullPtr";
    case cv::Error::StsBadSize:
      return "StsBadSize";
    case cv::Error::StsObjectNotFound:
      return "StsObjectNotFound";
    case cv::Error::StsUnmatchedSizes:
      return "StsUnmatchedSizes";
    case cv::Error::StsUnsupportedFormat:
      return "StsUnsupportedFormat";
    case cv::Error::StsOutOfRange:
      return "StsOutOfRange";
    case cv::Error::StsParseError:
      return "StsParseError";
    case cv::Error::StsNotImplemented:
      return "StsNotImplemented";
    case cv::Error::StsAssert:
      return "StsAssert";
    default:
      return "exception";
  }
}

// The importer wraps what went wrong in an error of its own, whose text holds "error: (-215:...".
int InnerCode(const cv::Exception& error) {
  const std::string mark = "error: (";
  const size_t at = error.err.find(mark);
  return at == std::string::npos ? error.code : std::atoi(error.err.c_str() + at + mark.size());
}

bool IsGap(const cv::Exception& error) {
  return InnerCode(error) == cv::Error::StsNotImplemented ||
         error.err.find("Can't create layer") != std::string::npos;
}

// Runs `f` with OpenCV's exceptions in the form of the protocol.
template <typename F>
void Translated(F f) {
  try {
    f();
  } catch (const cv::Exception& error) {
    const std::string message = error.err + " in " + error.func;
    if (IsGap(error)) throw worker::Unsupported(message);
    throw worker::Failure(CodeName(InnerCode(error)), message);
  }
}

// A matrix over the memory of `value`.
cv::Mat Feed(const std::string& name, const Value& value) {
  if (value.kind != wire::kTensor || value.type != worker::kFloat32)
    throw worker::Unsupported("OpenCV takes 32-bit floats only; input " + name +
                              " is something else");
  if (value.count() == 0)
    throw worker::Unsupported("OpenCV has no tensors without elements; input " + name);
  if (value.shape.size() < 2)
    throw worker::Unsupported("OpenCV has no tensors below two dimensions; input " + name);
  const std::vector<int> shape(value.shape.begin(), value.shape.end());
  return {shape, CV_32F, const_cast<char*>(value.elements())};
}

class OpencvBackend : public worker::Backend {
 public:
  worker::Identity Start() override {
    worker::Identity identity;
    identity.framework = "opencv";
    identity.version = cv::getVersionString();
    cv::setNumThreads(1);
    // Exceptions say all that is logged.
    cv::utils::logging::setLogLevel(cv::utils::logging::LOG_LEVEL_SILENT);
    cv::redirectError([](int, const char*, const char*, const char*, int, void*) { return 0; });
    return identity;
  }

  void Load(std::string_view model, const std::string& mode) override {
    if (!mode.empty() && mode != "opt=off")
      throw worker::Failure("mode", "there is no mode " + mode);
    declared_ = DeclaredOutputs(model);
    for (const auto& [name, output] : declared_)
      if (output.element_type != worker::kFloat32)
        throw worker::Unsupported("OpenCV gives 32-bit floats only; output " + name +
                                  " is declared as something else");
    const std::string complete = WithKernelShapes(model);
    Translated([&] {
      net_ = cv::dnn::readNetFromONNX(complete.data(), complete.size());
      net_.setPreferableBackend(cv::dnn::DNN_BACKEND_OPENCV);
      net_.setPreferableTarget(cv::dnn::DNN_TARGET_CPU);
      net_.enableFusion(mode != "opt=off");
    });
  }

  // Without `requested`: all outputs.
  Values Run(const Values& inputs, const std::vector<std::string>& requested) override {
    std::vector<std::string> names = requested;
    if (names.empty())
      for (const auto& [name, output] : declared_) names.push_back(name);
    results_.clear();
    Translated([&] {
      for (const auto& [name, value] : inputs) net_.setInput(Feed(name, value), name);
      net_.forward(results_, names);
    });
    Values out;
    for (size_t i = 0; i < names.size(); ++i) out.emplace_back(names[i], Fetch(names[i], i));
    return out;
  }

 private:
  // An output; it refers to memory of OpenCV.
  Value Fetch(const std::string& name, size_t index) {
    cv::Mat& result = results_.at(index);
    if (result.type() != CV_32F)
      throw worker::Failure(
          "type", "output " + name + " is of OpenCV's type " + cv::typeToString(result.type()));
    if (!result.isContinuous()) result = result.clone();
    Value out;
    out.type = worker::kFloat32;
    out.shape.assign(result.size.p, result.size.p + result.dims);
    const Declared& declared = declared_[name];
    if (declared.has_static_shape && declared.shape.size() <= 1) {
      const int64_t count = declared.shape.empty() ? 1 : declared.shape[0];
      if (static_cast<size_t>(count) == out.count()) out.shape = declared.shape;
    }
    out.data = reinterpret_cast<const char*>(result.data);
    out.bytes = out.count() * sizeof(float);
    return out;
  }

  cv::dnn::Net net_;
  std::map<std::string, Declared> declared_;
  std::vector<cv::Mat> results_;  // the last reply refers to them
};

}  // namespace
}  // namespace assay::opencv

int main() {
  assay::opencv::OpencvBackend backend;
  return assay::worker::Serve(backend);
}
