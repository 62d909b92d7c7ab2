// The text parser: no text crashes it, and what it accepts is sound and survives printing.
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/check.h"
#include "graph/text.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace assay;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const Result<Model> model = ParseModelText(text);
  if (!model.ok()) return 0;
  const Status sound = VerifyStructure(model->graph);
  ASSAY_CHECK(sound.ok()) << sound.error().message;
  const std::string printed = PrintModel(*model);
  const Result<Model> again = ParseModelText(printed);
  ASSAY_CHECK(again.ok()) << again.error().message << "\n" << printed;
  ASSAY_CHECK(*again == *model) << "differs after printing:\n" << printed;
  // Equality leaves out documentation and the order of captured values; the text shows them.
  ASSAY_CHECK(PrintModel(*again) == printed) << "prints differently:\n" << printed;
  return 0;
}
