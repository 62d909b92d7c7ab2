// ASSAY_CHECK(cond) << context: our own mistake; prints what is known and aborts. Never for input
// errors.
#pragma once

#include <sstream>

namespace assay {

// Collects the message and ends the process when it goes out of scope.
class CheckFailure {
 public:
  CheckFailure(const char* file, int line, const char* condition);
  [[noreturn]] ~CheckFailure();
  std::ostream& stream() { return stream_; }

 private:
  std::ostringstream stream_;
};

}  // namespace assay

#define ASSAY_CHECK(cond) \
  if (cond) [[likely]] {  \
  } else                  \
    ::assay::CheckFailure(__FILE__, __LINE__, #cond).stream()
