#include "mirror/table/causes.h"

#include <re2/re2.h>

namespace assay::mirror {

std::string TaxonomySymptom(const std::string& symptom) {
  return symptom == "assertion" || symptom == "wrong" ? "assertion" : "crash";
}

std::string CauseOf(const std::string& symptom, const std::string& program,
                    const std::string& message) {
  static const RE2 kDevices("(?i)\\bcuda\\b|\\bmps\\b|['\"]/?gpu|\\.cuda\\(|xla_device");
  static const RE2 kConversion(
      "(?i)onnx|tflite|TFLiteConverter|torch\\.export|jax\\.export|jax2tf|saved_model|from_dlpack|"
      "jit\\.(script|trace)|quantiz");
  static const RE2 kPlatform(
      "(?i)shared object|undefined symbol|No module named|cannot open|not (compiled|built) with|"
      "no (device|backend)|unknown backend|illegal instruction");
  if (TaxonomySymptom(symptom) == "assertion") {
    if (RE2::PartialMatch(program, kDevices))
      return "operations on CPU and GPU give different results";
    return RE2::PartialMatch(program, kConversion) ? "model conversion breaks what it must keep"
                                                   : "an operator is wrong for special inputs";
  }
  return RE2::PartialMatch(message, kPlatform) ? "the environment: code fails on a platform"
                                               : "a type or an operation is not handled";
}

}  // namespace assay::mirror
