#include <algorithm>

#include "base/strings.h"
#include "mirror/rewrite/statements.h"

namespace assay::mirror {

Written DefinitionWriter::WriteClass(const Node& node) {
  const std::string name(node.field("name").text());
  const Node bases = node.field("superclasses"), body = node.field("body");
  memory_.attributes[name + "."] = {};
  std::vector<std::string> written;
  for (const Node& base : bases.children()) {
    const std::string path = names_.PathOf(base);
    const bool module =
        AnyFramework([&](const FrameworkFacts& f) { return IsIn(f.networks, path); });
    if (module || networks_.contains(std::string(base.text()))) networks_.insert(name);
    if (!module) {
      written.push_back(Write(base).text);
      continue;
    }
    // Weights that are made when the layer is first called.
    const bool built =
        source_.keras && (body.text().find("add_weight(") != std::string_view::npos ||
                          body.text().find("def build(") != std::string_view::npos);
    const std::string twin(built ? "KerasLayer" : target_.layer);
    written.push_back(twin.find('.') == std::string::npos ? log_.Helper(twin) : twin);
    log_.Idiom(path, base, twin);
  }
  names_.Bind(name, {});
  names_.Open();
  names_.classes.push_back(name);
  const std::string inner = Write(body).text;
  names_.classes.pop_back();
  names_.Close();
  std::string out = "class " + name;
  if (bases.present()) out += StrCat("(", Join(written, ", "), ")");
  const Node last = bases.present() ? bases : node.field("name");
  return Written{out + Between(last, body) + inner};
}

// What calls have told of a parameter.
Value DefinitionWriter::KnownParameter(const std::string& function, size_t place,
                                       const Node& name) const {
  Value out;
  if (const auto known = memory_.parameters.find(function); known != memory_.parameters.end())
    if (place < known->second.size()) out = known->second[place];
  if (const auto known = memory_.named.find(function);
      known != memory_.named.end() && name.present())
    if (const auto own = known->second.find(std::string(name.text())); own != known->second.end())
      ops_.Learn(out, own->second);
  return out;
}

// With its type and standard value, which may tell more of it.
std::string DefinitionWriter::WriteParameter(const Node& node, const Node& name, Value& value) {
  const Node type = node.field("type"), standard = node.field("value");
  std::string out(node.text());
  const bool plain = node.is("identifier") || node.is("list_splat_pattern") ||
                     node.is("dictionary_splat_pattern") || node.is("comment") || !name.present();
  if (!plain) {
    out = node.is("typed_parameter") ? node.children()[0].text() : name.text();
    if (type.present()) out += ": " + Write(type).text;
    if (standard.present()) {
      const Written written = Write(standard);
      out += StrCat(type.present() ? " = " : "=", written.text);
      if (ops_.Untold(value)) value = written.value;
    }
  }
  if (!type.present()) return out;
  const std::string annotated = names_.PathOf(type.children().empty() ? type : type.children()[0]);
  if (AnyFramework([&](const FrameworkFacts& f) { return f.tensor == annotated; }) &&
      !value.is(Kind::kTensor))
    value = Of(Kind::kTensor);
  if (type.text() == "int") value = Of(Kind::kInteger);
  if (type.text() == "float") value = Of(Kind::kFloat);
  return out;
}

std::string DefinitionWriter::WriteParameters(const Node& parameters, const std::string& function) {
  size_t place = 0;
  return program_.Replaced(parameters.span(), parameters.children(), [&](const Node& one) {
    Node name = one.is("identifier") ? one : one.field("name");
    for (const Node& child : one.children())
      if (!name.present() && child.is("identifier")) name = child;
    Value value = KnownParameter(function, place, name);
    std::string out = WriteParameter(one, name, value);
    if (name.present()) {
      const std::string shown(name.text());
      if (place == 0 && shown == "self" && !names_.classes.empty()) {
        value = Of(Kind::kObject);
        value.path = names_.classes.back();
      }
      names_.innermost()[shown] = value;
      if (!value.is(Kind::kObject)) aliases_.function.parameters[shown] = place;
    }
    ++place;
    return out;
  });
}

Written DefinitionWriter::WriteFunction(const Node& node) {
  const Node named = node.field("name"), parameters = node.field("parameters"),
             body = node.field("body"), type = node.field("return_type");
  const std::string name(named.text()), owner = names_.classes.empty() ? "" : names_.classes.back(),
                                        known = owner.empty() ? name : StrCat(owner, ".", name);
  const bool forward = networks_.contains(owner) && source_.keras && name == "call";
  if (owner.empty()) {
    Value own = Of(Kind::kFunction);
    own.functions.insert(name);
    names_.Bind(name, own);
  }
  names_.Open();
  std::vector<Value> returned{Value{}};
  Aliases::Function function{{}, body.id()};
  std::vector<std::set<std::string>> loops;
  std::swap(returned, returned_);
  std::swap(function, aliases_.function);
  const std::string list = WriteParameters(parameters, known);
  names_.classes.push_back(owner);
  std::swap(loops, names_.loop_made);
  names_.running.push_back(known);
  const std::string inner = Write(body).text;
  names_.running.pop_back();
  std::swap(loops, names_.loop_made);
  names_.classes.pop_back();
  std::swap(returned, returned_);
  std::swap(function, aliases_.function);
  aliases_.CloseFunction();
  names_.Close();
  if (returned.size() > 1) {
    Value all = returned[1];
    for (size_t k = 2; k < returned.size(); ++k) all = Merge(all, returned[k]);
    all.leaf = false;
    memory_.returns[known] = all;
  }
  std::string out =
      program_.Between(node.span().begin, named.span().begin) + (forward ? "forward" : name) + list;
  if (type.present()) out += " -> " + Write(type).text;
  return Written{out + Between(type.present() ? type : parameters, body) + inner};
}

Written DefinitionWriter::WriteReturn(const Node& node) {
  Written out = WriteChildren(node);
  if (!returned_.empty())
    returned_.push_back(node.children().empty() ? Of(Kind::kNone) : out.value);
  return out;
}

Written DefinitionWriter::WriteLambda(const Node& node) {
  const Node parameters = node.field("parameters"), body = node.field("body");
  names_.Open();
  const Aliases::Function given = aliases_.function;
  std::string list;
  if (parameters.present()) {
    list = " " + WriteParameters(parameters, "lambda");
    // What a lambda gets is most often a tensor.
    for (auto& [name, value] : names_.innermost())
      if (value.is(Kind::kUnknown)) value = Of(Kind::kTensor);
  }
  const Written inner = Write(body);
  names_.Close();
  aliases_.function = given;
  const uint32_t end = parameters.present() ? parameters.span().end : node.span().begin + 6;
  Written out{StrCat("lambda", list, program_.Between(end, body.span().begin), inner.text),
              Of(Kind::kFunction), false};
  out.value.functions.insert(StrCat("lambda ", node.line()));
  memory_.returns[StrCat("lambda ", node.line())] = inner.value;
  return out;
}

// @torch.compile and @torch.compile(fullgraph=True): the twin without the function.
Written DefinitionWriter::WriteDecorator(const Node& node) {
  const std::vector<Node> children = node.children();
  const Node what = children.empty() ? node : children[0];
  std::string path = names_.PathOf(what.is("call") ? what.field("function") : what);
  // @partial(jax.jit, static_argnums=1) is @jax.jit with that.
  const std::vector<Node> given =
      path == "functools.partial" ? what.field("arguments").children() : std::vector<Node>{};
  const bool partial = !given.empty() && names_.OfSource(names_.PathOf(given[0]));
  if (partial) path = names_.PathOf(given[0]);
  if (path.empty() || !names_.OfSource(path)) return WriteChildren(node);
  ops_.in_decorator = true;
  Arguments arguments =
      what.is("call") ? arguments_.WriteList(what.field("arguments")) : Arguments{};
  if (partial) arguments.erase(arguments.begin());
  const auto bound = ops_.BestBound(ops_.Readings(path), arguments, nullptr);
  ops_.in_decorator = false;
  if (bound && bound->operation->gives == "function")
    memory_.compiled.emplace(node.parent().field("definition").field("name").text());
  if (bound)
    for (const Spelling& target : bound->operation->spellings.at(to_)) {
      std::string text = target.form == Spelling::Form::kTemplate ? target.text : target.callee;
      if (text == "{function}" || (target.helper && !arguments.empty())) continue;
      if (target.helper) text = log_.Helper(target.callee);
      if (const size_t at = text.find("({function}, "); at != std::string::npos)
        text.replace(at, 13, "(");
      if (const size_t at = text.find("({function})"); at != std::string::npos) text.erase(at, 12);
      log_.Use(path, node, target.Shown(), "rule", rules_.ApisOf(to_, target));
      return Written{"@" + text};
    }
  return log_.Lacks(node, WriteChildren(node), path, "no rule for this decorator");
}

}  // namespace assay::mirror
