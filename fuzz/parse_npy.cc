// NumPy arrays: no bytes crash the reader, and what it accepts has as many elements as its shape
// says.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "base/check.h"
#include "tensor/npz.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace assay;
  const auto tensor = ParseNpy({reinterpret_cast<const char*>(data), size});
  if (!tensor.ok())
    ASSAY_CHECK(!tensor.error().message.empty());
  else
    ASSAY_CHECK(tensor->count() == ElementCount(tensor->shape()));
  return 0;
}
