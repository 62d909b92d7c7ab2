// JAX: arrays that never change, 64-bit types only where they are asked for.
#include <map>

#include "base/strings.h"
#include "mirror/rewrite/framework.h"
#include "mirror/rewrite/quirks.h"

namespace assay::mirror {
namespace {

class JaxFramework : public Framework {
 public:
  const FrameworkFacts& facts() const override {
    static const FrameworkFacts kFacts = {
        .name = "jax",
        .roots = {"jax"},
        .brief = {{"jax.numpy", "jnp"}},
        .spelled = {"jnp.", "jax.", "optax.", "flax."},
        .prefixes = {"jnp.", "jax.nn.", "jax.lax.", "jax.scipy.special."},
        .tensor_keywords = {"a", "arr"},
        .tensor = "jax.Array",
        .functions = "jax.numpy.",
        .model = "tensorflow.keras.Model",
        .compilers = {"jax.jit"},
        .keys = "jax.random.",
        .setting = "jax.config.update",
        .harmless = {"jax_enable_x64", "jax_platform_name", "jax_platforms", "jax_disable_jit",
                     "jax_log_compiles", "jax_traceback_filtering", "jax_threefry_partitionable"},
        .wide_setting = "enable_x64",
        .module = "jnp.",
        .like_numpy = "jnp.",
        .gradient = "jax.grad",
        .leaf = "jax.grad",
        .cast = "jax.numpy.astype",
        .update = "jax.Array.at",
        .set_variable = "-",
        .layer = "Module",
        .follows_numpy = true,
        .wide_on_request = true,
        .at_updates = true,
        .callable_types = true,
        .compiled_take_texts = false};
    return kFacts;
  }

  std::string StandardType(const std::string& number, bool wide) const override {
    return number == "int"       ? (wide ? "int64" : "int32")
           : number == "float"   ? (wide ? "float64" : "float32")
           : number == "complex" ? (wide ? "complex128" : "complex64")
                                 : number;
  }
  std::string Cast(const Written& x, const std::string& type) const override {
    return StrCat(Tight(x), ".astype(", type, ")");
  }
  std::string TypeByName(const std::string&) const override { return ""; }
  std::string TensorOf(const Written& numbers, const std::string& type) const override {
    return numbers.value.number() ? numbers.text : StrCat("jnp.array(", numbers.text, type, ")");
  }
  std::string OfNumpy(const std::string& array) const override {
    return StrCat("jnp.asarray(", array, ")");
  }
  std::string Scalar(const std::string& number, const std::string&) const override {
    return StrCat("jnp.asarray(", number, ")");
  }
  std::string Converted(const Written& x, const std::string&) const override { return x.text; }
  std::string SetVariable(const QuirkContext&, const std::string& name, const std::string& sign,
                          const Written& value) const override {
    return sign.empty() ? StrCat(name, " = jnp.asarray(", value.text, ", ", name, ".dtype)")
                        : StrCat(name, " = ", name, " ", sign, " ", Tight(value));
  }
  std::optional<Written> TypeMember(const QuirkContext& context, const Written& type,
                                    const std::string& name) const override {
    using Kind = Value::Kind;
    static const std::map<std::string, std::pair<std::string, Kind>> kMembers = {
        {"name", {"jnp.dtype({x}).name", Kind::kText}},
        {"size", {"jnp.dtype({x}).itemsize", Kind::kInteger}},
        {"as_numpy_dtype", {"jnp.dtype({x}).type", Kind::kUnknown}},
        {"is_floating", {"jnp.issubdtype({x}, jnp.floating)", Kind::kBool}},
        {"is_integer", {"jnp.issubdtype({x}, jnp.integer)", Kind::kBool}},
        {"is_complex", {"jnp.issubdtype({x}, jnp.complexfloating)", Kind::kBool}},
        {"is_bool", {"({x} == jnp.bool_)", Kind::kBool}}};
    if (name == "max" || name == "min")
      return Written{StrCat(context.helper(name == "max" ? "largest_of_type" : "least_of_type"),
                            "(", type.text, ")"),
                     {},
                     true};
    const auto found = kMembers.find(name);
    if (found == kMembers.end()) return std::nullopt;
    std::string text = found->second.first;
    return Written{text.replace(text.find("{x}"), 3, type.text), Of(found->second.second), true};
  }
  std::string Receiver(const std::string& number, const std::string& type) const override {
    return StrCat("jnp.asarray(", number, ", ", type, ")");
  }
  std::string ListAsIndex(const std::string& list) const override {
    return StrCat("jnp.array(", list, ")");
  }
  std::string WithItem(const QuirkContext&, const Written& owner, const std::string& index, bool,
                       const std::string& value) const override {
    return StrCat(Tight(owner), ".at[", index, "].set(", value, ")");
  }
  std::string WithChange(const Written& owner, const std::string& index, const std::string& sign,
                         const std::string& value) const override {
    const std::string method = sign == "+"   ? "add"
                               : sign == "*" ? "multiply"
                               : sign == "/" ? "divide"
                                             : "";
    return method.empty() ? "" : StrCat(owner.text, ".at[", index, "].", method, "(", value, ")");
  }
  std::string Gradient(const QuirkContext&, const GradientOf& asked) const override {
    if (!asked.seed.empty())
      return StrCat("jax.vjp(", asked.of, ", ", asked.names, ")[1](", asked.seed,
                    asked.several ? ")" : ")[0]");
    std::vector<std::string> places;
    for (size_t k = 0; k < asked.count; ++k) places.push_back(std::to_string(k));
    const std::string which =
        asked.several ? StrCat(", argnums=(", Join(places, ", "), asked.count == 1 ? ",)" : ")")
                      : "";
    return StrCat(asked.jacobian ? "jax.jacrev(" : "jax.grad(", asked.of, which, ")(", asked.names,
                  ")");
  }
  std::string NumpyType(const QuirkContext&, const Written& type,
                        const std::string&) const override {
    return type.text;
  }
  std::string WideSetting() const override { return "jax.config.update(\"jax_enable_x64\", True)"; }
  std::vector<std::string> Imports(const std::string& text) const override {
    std::vector<std::string> out = {"import jax", "import jax.numpy as jnp"};
    if (text.find("jax.scipy.") != std::string::npos) out.push_back("import jax.scipy");
    if (text.find("jax.experimental.sparse.") != std::string::npos)
      out.push_back("import jax.experimental.sparse");
    if (HasWord(text, "flax")) out.push_back("import flax.linen");
    if (HasWord(text, "optax")) out.push_back("import optax");
    return out;
  }
};

}  // namespace

const Framework& Jax() {
  static const JaxFramework kFramework;
  return kFramework;
}

}  // namespace assay::mirror
