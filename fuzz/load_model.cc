// Any bytes give a model or an error. A model that was read is written in a form that reads back as
// the same model, and the official checker may say what it likes about it, but not crash.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "base/check.h"
#include "onnx/model_io.h"
#include "onnx/official.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace assay;
  using namespace assay::onnxio;
  const LoadOptions options{.official_check = false, .base_dir = {}};
  const Result<Model> model = ParseModel({reinterpret_cast<const char*>(data), size}, options);
  if (!model.ok()) {
    ASSAY_CHECK(!model.error().message.empty());
    return 0;
  }
  const Result<std::string> bytes = SerializeModel(*model);
  ASSAY_CHECK(bytes.ok()) << bytes.error().message;
  const Result<Model> again = ParseModel(*bytes, options);
  ASSAY_CHECK(again.ok()) << again.error().message;
  ASSAY_CHECK(*again == *model);
  // Bytes also show what equality of models leaves aside, documentation for one.
  ASSAY_CHECK(*SerializeModel(*again) == *bytes);
  (void)CheckWithOfficial(*model).ok();
  return 0;
}
