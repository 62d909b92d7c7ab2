#include "empty_sequence.h"

#include <map>
#include <string>

#include "../cpp/assay_worker.h"
#include "values.h"

namespace assay::ort {
namespace {

const OrtEnv* env = nullptr;

// The ONNX number of the tensors' element type in a sequence, optional or tensor type.
int ElementType(const OrtTypeInfo* type) {
  switch (Get<int>(GetOnnxTypeFromTypeInfo, type)) {
    case kTensor: {
      const auto* tensor = Get<const OrtShapeInfo*>(CastTypeInfoToTensorInfo, type);
      return OnnxElementType(Get<int>(GetTensorElementType, tensor));
    }
    case kSequence: {
      const auto* sequence = Get<const OrtSequenceInfo*>(CastTypeInfoToSequenceTypeInfo, type);
      return ElementType(Make<OrtTypeInfo>(GetSequenceElementType, sequence).get());
    }
    case kOptional: {
      const auto* optional = Get<const OrtOptionalInfo*>(CastTypeInfoToOptionalTypeInfo, type);
      return ElementType(Make<OrtTypeInfo>(GetOptionalContainedTypeInfo, optional).get());
    }
    default:
      throw worker::Unsupported("an empty sequence of something else than tensors");
  }
}

// Fields of protocol buffers: a number, or bytes; all small enough for a single byte.
std::string Field(int field, int value) {
  const int tag = field << 3;
  if (tag < 128) return {static_cast<char>(tag), static_cast<char>(value)};
  return {static_cast<char>(tag | 128), static_cast<char>(tag >> 7), static_cast<char>(value)};
}
std::string Field(int field, const std::string& bytes) {
  return std::string{static_cast<char>(field << 3 | 2), static_cast<char>(bytes.size())} + bytes;
}

// An ONNX file (numbers of the fields: onnx.proto) with y = SequenceEmpty(dtype = element_type).
std::string Model(int element_type) {
  constexpr int kIntAttribute = 2, kIrVersion = 8, kOpset = 16;
  const std::string tensor = Field(1, Field(1, element_type));
  const std::string sequence = Field(4, Field(1, tensor));
  const std::string dtype = Field(1, "dtype") + Field(3, element_type) + Field(20, kIntAttribute);
  const std::string node = Field(2, "y") + Field(4, "SequenceEmpty") + Field(5, dtype);
  const std::string output = Field(1, "y") + Field(2, sequence);
  const std::string graph = Field(1, node) + Field(2, "empty") + Field(12, output);
  return Field(1, kIrVersion) + Field(7, graph) + Field(8, Field(2, kOpset));
}

Owned<OrtSession> MakeSession(const std::string& model) {
  const auto options = Make<OrtSessionOptions>(CreateSessionOptions);
  Check(SetIntraOpNumThreads(options.get(), 1));
  Check(SetSessionGraphOptimizationLevel(options.get(), kOff));
  return Make<OrtSession>(CreateSessionFromArray, env, static_cast<const void*>(model.data()),
                          model.size(), static_cast<const OrtSessionOptions*>(options.get()));
}

}  // namespace

void SetEmptySequenceEnv(const OrtEnv* environment) { env = environment; }

Owned<OrtValue> MakeEmptySequence(const OrtTypeInfo* declared) {
  if (declared == nullptr) throw worker::Unsupported("an empty sequence of an undeclared type");
  const int type = ElementType(declared);
  static std::map<int, Owned<OrtSession>> sessions;
  Owned<OrtSession>& session = sessions[type];
  if (session == nullptr) session = MakeSession(Model(type));
  const char* output = "y";
  OrtValue* value = nullptr;
  Check(Run(session.get(), nullptr, nullptr, nullptr, 0, &output, 1, &value));
  return Owned<OrtValue>(value);
}

}  // namespace assay::ort
