// Values of the worker protocol to those of ONNX Runtime and back.
#pragma once

#include <deque>
#include <string>
#include <vector>

#include "../cpp/assay_worker.h"
#include "ort_api.h"

namespace assay::ort {

// Element types by ONNX's numbers (the protocol's) and by ONNX Runtime's, which differ for the
// types that came last.
int OrtElementType(uint8_t onnx_type);
uint8_t OnnxElementType(int ort_type);

// Makes the values of one call. Tensors refer to the memory of the protocol's values, which must
// outlive the call; what had to be converted lives in this object.
class Feeds {
 public:
  // `declared` is the model's type of this input, or null; it decides the element type of an empty
  // sequence, which has none of its own. Empty optionals are to be left out.
  const OrtValue* Add(const worker::Value& value, const OrtTypeInfo* declared);

 private:
  Owned<OrtValue> Convert(const worker::Value& value, const OrtTypeInfo* declared);
  Owned<OrtValue> Tensor(const worker::Value& value);
  Owned<OrtValue> Strings(const worker::Value& value);
  Owned<OrtValue> Sequence(const worker::Value& value, const OrtTypeInfo* declared);
  Owned<OrtValue> Map(const worker::Value& value);

  std::deque<std::string> packed_;
  std::vector<Owned<OrtValue>> owned_;
};

// Reads the results of a call. Tensors refer to the memory of ONNX Runtime: `keep` gets the values
// that must live as long as the result.
worker::Value FromOrt(const OrtValue* value, std::vector<Owned<OrtValue>>& keep);

}  // namespace assay::ort
