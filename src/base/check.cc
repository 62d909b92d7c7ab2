#include "base/check.h"

#include <cstdio>
#include <cstdlib>

namespace assay {

CheckFailure::CheckFailure(const char* file, int line, const char* condition) {
  stream_ << "assay: internal error at " << file << ":" << line << ": " << condition << " ";
}

CheckFailure::~CheckFailure() {
  std::fprintf(stderr, "%s\n", stream_.str().c_str());
  std::abort();
}

}  // namespace assay
