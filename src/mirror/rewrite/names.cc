#include "base/strings.h"
#include "mirror/rewrite/calls.h"

namespace assay::mirror {
Written NameWriter::WriteIdentifier(const Node& node) {
  const std::string name(node.text());
  const Value value = names_.Lookup(name);
  if (value.is(Kind::kPath) && names_.OfSource(value.path)) return WritePath(value.path, node);
  Written out{name, value, true};
  if (program_.HasFunction(name) && value.is(Kind::kUnknown)) {
    out.value = Of(Kind::kFunction);
    out.value.functions.insert(name);
  }
  return out;
}

std::optional<Written> NameWriter::WriteConstant(const Reading& reading) {
  for (const Spelling& target : reading.operation->spellings.at(to_)) {
    const bool text = target.form == Spelling::Form::kTemplate;
    if (!text && target.form != Spelling::Form::kConstant) continue;
    return Written{text ? target.text : target.callee,
                   ops_.Gives({reading.operation, reading.spelling, {}}), true};
  }
  return std::nullopt;
}

// A function that is handed on: its twin by name, or a function of its own where a call would have
// to say more.
std::optional<Written> NameWriter::WriteReference(const Reading& reading) {
  Bound bound{reading.operation, reading.spelling, {}};
  std::vector<std::string> names;
  for (const Parameter& parameter : reading.spelling->parameters)
    if (!parameter.optional) {
      names.push_back(parameter.slot);
      bound.slots[parameter.slot] = {
          parameter.slot,
          parameter.slot == "x" || parameter.slot == "y" ? Of(Kind::kTensor) : Value{}, true};
    }
  std::string why;
  const auto body = ops_.Emit(bound, &why);
  Written out{"", Of(Kind::kPath), true};
  out.value.path = FullName(reading.spelling->callee);
  if (body) {
    const std::string call = StrCat("(", Join(names, ", "), ")");
    out.text =
        body->text.ends_with(call) ? body->text.substr(0, body->text.size() - call.size()) : "";
    const bool plain = !out.text.empty() && out.text.find_first_of("( ") == std::string::npos;
    if (!plain) out = {StrCat("lambda ", Join(names, ", "), ": ", body->text), out.value, false};
    return out;
  }
  // What a call needs is not known here; the name alone may do.
  for (const Spelling& target : reading.operation->spellings.at(to_))
    if (target.form == Spelling::Form::kCall) {
      out.text = target.helper ? log_.Helper(target.callee) : target.callee;
      return out;
    }
  return std::nullopt;
}

Written NameWriter::WritePath(const std::string& path, const Node& node) {
  const std::string name = ShortName(path);
  Written out{std::string(node.text()), Of(Kind::kPath), true};
  out.value.path = path;
  if (const std::string dtype = rules_.DtypeOf(from_, name); !dtype.empty()) {
    if (dtype.ends_with("64") || dtype == "complex128") memory_.wide |= dtype != "complex64";
    out = {rules_.Dtype(to_, dtype), Of(Kind::kDtype, dtype), true};
    if (out.text.empty()) {
      out.text = std::string(node.text());
      return log_.Leave(node, out, path, StrCat(to_, " has no element type ", dtype));
    }
    log_.Use(path, node, out.text, "rule");
    return out;
  }
  // A class of errors that stands in a list of them, or is handed on.
  if (const auto caught = rules_.Exceptions(from_, to_, name); !caught.empty()) {
    log_.Idiom(path, node, caught[0]);
    out.text = caught.size() == 1 ? caught[0] : StrCat("(", Join(caught, ", "), ")");
    return out;
  }
  for (const Reading& reading : ops_.Readings(path)) {
    const bool constant = reading.spelling->form == Spelling::Form::kConstant;
    auto made = constant ? WriteConstant(reading) : WriteReference(reading);
    if (!made) continue;
    const Spelling& spelling = reading.operation->spellings.at(to_)[0];
    log_.Use(path, node, spelling.Shown(), "rule", rules_.ApisOf(to_, spelling));
    return *made;
  }
  if (const PairTwin* twin = twins_(FullName(path)); twin != nullptr) {
    log_.Use(path, node, twin->twin, twin->by, {.own = {FullName(twin->twin)}});
    out.text = ShortName(twin->twin);
    return out;
  }
  if (node.parent().is("attribute") || program_.HasFunction(name)) return out;
  return log_.Lacks(node, out, path, NoTwin());
}

Written NameWriter::WriteAttribute(const Node& node) {
  const std::string path = names_.PathOf(node);
  const Node object = node.field("object");
  const std::string name(node.field("attribute").text());
  if (!path.empty() && names_.OfSource(path)) {
    // tf.float16.name
    if (!rules_.DtypeOf(from_, ShortName(names_.PathOf(object))).empty())
      if (auto made = DtypeMember(node, Write(object), name)) return *made;
    return WritePath(path, node);
  }
  if (!path.empty()) {
    Written out{std::string(node.text()), Of(Kind::kPath), true};
    out.value.path = path;
    return out;
  }
  return WriteMember(node, Write(object), name);
}

// What TensorFlow's element types know of themselves; those of JAX are plain classes.
std::optional<Written> NameWriter::DtypeMember(const Node& node, const Written& object,
                                               const std::string& name) {
  if (!source_.keras) return std::nullopt;
  // These names say enough where the object is not known.
  const bool telling = name == "as_numpy_dtype" || name == "is_floating" || name == "is_integer" ||
                       name == "is_complex" || name == "is_bool";
  if (!object.value.is(Kind::kDtype) && !(telling && object.value.is(Kind::kUnknown)))
    return std::nullopt;
  const std::string api = "tensorflow.DType." + name;
  const auto made = writes_.TypeMember(ops_.Context(), object, name);
  if (!made) return log_.Leave(node, {StrCat(Tight(object), ".", name), {}, true}, api, NoTwin());
  log_.Idiom(api, node, StrCat(target_.module, "dtype"));
  return made;
}

Written NameWriter::ObjectMember(const Node& node, const Written& object, const std::string& name) {
  const std::string& owner = object.value.path;
  Written out{StrCat(Tight(object), ".", name), {}, true};
  if (const auto found = memory_.attributes.find(StrCat(owner, ".", name));
      found != memory_.attributes.end()) {
    out.value = found->second;
    return out;
  }
  if (auto trained = training_.WriteMember(node, object, name)) return *trained;
  if (name == "weight" || name == "bias") out.value = Of(Kind::kTensor, "float32");
  if (!source_.keys.empty() && owner.starts_with(source_.keys))
    return log_.Leave(node, out, StrCat(owner, "().", name), "keys are arrays in JAX alone");
  return out;
}

// x.grad
Written NameWriter::GradientMember(const Node& node, const Written& object) {
  const std::string api = StrCat(source_.tensor, ".grad");
  const Node inner = node.field("object");
  const bool leaf = inner.is("identifier") && memory_.leaves.contains(inner.text());
  if (!leaf && memory_.trains_layers) {
    log_.Idiom(api, node, target_.gradient);
    return {StrCat(log_.Helper("gradient_kept"), "(", object.text, ")"), Of(Kind::kTensor), true};
  }
  if (!leaf)
    return log_.Leave(node, {Tight(object) + ".grad", {}, true}, api,
                      "the gradient of what is not a plain variable of the program");
  log_.Idiom(api, node, target_.gradient);
  return {StrCat(inner.text(), "_grad"), Of(Kind::kTensor, object.value.dtype), true};
}

Written NameWriter::WriteMember(const Node& node, const Written& object, const std::string& name) {
  Written out{StrCat(Tight(object), ".", name), {}, true};
  const Value& owner = object.value;
  if (owner.is(Kind::kObject)) return ObjectMember(node, object, name);
  if (source_.changes_in_place && name == "grad") return GradientMember(node, object);
  // What went wrong is told by errors of TensorFlow alone as an attribute.
  if (source_.keras && !target_.keras && name == "message" && owner.is(Kind::kUnknown))
    return {StrCat("str(", object.text, ")"), Of(Kind::kText), true};
  if (source_.keras && owner.is(Kind::kShape) && (name == "rank" || name == "ndims"))
    return {StrCat("len(", object.text, ")"), Of(Kind::kInteger), true};
  if (owner.is(Kind::kDtype))
    if (auto told =
            target_.numpy_types ? std::nullopt : writes_.TypeMember(ops_.Context(), object, name))
      return *told;
  if (auto made = DtypeMember(node, object, name)) return *made;
  if (owner.is(Kind::kArray)) {
    out.value = Of(name == "shape" ? Kind::kShape : Kind::kArray);
    return out;
  }
  if (owner.is(Kind::kSequence) && owner.items.size() == 2 && source_.named_results &&
      (name == "values" || name == "indices")) {
    const size_t place = name == "values" ? 0 : 1;
    return {StrCat(Tight(object), "[", place, "]"), owner.items[place], true};
  }
  if (!owner.is(Kind::kTensor) && !owner.is(Kind::kUnknown)) return out;
  for (const Reading& reading : rules_.Members(from_, name)) {
    if (reading.spelling->form != Spelling::Form::kAttribute) continue;
    std::string why;
    auto made = ops_.Emit({reading.operation, reading.spelling, {{"x", object}}}, &why);
    if (made) {
      log_.Use(StrCat(source_.tensor, ".", name), node,
               reading.operation->spellings.at(to_)[0].Shown(), "rule", ops_.made);
      return *made;
    }
  }
  if (owner.is(Kind::kTensor))
    return log_.Leave(node, out, StrCat(from_, " Tensor.", name), "no rule for this attribute");
  return out;
}

}  // namespace assay::mirror
