#include "mirror/rewrite/calls.h"

#include <algorithm>
#include <map>

#include "base/strings.h"

namespace assay::mirror {

Written CallWriter::WriteCall(const Node& node) {
  const Node callee = node.field("function");
  if (!parts_.changes.IsWriting(node) && views_.IsInPlaceCall(node))
    if (auto made = parts_.changes.WriteExpression(node)) return *made;
  const std::string path = names_.PathOf(callee);
  if (callee.is("attribute") && path.empty()) return WriteMethod(node, callee);
  Arguments arguments = parts_.arguments.WriteList(node.field("arguments"));
  if (!path.empty() && names_.OfSource(path)) return WriteFunction(node, path, arguments);
  const std::string name(callee.text());
  if (!path.empty()) {
    const bool numpy = path.starts_with("numpy.");
    if (numpy)
      for (CallArgument& one : arguments) one.written.text = ops_.ForNumpy(one.written);
    Written out = parts_.arguments.PlainCall(node, name, arguments);
    if (numpy) out.value = Of(Kind::kArray);
    return out;
  }
  if (callee.is("identifier") && !program_.HasName(name))
    return WriteBuiltin(node, name, arguments);
  return WriteOwn(node, Write(callee), std::move(arguments));
}

namespace {

// device="cpu", device=device: where everything is anyhow. Screening has seen to other names.
bool IsHarmlessPlace(const CallArgument& one) {
  if (one.keyword != "device") return false;
  const std::string& text = one.written.text;
  const bool literal = text.starts_with('"') || text.starts_with('\'');
  return !literal || text.substr(1).starts_with("cpu");
}

}  // namespace

std::optional<Written> CallWriter::WriteOperation(const ApiCall& call, std::string* why) {
  *why = NoTwin();
  Arguments arguments = call.arguments;
  if (call.receiver == nullptr) std::erase_if(arguments, IsHarmlessPlace);
  if (auto bound = ops_.BestBound(call.readings, arguments, call.receiver)) {
    if (auto made = ops_.Emit(*bound, why)) {
      log_.Use(call.api, call.node, bound->operation->spellings.at(to_)[0].Shown(), "rule",
               ops_.made);
      if (bound->operation->name == "wide") memory_.wide = true;
      for (const CallArgument& one : call.arguments)
        made->value.changes_input |=
            one.keyword == "inplace" && one.written.text == "True" && made->value.is(Kind::kObject);
      return made;
    }
  } else if (!call.readings.empty()) {
    *why = "called in a way that no rule knows";
  }
  // Where the tables say nothing, the pair base may.
  const PairTwin* twin = call.readings.empty() ? twins_(FullName(call.plain)) : nullptr;
  if (twin == nullptr) return std::nullopt;
  const Reading reading{&twin->operation, &twin->operation.spellings.at(from_)[0]};
  if (auto bound = ops_.BindCall(reading, call.arguments, call.receiver)) {
    auto made = ops_.Emit(*bound, why);
    if (made) log_.Use(call.api, call.node, twin->twin, twin->by, {.own = {FullName(twin->twin)}});
    return made;
  }
  if (call.receiver == nullptr)
    *why = StrCat("the pair base knows its twin ", twin->twin, ", but not these arguments");
  return std::nullopt;
}

Written CallWriter::WriteFunction(const Node& node, const std::string& path, Arguments& arguments) {
  // torch.ops.aten.sort.default is the overload of an operator that programs call torch.sort.
  const std::string_view overloads = source_.operators;
  const std::string name =
      overloads.empty() || !path.starts_with(overloads) ? "" : path.substr(overloads.size());
  const std::string plain =
      name.empty() ? path : StrCat(source_.functions, name.substr(0, name.find('.')));
  if (auto special = WriteSpecial(node, plain, arguments)) return *special;
  if (auto gradient = parts_.gradients.WriteCall(node, plain, arguments)) return *gradient;
  std::vector<Reading> readings = ops_.Readings(plain);
  // torch.celu_(x) and the like.
  if (readings.empty() && source_.changes_in_place && plain.ends_with("_"))
    readings = ops_.Readings(plain.substr(0, plain.size() - 1));
  if (const std::string owner = StrCat(source_.tensor, ".");
      readings.empty() && source_.changes_in_place && plain.starts_with(owner))
    readings = ops_.Readings(StrCat(source_.functions, plain.substr(owner.size())));
  std::erase_if(readings, [&](const Reading& one) { return one.operation->untold.contains(to_); });
  Arguments given = arguments;
  // The name behind `out=` gets the result by an assignment.
  if (parts_.changes.IsWriting(node))
    std::erase_if(given, [](const CallArgument& one) { return one.keyword == "out"; });
  given = parts_.arguments.Spread(given);
  std::string why;
  if (auto made = WriteOperation({node, path, plain, std::move(readings), given}, &why))
    return *made;
  const std::string callee(node.field("function").text());
  return log_.Lacks(node, parts_.arguments.PlainCall(node, callee, arguments), path, why);
}

// What a call tells of the parameters of the program's own function, or of a method, which has its
// object before them and of which the last call counts.
void CallWriter::Learn(const std::string& function, const Arguments& arguments, bool method) {
  std::vector<Value>& known = memory_.parameters[function];
  size_t place = method ? 1 : 0;
  for (const CallArgument& one : arguments) {
    if (one.spread || (method && !one.keyword.empty())) break;
    if (!one.keyword.empty()) {
      ops_.Learn(memory_.named[function][one.keyword], one.written.value);
      continue;
    }
    if (known.size() <= place) known.resize(place + 1);
    if (method) known[place] = {};
    ops_.Learn(known[place], one.written.value);
    known[place++].leaf = false;
  }
}

// A function of the program, with what is known of its body.
void CallWriter::EnterFunction(const Node& node, const std::string& name,
                               const Arguments& arguments, Value& given) {
  parts_.changes.CheckCall(node, name, arguments, 0);
  for (const CallArgument& one : arguments)
    if (!target_.compiled_take_texts && memory_.compiled.contains(name) &&
        one.written.value.is(Kind::kText))
      log_.Leave(node, {}, std::string(source_.compilers[0]),
                 StrCat("what ", target_.compilers[0], " compiles takes no texts"));
  Learn(name, arguments, false);
  if (const auto found = memory_.returns.find(name); found != memory_.returns.end())
    given = given.is(Kind::kUnknown) ? found->second : Merge(given, found->second);
}

// An object of the program, or of the framework, that is called.
void CallWriter::EnterObject(const Node& node, const std::string& path, const Arguments& arguments,
                             Value& given) {
  for (const char* method : {".forward", ".call"})
    if (const auto found = memory_.returns.find(path + method); found != memory_.returns.end())
      given = found->second;
  for (const char* method : {".forward", ".call", ".__call__"}) {
    parts_.changes.CheckCall(node, path + method, arguments, 1);
    Learn(path + method, arguments, true);
  }
  if (given.is(Kind::kUnknown)) given = Of(Kind::kTensor);
}

Written CallWriter::WriteOwn(const Node& node, const Written& callee, Arguments arguments) {
  if (!ops_.autocast.empty())
    log_.Leave(node, {}, std::string(source_.autocasts[0]),
               "calls what the rules cannot look into");
  // Functions of torch.func take tensors only.
  const bool of_tensors = callee.value.path == "tensors";
  if (of_tensors && target_.only_tensors)
    for (CallArgument& one : arguments) one.written.text = ops_.AsTensor(one.written);
  Written out = parts_.arguments.PlainCall(node, Tight(callee), arguments);
  if (of_tensors) out.value = Of(Kind::kTensor);
  if (callee.value.changes_input && !arguments.empty())
    parts_.changes.CheckInput(node, arguments[0].node, Tight(callee) + " changes its input");
  for (const std::string& name : callee.value.functions)
    EnterFunction(node, name, arguments, out.value);
  if (networks_.contains(callee.text) || memory_.attributes.contains(callee.text + ".")) {
    out.value = Of(Kind::kObject);
    out.value.path = callee.text;
  }
  // What a framework's function, or an object made by it, gives is a tensor.
  if (out.value.is(Kind::kUnknown) && callee.value.is(Kind::kPath)) out.value = Of(Kind::kTensor);
  if (callee.value.is(Kind::kObject)) EnterObject(node, callee.value.path, arguments, out.value);
  return out;
}

// A function of Python.
Written CallWriter::WriteBuiltin(const Node& node, const std::string& name,
                                 const Arguments& arguments) {
  static const std::map<std::string, Kind> kGives = {
      {"float", Kind::kFloat},    {"int", Kind::kInteger},     {"len", Kind::kInteger},
      {"round", Kind::kInteger},  {"bool", Kind::kBool},       {"all", Kind::kBool},
      {"any", Kind::kBool},       {"isinstance", Kind::kBool}, {"complex", Kind::kComplex},
      {"str", Kind::kText},       {"repr", Kind::kText},       {"list", Kind::kSequence},
      {"tuple", Kind::kSequence}, {"sorted", Kind::kSequence}};
  if (name == "getattr")
    if (auto found = WriteGetattr(node, arguments)) return *found;
  Written out = parts_.arguments.PlainCall(node, name, arguments);
  if (const auto gives = kGives.find(name); gives != kGives.end()) out.value = Of(gives->second);
  if (name == "abs" && !arguments.empty()) out.value = arguments[0].written.value;
  return out;
}

// Calls whose twin depends on what they are given.
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
                      "a function whose name is only known when it runs");
  }
  return Written{StrCat("{", Join(entries, ", "), "}[", arguments[1].written.text, "]"),
                 Of(Kind::kPath), true};
}

}  // namespace assay::mirror
