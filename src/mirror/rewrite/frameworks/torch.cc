// PyTorch: tensors that change in their place, and functions that take tensors only.
#include "base/strings.h"
#include "mirror/rewrite/framework.h"
#include "mirror/rewrite/quirks.h"

namespace assay::mirror {
namespace {

class TorchFramework : public Framework {
 public:
  const FrameworkFacts& facts() const override {
    static const FrameworkFacts kFacts = {
        .name = "torch",
        .roots = {"torch"},
        .prefixes = {"torch.", "torch.nn.functional.", "torch.linalg.", "torch.special."},
        .tensor_keywords = {"input", "self"},
        .tensor = "torch.Tensor",
        .functions = "torch.",
        .model = "torch.nn.Module",
        .module = "torch.",
        .like_numpy = "torch.",
        .gradient = "torch.autograd.grad",
        .leaf = "torch.Tensor.requires_grad_",
        .cast = "torch.Tensor.to",
        .update = "torch.Tensor.index_put_",
        .layer = "torch.nn.Module",
        .changes_in_place = true,
        .only_tensors = true,
        .numpy_types = false,
        .subtracts_truths = false,
        .named_results = true,
        .abbreviated = "torch.nn.functional."};
    return kFacts;
  }

  std::string StandardType(const std::string& number, bool) const override {
    return number == "int"       ? "int64"
           : number == "float"   ? "float32"
           : number == "complex" ? "complex64"
                                 : number;
  }
  std::string Cast(const Written& x, const std::string& type) const override {
    return StrCat(Tight(x), ".to(", type, ")");
  }
  std::string TypeByName(const std::string& text) const override {
    return StrCat("getattr(torch, ", text, ")");
  }
  std::string TensorOf(const Written& numbers, const std::string& type) const override {
    // What a name stands for may be a tensor in another call, whose gradient must not be cut off.
    const std::string& text = numbers.text;
    const bool literal = text.find_first_not_of("0123456789.e+-j[](), ") == std::string::npos;
    return StrCat(literal ? "torch.tensor(" : "torch.as_tensor(", text, type, ")");
  }
  std::string OfNumpy(const std::string& array) const override {
    return StrCat("torch.from_numpy(", array, ")");
  }
  std::string Scalar(const std::string& number) const override { return number; }
  // PyTorch has no steps backwards.
  std::string Item(const QuirkContext& context, const ItemOf& item) const override {
    if (item.reversed) return StrCat("torch.flip(", item.owner.text, ", (0,))");
    if (!item.backwards) return "";
    return StrCat(context.helper("stepped"), "(", item.owner.text, ", np.s_[", item.index, "])");
  }
  std::string NumpyType(const QuirkContext& context, const Written& type,
                        const std::string& neutral) const override {
    return neutral.empty() ? StrCat(context.helper("type_name"), "(", type.text, ")")
                           : StrCat("\"", neutral, "\"");
  }
  std::vector<std::string> Imports(const std::string&) const override { return {"import torch"}; }
};

}  // namespace

const Framework& Torch() {
  static const TorchFramework kFramework;
  return kFramework;
}

}  // namespace assay::mirror
