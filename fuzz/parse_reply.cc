// A worker's reply: no bytes crash the reader or make it take more memory than they justify.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "base/check.h"
#include "lab/message.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace assay::lab;
  const std::string_view body(reinterpret_cast<const char*>(data), size);
  const auto reply = ParseReply(body);
  ASSAY_CHECK(reply.ok() || !reply.error().message.empty());
  const auto hello = ParseHello(body);
  ASSAY_CHECK(hello.ok() || !hello.error().message.empty());
  return 0;
}
