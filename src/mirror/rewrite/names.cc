// Names, attributes and imports.
#include "base/strings.h"
#include "mirror/rewrite/writer.h"

namespace assay::mirror {
std::string Writer::ReadImport(const Node& node) {
  std::string kept = node.is("import_statement") ? ReadPlainImport(node) : ReadFromImport(node);
  if (kept.empty()) source_imports.emplace_back(node.text());
  return kept;
}

std::string Writer::ReadPlainImport(const Node& node) {
  std::vector<std::string> kept;
  for (const Node& item : node.children()) {
    const bool renamed = item.is("aliased_import");
    const std::string full(renamed ? item.field("name").text() : item.text());
    const std::string local(renamed ? item.field("alias").text() : std::string_view(full));
    Value value = Of(Kind::kPath);
    value.path = renamed ? full : full.substr(0, full.find('.'));
    names_.Bind(renamed ? local : full.substr(0, full.find('.')), value);
    if (!names_.OfSource(full)) kept.emplace_back(item.text());
  }
  return kept.empty() ? "" : "import " + Join(kept, ", ");
}

std::string Writer::ReadFromImport(const Node& node) {
  const Node module = node.field("module_name");
  const std::string from(module.text());
  for (const Node& item : node.children()) {
    if (item.id() == module.id()) continue;
    const bool renamed = item.is("aliased_import");
    if (!renamed && !item.is("dotted_name")) {
      if (names_.OfSource(from))
        log_.Leave(node, {}, from + ".*", "a star import hides which names it brings");
      continue;
    }
    const std::string name(renamed ? item.field("name").text() : item.text());
    Value value = Of(Kind::kPath);
    value.path = StrCat(from, ".", name);
    names_.Bind(renamed ? std::string(item.field("alias").text()) : name, value);
  }
  return names_.OfSource(from) ? "" : std::string(node.text());
}

Written Writer::WriteIdentifier(const Node& node) {
  const std::string name(node.text());
  const Value value = names_.Lookup(name);
  if (value.is(Kind::kPath) && names_.OfSource(value.path)) return WritePath(value.path, node);
  Written out{name, value, true};
  if (functions_.contains(name) && value.is(Kind::kUnknown)) {
    out.value = Of(Kind::kFunction);
    out.value.functions.insert(name);
  }
  return out;
}

std::optional<Written> Writer::WriteConstant(const Reading& reading) {
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
std::optional<Written> Writer::WriteReference(const Reading& reading) {
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

// A name of the source's framework that is not called here.
Written Writer::WritePath(const std::string& path, const Node& node) {
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
  for (const Reading& reading : Candidates(path)) {
    const bool constant = reading.spelling->form == Spelling::Form::kConstant;
    auto made = constant ? WriteConstant(reading) : WriteReference(reading);
    if (!made) continue;
    log_.Use(path, node, reading.operation->spellings.at(to_)[0].Shown(), "rule");
    return *made;
  }
  if (const PairTwin* twin = twins_(FullName(path)); twin != nullptr) {
    log_.Use(path, node, twin->twin, twin->by);
    out.text = ShortName(twin->twin);
    return out;
  }
  if (node.parent().is("attribute") || functions_.contains(name)) return out;
  log_.Use(path, node, "", "");
  return log_.Leave(node, out, path, StrCat("has no twin in ", to_));
}

Written Writer::WriteAttribute(const Node& node) {
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
std::optional<Written> Writer::DtypeMember(const Node& node, const Written& object,
                                           const std::string& name) {
  if (!source_.keras || !target_.numpy_types) return std::nullopt;
  // These names say enough where the object is not known.
  const bool telling = name == "as_numpy_dtype" || name == "is_floating" || name == "is_integer" ||
                       name == "is_complex" || name == "is_bool";
  if (!object.value.is(Kind::kDtype) && !(telling && object.value.is(Kind::kUnknown)))
    return std::nullopt;
  static const std::map<std::string, std::pair<std::string, Kind>> kMembers = {
      {"name", {"jnp.dtype({x}).name", Kind::kText}},
      {"size", {"jnp.dtype({x}).itemsize", Kind::kInteger}},
      {"as_numpy_dtype", {"jnp.dtype({x}).type", Kind::kUnknown}},
      {"is_floating", {"jnp.issubdtype({x}, jnp.floating)", Kind::kBool}},
      {"is_integer", {"jnp.issubdtype({x}, jnp.integer)", Kind::kBool}},
      {"is_complex", {"jnp.issubdtype({x}, jnp.complexfloating)", Kind::kBool}},
      {"is_bool", {"({x} == jnp.bool_)", Kind::kBool}}};
  const std::string api = "tensorflow.DType." + name;
  std::string text;
  Kind kind = Kind::kUnknown;
  if (name == "max" || name == "min") {
    text = StrCat(log_.Helper(name == "max" ? "largest_of_type" : "least_of_type"), "({x})");
  } else if (const auto found = kMembers.find(name); found != kMembers.end()) {
    text = found->second.first;
    kind = found->second.second;
  } else {
    return log_.Leave(node, {StrCat(Tight(object), ".", name), {}, true}, api,
                      StrCat("has no twin in ", to_));
  }
  log_.Use(api, node, "jax.numpy.dtype", "idiom");
  text.replace(text.find("{x}"), 3, object.text);
  return Written{text, Of(kind), true};
}

Written Writer::WriteMember(const Node& node, const Written& object, const std::string& name) {
  Written out{StrCat(Tight(object), ".", name), {}, true};
  const Value& owner = object.value;
  if (owner.is(Kind::kObject)) {
    if (const auto found = memory_.attributes.find(StrCat(owner.path, ".", name));
        found != memory_.attributes.end()) {
      out.value = found->second;
      return out;
    }
    if (auto keras = KerasMember(node, object, name)) return *keras;
    if (name == "weight" || name == "bias") out.value = Of(Kind::kTensor, "float32");
    if (owner.path.starts_with("jax.random."))
      return log_.Leave(node, out, StrCat(owner.path, "().", name), "keys are arrays in JAX alone");
    return out;
  }
  if (source_.changes_in_place && name == "grad") {
    const Node inner = node.field("object");
    if (inner.is("identifier") && memory_.leaves.contains(std::string(inner.text()))) {
      log_.Use("torch.Tensor.grad", node, std::string(target_.gradient), "idiom");
      return {StrCat(inner.text(), "_grad"), Of(Kind::kTensor, owner.dtype), true};
    }
    return log_.Leave(node, out, "torch.Tensor.grad",
                      "the gradient of what is not a plain variable of the program");
  }
  // What went wrong is told by errors of TensorFlow alone as an attribute.
  if (source_.keras && target_.changes_in_place && name == "message" && owner.is(Kind::kUnknown))
    return {StrCat("str(", object.text, ")"), Of(Kind::kText), true};
  if (owner.is(Kind::kDtype))
    if (auto told = ops_.TypeMember(object, name)) return *told;
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
               reading.operation->spellings.at(to_)[0].Shown(), "rule");
      return *made;
    }
  }
  if (owner.is(Kind::kTensor))
    return log_.Leave(node, out, StrCat(from_, " Tensor.", name), "no rule for this attribute");
  return out;
}

}  // namespace assay::mirror
