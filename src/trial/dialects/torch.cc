#include "trial/dialect.h"

namespace assay::trial {
namespace torch {
namespace {

std::string Tensor(const Dims& dims, std::string_view dtype) {
  const int64_t count = Count(dims);
  const std::string shape = StrCat(".reshape(", Tuple(dims), ")");
  if (dtype == "bool") return StrCat("(torch.arange(", count, ") % 2 == 0)", shape);
  if (dtype.starts_with("complex"))
    return StrCat("torch.complex(torch.linspace(-0.9, 0.8, ", count,
                  "), torch.linspace(0.7, -0.6, ", count, "))",
                  dtype == "complex64" ? "" : StrCat(".to(torch.", dtype, ")"), shape);
  if (!IsFloat(dtype)) return StrCat("torch.arange(", count, ", dtype=torch.", dtype, ")", shape);
  if (dtype == "float32") return StrCat("torch.linspace(-0.9, 0.8, ", count, ")", shape);
  return StrCat("torch.linspace(-0.9, 0.8, ", count, ", dtype=torch.", dtype, ")", shape);
}

std::string Filled(const Dims& dims, std::string_view dtype, std::string_view value) {
  const std::string number =
      value == "nan" || value == "inf" ? StrCat("float('", value, "')") : std::string(value);
  // Without a type torch.full(…, 2) would hold integers.
  return StrCat("torch.full(", Tuple(dims), ", ", number, ", dtype=torch.", dtype, ")");
}

std::string Dtype(std::string_view name) { return StrCat("torch.", name); }

std::string Literal(const Dims& dims, std::string_view dtype, std::string_view flat) {
  return StrCat("torch.tensor(", flat, ", dtype=torch.", dtype, ").reshape(", Tuple(dims), ")");
}

}  // namespace
}  // namespace torch

Dialect TorchDialect() {
  return {"torch",
          "torch",
          "import torch",
          "torch.manual_seed(0)",
          torch::Tensor,
          torch::Filled,
          torch::Dtype,
          torch::Literal,
          ""};
}

}  // namespace assay::trial
