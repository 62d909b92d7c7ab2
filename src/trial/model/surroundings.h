// What a program of a model will find where it runs, in words for the model: versions, packages,
// processor, quantised engine. A model that is not told writes for another machine.
#pragma once

#include <string>

#include "base/result.h"

namespace assay::trial {

// "PyTorch 2.9.1, Python 3.12.3, aarch64, CPU only; quantised engine: qnnpack; packages: numpy
// 2.1.0, onnx 1.19.0; nothing else is installed". Asks the environment by a program of its own; ""
// when that fails.
std::string SurroundingsOf(const std::string& framework, const std::string& environment,
                           bool unsafe);

}  // namespace assay::trial
