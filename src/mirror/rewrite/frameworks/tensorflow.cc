// TensorFlow: tensors that never change and are not promoted, variables, tapes, Keras.
#include "base/strings.h"
#include "mirror/rewrite/framework.h"
#include "mirror/rewrite/quirks.h"

namespace assay::mirror {
namespace {

class TensorflowFramework : public Framework {
 public:
  const FrameworkFacts& facts() const override {
    static const FrameworkFacts kFacts = {
        .name = "tensorflow",
        .roots = {"tensorflow", "keras"},
        .brief = {{"tensorflow", "tf"}, {"keras", "tf.keras"}},
        .spelled = {"tf."},
        .prefixes = {"tf.math.", "tf.", "tf.nn.", "tf.linalg.", "tf.signal."},
        .tensor_keywords = {"input", "features", "logits", "tensor"},
        .tensor = "tensorflow.Tensor",
        .model = "tensorflow.keras.Model",
        .networks = {"tensorflow.keras.Model", "tensorflow.keras.layers.Layer", "tensorflow.Module",
                     "keras.Model", "keras.layers.Layer", "tensorflow.keras.models.Model"},
        .compilers = {"tensorflow.function"},
        .module = "tf.",
        .like_numpy = "tf.experimental.numpy.",
        .gradient = "tf.GradientTape",
        .leaf = "tf.Variable",
        .cast = "tf.cast",
        .update = "tf.tensor_scatter_nd_update",
        .layer = "Module",
        .variables = true,
        .promotes = false,
        .keras = true,
        .array_indices = false,
        .compiles_objects = false};
    return kFacts;
  }

  std::string StandardType(const std::string& number, bool) const override {
    return number == "int"       ? "int32"
           : number == "float"   ? "float32"
           : number == "complex" ? "complex128"
                                 : number;
  }
  std::string Cast(const Written& x, const std::string& type) const override {
    return StrCat("tf.cast(", x.text, ", ", type, ")");
  }
  std::string TypeByName(const std::string& text) const override {
    return StrCat("tf.as_dtype(", text, ")");
  }
  std::string TensorOf(const Written& numbers, const std::string&) const override {
    return numbers.text;
  }
  std::string OfNumpy(const std::string& array) const override {
    return StrCat("tf.convert_to_tensor(", array, ")");
  }
  std::string Scalar(const std::string& number, const std::string& type) const override {
    return StrCat("tf.constant(", number, type.empty() ? "" : ", dtype=" + type, ")");
  }
  std::string Converted(const Written& x, const std::string& type) const override {
    return Cast(x, type);
  }
  std::string SetVariable(const QuirkContext&, const std::string& name, const std::string& sign,
                          const Written& value) const override {
    if (sign == "-" || sign == "+")
      return StrCat(name, sign == "-" ? ".assign_sub(" : ".assign_add(", value.text, ")");
    return StrCat(name, ".assign(", sign.empty() ? "" : StrCat(name, " ", sign, " "),
                  sign.empty() ? value.text : Tight(value), ")");
  }
  std::string Binary(const QuirkContext& context, const std::string& sign, const Written& a,
                     const Written& b) const override {
    if (sign == "@") return Product(context, a, b);
    if (!a.value.is(Value::Kind::kTensor)) return "";
    // Truths add up to truths.
    if (b.value.is(Value::Kind::kTensor) && a.value.dtype == "bool" && b.value.dtype == "bool" &&
        (sign == "+" || sign == "*"))
      return StrCat(sign == "+" ? "tf.logical_or(" : "tf.logical_and(", a.text, ", ", b.text, ")");
    // Its tensors have no operators for shifts.
    if (sign != "<<" && sign != ">>") return "";
    return StrCat(sign == "<<" ? "tf.bitwise.left_shift(" : "tf.bitwise.right_shift(", a.text, ", ",
                  b.text, ")");
  }
  // TensorFlow negates no unsigned numbers.
  std::string Negative(const Written& x) const override {
    if (!x.value.is(Value::Kind::kTensor) || !x.value.dtype.starts_with("uint")) return "";
    return StrCat("(tf.zeros_like(", x.text, ") - ", Tight(x), ")");
  }
  std::string Item(const QuirkContext& context, const ItemOf& item) const override {
    const std::string& owner = item.owner.text;
    if (item.mask) return StrCat("tf.boolean_mask(", owner, ", ", item.index, ")");
    if (item.places) return StrCat("tf.gather(", owner, ", ", item.index, ")");
    if (!item.arrays) return "";
    return StrCat(context.helper("taken"), "(", owner, ", np.s_[", item.index, "])");
  }
  std::string TapeHead(const std::string& name) const override {
    return StrCat("with tf.GradientTape() as ", name, ":");
  }
  std::string Gradient(const QuirkContext&, const GradientOf& asked) const override {
    return StrCat(asked.tape, ".gradient(", asked.of, ", ", asked.by,
                  asked.seed.empty() ? "" : ", output_gradients=" + asked.seed, ")");
  }
  std::string NumpyType(const QuirkContext&, const Written& type,
                        const std::string&) const override {
    return StrCat(Tight(type), ".as_numpy_dtype");
  }
  std::vector<std::string> Imports(const std::string&) const override {
    return {"import tensorflow as tf"};
  }

 private:
  // The product takes no vectors; a function may be called with others, and for each row of them.
  static std::string Product(const QuirkContext& context, const Written& a, const Written& b) {
    const int left = a.value.rank, right = b.value.rank;
    const std::string both = StrCat(a.text, ", ", b.text);
    if (!context.in_function && left == 1 && right == 1)
      return StrCat("tf.tensordot(", both, ", 1)");
    if (!context.in_function && right == 1 && left > 0)
      return StrCat("tf.linalg.matvec(", both, ")");
    if (!context.in_function && left == 1 && right > 0)
      return StrCat("tf.linalg.matvec(", b.text, ", ", a.text, ", transpose_a=True)");
    if ((left >= 2 && right >= 2 && !context.in_function) || a.value.is(Value::Kind::kArray) ||
        b.value.is(Value::Kind::kArray))
      return "";
    return StrCat(context.helper("product"), "(", both, ")");
  }
};

}  // namespace

const Framework& Tensorflow() {
  static const TensorflowFramework kFramework;
  return kFramework;
}

}  // namespace assay::mirror
