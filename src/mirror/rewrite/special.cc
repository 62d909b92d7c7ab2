// Calls whose twin depends on what they are given.
#include <algorithm>

#include "base/strings.h"
#include "mirror/rewrite/calls.h"

namespace assay::mirror {
std::optional<Written> CallWriter::WriteSpecial(const Node& node, const std::string& path,
                                                Arguments& arguments) {
  // A compiled object is its call.
  if (!target_.compiles_objects && !arguments.empty() &&
      arguments[0].written.value.is(Kind::kObject) && IsIn(source_.compilers, path))
    // A method alone would not keep an object alive that nobody else has.
    arguments[0].written.text =
        arguments[0].node.is("identifier")
            ? arguments[0].written.text + ".__call__"
            : StrCat(log_.Helper("call_of"), "(", arguments[0].written.text, ")");
  if (auto optimizer = parts_.training.WriteCall(node, path, arguments)) return optimizer;
  if (auto made = WriteTypeCall(node, path, arguments)) return made;
  for (const size_t k : reads_.ChangedArguments(path, arguments))
    if (arguments[k].keyword.empty())
      parts_.changes.CheckInput(node, arguments[k].node,
                                path.substr(path.rfind('.') + 1) + " changes its statistics");
  if (path != source_.setting || arguments.empty()) return std::nullopt;
  const std::string& flag = arguments[0].written.text;
  memory_.wide |= flag.find(source_.wide_setting) != std::string::npos;
  // Others are what a program is about.
  if (std::ranges::none_of(source_.harmless,
                           [&](std::string_view one) { return flag.find(one) != flag.npos; }))
    return std::nullopt;
  log_.Idiom(path, node, "-");
  return Written{"None", Of(Kind::kNone), true};
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
  out.text = given.value.is(Kind::kTensor) ? writes_.Cast(given, type)
             : IsNumeric(given.value)      ? writes_.Scalar(given.text, type)
                                           : writes_.Converted(given, type);
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
