// Documents for tests.
#pragma once

#include "knowledge/api/api_doc.h"
#include "knowledge/api/constraints/constraints.h"

namespace assay::judge::model {

inline knowledge::ApiDoc AddmmDoc() {
  knowledge::ApiDoc doc;
  doc.name = "torch.addmm";
  doc.framework = "torch";
  doc.version = "2.5";
  doc.signature = "addmm(input, mat1, mat2, *, beta=1, alpha=1, out=None) -> Tensor";
  doc.text =
      "Performs a matrix multiplication of the matrices :attr:`mat1` and :attr:`mat2`. If "
      ":attr:`beta` is 0, then :attr:`input` will be ignored, and `nan` and `inf` in it will not "
      "be "
      "propagated. Raises ValueError for a scalar.";
  for (const char* name : {"input", "mat1", "mat2"}) {
    knowledge::Parameter parameter;
    parameter.name = name;
    parameter.type = "Tensor";
    parameter.description = std::string("the matrix ") + name;
    doc.parameters.push_back(parameter);
  }
  for (const char* name : {"beta", "alpha"}) {
    knowledge::Parameter parameter;
    parameter.name = name;
    parameter.type = "Number";
    parameter.kind = "keyword-only";
    parameter.default_value = "1";
    parameter.description = std::string("multiplier ") + name;
    doc.parameters.push_back(parameter);
  }
  return doc;
}

inline constexpr const char* kAddmm =
    "import torch\n"
    "x = torch.ones(2, 2)\n"
    "result = torch.addmm(x, torch.ones(2, 3), torch.ones(3, 2))\n";

}  // namespace assay::judge::model
