// Calls whose twin depends on what they are given.
#include <algorithm>

#include "base/strings.h"
#include "mirror/rewrite/calls.h"

namespace assay::mirror {
namespace {

// Settings of JAX that change where and how programs run, not what they give; others (debug_nans,
// numpy_rank_promotion) are what a program is about.
bool IsHarmless(const std::string& flag) {
  constexpr std::string_view kFlags[] = {"jax_enable_x64",
                                         "jax_platform_name",
                                         "jax_platforms",
                                         "jax_disable_jit",
                                         "jax_log_compiles",
                                         "jax_traceback_filtering",
                                         "jax_threefry_partitionable"};
  return std::ranges::any_of(
      kFlags, [&](std::string_view one) { return flag.find(one) != std::string::npos; });
}

}  // namespace

std::optional<Written> CallWriter::WriteSpecial(const Node& node, const std::string& path,
                                                Arguments& arguments) {
  // A compiled object is its call.
  if (!target_.compiles_objects && !arguments.empty() &&
      arguments[0].written.value.is(Kind::kObject) &&
      (path == "torch.compile" || path == "jax.jit" || path == "torch.jit.script" ||
       path == "torch.jit.trace"))
    // A method alone would not keep an object alive that nobody else has.
    arguments[0].written.text =
        arguments[0].node.is("identifier")
            ? arguments[0].written.text + ".__call__"
            : StrCat(log_.Helper("call_of"), "(", arguments[0].written.text, ")");
  if (auto optimizer = parts_.training.WriteCall(node, path, arguments)) return optimizer;
  if (auto made = WriteTypeCall(node, path, arguments)) return made;
  // In training, running statistics are changed in their place.
  if (path == "torch.nn.functional.batch_norm" && arguments.size() > 2) {
    std::string training = arguments.size() > 5 ? arguments[5].written.text : "False";
    for (const CallArgument& one : arguments)
      if (one.keyword == "training") training = one.written.text;
    for (size_t k = 1; training != "False" && k < 3; ++k)
      if (arguments[k].keyword.empty())
        parts_.changes.CheckInput(node, arguments[k].node, "batch_norm changes its statistics");
  }
  if (path == "jax.config.update" && !arguments.empty()) {
    const std::string& flag = arguments[0].written.text;
    memory_.wide |= flag.find("enable_x64") != std::string::npos;
    if (IsHarmless(flag)) {
      log_.Idiom(path, node, "-");
      return Written{"None", Of(Kind::kNone), true};
    }
  }
  return std::nullopt;
}

// jnp.float32(1): an element type of JAX that is called makes an array of it.
std::optional<Written> CallWriter::WriteTypeCall(const Node& node, const std::string& path,
                                                 const Arguments& arguments) {
  const std::string dtype = rules_.DtypeOf(from_, ShortName(path));
  if (!source_.callable_types || dtype.empty() || arguments.size() != 1 ||
      !arguments[0].keyword.empty() || arguments[0].spread)
    return std::nullopt;
  const Written& given = arguments[0].written;
  const std::string type = parts_.names.WritePath(path, node.field("function")).text;
  Written out{"", Of(Kind::kTensor, dtype), true};
  out.value.scalar = given.value.number();
  const bool torch = target_.only_tensors;
  if (given.value.is(Kind::kTensor) && torch)
    out.text = StrCat(Tight(given), ".to(", type, ")");
  else if (IsNumeric(given.value))
    out.text = StrCat(torch ? "torch.tensor(" : "tf.constant(", given.text, ", dtype=", type, ")");
  else
    out.text = torch ? StrCat("torch.as_tensor(", given.text, ", dtype=", type, ")")
                     : StrCat("tf.cast(", given.text, ", ", type, ")");
  return out;
}

// getattr(F, name) with the names known: a table of the twins.
std::optional<Written> CallWriter::WriteGetattr(const Node& node, const Arguments& arguments) {
  if (arguments.size() != 2) return std::nullopt;
  const std::string module = names_.PathOf(arguments[0].node);
  if (module.empty() || !names_.OfSource(module)) return std::nullopt;
  std::erase_if(log_.left, [&](const Left& one) { return one.api == FullName(module); });
  std::erase_if(log_.uses, [&](const ApiUse& one) { return one.api == FullName(module); });
  std::vector<std::string> entries;
  for (const std::string& name : arguments[1].written.value.choices)
    entries.push_back(
        StrCat("\"", name, "\": ", parts_.names.WritePath(StrCat(module, ".", name), node).text));
  if (entries.empty()) {
    return log_.Lacks(node, parts_.arguments.PlainCall(node, "getattr", arguments), module + ".*",
                      "a function whose name only running tells");
  }
  return Written{StrCat("{", Join(entries, ", "), "}[", arguments[1].written.text, "]"),
                 Of(Kind::kPath), true};
}

}  // namespace assay::mirror
