// Whether what a tool found has what triggers the bug, where the database says it: triggers.toml
// beside its tables holds regular expressions over the text form of models
// (docs/reference/formats.md).
//
//   [onnxruntime]
//   reduce-noop-empty-axes = 'noop_with_empty_axes=1'
//
// An operator may have several bugs that show in the same way and are all mended by now: a model in
// which what triggers the bug is not to be found shows another one.
#pragma once

#include <string>

#include "base/result.h"
#include "bugs/database/bug.h"

namespace assay::bugs {

// The smallest model that a store has of a finding, as bytes of ONNX; "" when it has none.
Result<std::string> SmallestModel(const std::string& store, const std::string& finding);

// Why `model` (bytes of ONNX) shows another bug than this one; "": nothing speaks against it.
std::string OtherTrigger(const Bug& bug, const std::string& model);

}  // namespace assay::bugs
