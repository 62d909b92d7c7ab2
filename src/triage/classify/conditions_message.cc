// Conditions on what a framework says. Words are looked for whatever their case.
#include <algorithm>
#include <initializer_list>
#include <string_view>

#include "base/strings.h"
#include "triage/classify/conditions.h"
#include "triage/stated_limit.h"

namespace assay::triage::conditions {
namespace {

bool Says(const Clues& clues, std::initializer_list<std::string_view> phrases) {
  const std::string message = Lower(clues.message);
  return std::any_of(phrases.begin(), phrases.end(), [&](std::string_view phrase) {
    return message.find(phrase) != std::string::npos;
  });
}

}  // namespace

bool BrokenDependency(const Clues& clues) {
  return Fails(clues) &&
         Says(clues, {"importerror", "modulenotfounderror", "no module named", "undefined symbol",
                      "cannot open shared object", "version `glibc"});
}

bool LibraryBeneath(const Clues& clues) {
  // Names of what frameworks stand on, as they appear in messages.
  return Fails(clues) &&
         Says(clues, {"onednn", "mkldnn", "dnnl", "llvm error", "llvm::", "xnnpack", "cudnn",
                      "cublas", "cppcompileerror", "c++ compile error", "ptxas", "openblas"});
}

bool MissingHardware(const Clues& clues) {
  return Fails(clues) &&
         Says(clues, {"illegal instruction", "no kernel image is available", "cuda driver",
                      "no cuda-capable device", "no cuda gpus are available"});
}

bool NotThere(const Clues& clues) { return Refused(clues) && !StatedLimit(clues.message).empty(); }

bool RefusesArguments(const Clues& clues) {
  return Refused(clues) && clues.nodes == 1 &&
         Says(clues, {"invalid argument", "invalid_argument", "valueerror", "attribute", "must be",
                      "should be", "expected", "out of range", "out of bounds"});
}

bool SpeaksOfTypes(const Clues& clues) {
  return Refused(clues) &&
         Says(clues, {"data type", "dtype", "element type", "tensor(", "type error", "typeerror",
                      "type mismatch", "type inference", "unexpected type", "scalar type"});
}

bool SpeaksOfShapes(const Clues& clues) {
  return Refused(clues) && Says(clues, {"shape", "dimension", "rank", "broadcast", "size mismatch",
                                        "sizes of", "number of elements"});
}

}  // namespace assay::triage::conditions
