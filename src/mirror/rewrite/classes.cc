// Classes, functions, lambdas and decorators.
#include <algorithm>

#include "base/strings.h"
#include "mirror/rewrite/writer.h"

namespace assay::mirror {
namespace {

using Kind = Value::Kind;

constexpr std::string_view kModuleBases[] = {"torch.nn.Module",
                                             "tensorflow.keras.Model",
                                             "tensorflow.keras.layers.Layer",
                                             "tensorflow.Module",
                                             "keras.Model",
                                             "keras.layers.Layer",
                                             "tensorflow.keras.models.Model",
                                             "torch.nn.modules.Module"};

}  // namespace

Written Writer::WriteClass(const Node& node) {
  const std::string& text = tree_->text();
  const std::string name(node.field("name").text());
  const Node bases = node.field("superclasses"), body = node.field("body");
  memory_.attributes[name + "."] = {};
  std::vector<std::string> written;
  for (const Node& base : bases.children()) {
    const std::string path = names_.PathOf(base);
    const bool module = std::ranges::find(kModuleBases, path) != std::end(kModuleBases);
    if (module || modules_.contains(std::string(base.text()))) modules_.insert(name);
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
    log_.Use(path, base, twin, "idiom");
  }
  Value self = Of(Kind::kPath);
  self.kind = Kind::kUnknown;
  names_.Bind(name, self);
  names_.Open();
  classes_.push_back(name);
  const std::string inner = Write(body).text;
  classes_.pop_back();
  names_.Close();
  std::string out = "class " + name;
  if (bases.present()) out += StrCat("(", Join(written, ", "), ")");
  const Node last = bases.present() ? bases : node.field("name");
  return {
      out + text.substr(last.span().end, body.span().begin - last.span().end) + inner, {}, false};
}

std::string Writer::WriteParameters(const Node& parameters, const std::string& function) {
  const std::string& text = tree_->text();
  std::string out;
  uint32_t at = parameters.span().begin;
  size_t place = 0;
  for (const Node& one : parameters.children()) {
    out += text.substr(at, one.span().begin - at);
    at = one.span().end;
    Node name = one.field("name");
    if (!name.present())
      for (const Node& child : one.children())
        if (child.is("identifier")) {
          name = child;
          break;
        }
    if (one.is("identifier")) name = one;
    Value value;
    if (const auto known = memory_.parameters.find(function); known != memory_.parameters.end())
      if (place < known->second.size()) value = known->second[place];
    if (const auto known = memory_.named.find(function);
        known != memory_.named.end() && name.present())
      if (const auto own = known->second.find(std::string(name.text())); own != known->second.end())
        value = value.is(Kind::kUnknown) && (!value.loose || !target_.only_tensors)
                    ? own->second
                    : Merge(value, own->second);
    const Node type = one.field("type"), standard = one.field("value");
    out += one.is("identifier") ? std::string(one.text()) : "";
    if (!one.is("identifier")) {
      const bool splat = one.is("list_splat_pattern") || one.is("dictionary_splat_pattern");
      if (splat || one.is("comment") || !name.present()) {
        out += std::string(one.text());
      } else {
        out += std::string(one.is("typed_parameter") ? one.children()[0].text() : name.text());
        if (type.present()) out += ": " + Write(type).text;
        if (standard.present()) {
          const Written written = Write(standard);
          out += StrCat(type.present() ? " = " : "=", written.text);
          if (value.is(Kind::kUnknown) && (!value.loose || !target_.only_tensors))
            value = written.value;
        }
      }
    }
    if (type.present()) {
      const std::string annotated =
          names_.PathOf(type.children().empty() ? type : type.children()[0]);
      if (annotated == "torch.Tensor" || annotated == "tensorflow.Tensor" ||
          annotated == "jax.Array")
        value = value.is(Kind::kTensor) ? value : Of(Kind::kTensor);
      if (type.text() == "int") value = Of(Kind::kInteger);
      if (type.text() == "float") value = Of(Kind::kFloat);
    }
    if (name.present()) {
      if (place == 0 && name.text() == "self" && !classes_.empty()) {
        value = Of(Kind::kObject);
        value.path = classes_.back();
      }
      names_.innermost()[std::string(name.text())] = value;
      if (!value.is(Kind::kObject)) parameters_[std::string(name.text())] = place;
    }
    ++place;
  }
  return out + text.substr(at, parameters.span().end - at);
}

Written Writer::WriteFunction(const Node& node) {
  const std::string& text = tree_->text();
  const std::string name(node.field("name").text());
  const Node parameters = node.field("parameters"), body = node.field("body"),
             type = node.field("return_type");
  std::string shown = name;
  if (!classes_.empty() && !classes_.back().empty() && IsModule(classes_.back()) && source_.keras &&
      name == "call")
    shown = "forward";
  const std::string known =
      classes_.empty() || classes_.back().empty() ? name : StrCat(classes_.back(), ".", name);
  if (known == name) {
    Value own = Of(Kind::kFunction);
    own.functions.insert(name);
    names_.Bind(name, own);
  }
  names_.Open();
  std::vector<Value> outer{Value{}};
  std::swap(outer, returned_);
  std::map<std::string, size_t> given;
  std::swap(given, parameters_);
  const std::string list = WriteParameters(parameters, known);
  const void* outer_block = function_block_;
  function_block_ = body.id();
  classes_.push_back("");
  if (known != name) classes_.back() = classes_[classes_.size() - 2];
  std::vector<std::set<std::string>> loops;
  std::swap(loops, names_.loop_made);
  running_.push_back(known);
  const std::string inner = Write(body).text;
  running_.pop_back();
  std::swap(loops, names_.loop_made);
  classes_.pop_back();
  std::swap(outer, returned_);
  std::swap(given, parameters_);
  function_block_ = outer_block;
  std::erase_if(aliases_, [&](const Alias& one) { return one.scope >= names_.depth(); });
  names_.Close();
  if (outer.size() > 1) {
    Value all = outer[1];
    for (size_t k = 2; k < outer.size(); ++k) all = Merge(all, outer[k]);
    all.leaf = false;
    memory_.returns[known] = all;
  }
  std::string out =
      text.substr(node.span().begin, node.field("name").span().begin - node.span().begin) + shown +
      list;
  if (type.present()) out += " -> " + Write(type).text;
  const Node last = type.present() ? type : parameters;
  return {
      out + text.substr(last.span().end, body.span().begin - last.span().end) + inner, {}, false};
}

Written Writer::WriteLambda(const Node& node) {
  const std::string& text = tree_->text();
  const Node parameters = node.field("parameters"), body = node.field("body");
  names_.Open();
  const std::map<std::string, size_t> given = parameters_;
  std::string list;
  if (parameters.present()) {
    list = " " + WriteParameters(parameters, "lambda");
    // What a lambda gets is most often a tensor.
    for (auto& [name, value] : names_.innermost())
      if (value.is(Kind::kUnknown)) value = Of(Kind::kTensor);
  }
  const Written inner = Write(body);
  names_.Close();
  parameters_ = given;
  const uint32_t end = parameters.present() ? parameters.span().end : node.span().begin + 6;
  Written out{StrCat("lambda", list, text.substr(end, body.span().begin - end), inner.text),
              Of(Kind::kFunction), false};
  out.value.functions.insert(StrCat("lambda ", node.line()));
  memory_.returns[StrCat("lambda ", node.line())] = inner.value;
  return out;
}

// @torch.compile and @torch.compile(fullgraph=True): the twin without the function.
Written Writer::WriteDecorator(const Node& node) {
  const std::vector<Node> children = node.children();
  const Node what = children.empty() ? node : children[0];
  std::string path = names_.PathOf(what.is("call") ? what.field("function") : what);
  // @partial(jax.jit, static_argnums=1) is @jax.jit with that.
  const std::vector<Node> given =
      path == "functools.partial" ? what.field("arguments").children() : std::vector<Node>{};
  const bool partial = !given.empty() && names_.OfSource(names_.PathOf(given[0]));
  if (partial) path = names_.PathOf(given[0]);
  if (path.empty() || !names_.OfSource(path)) return Generic(node);
  ops_.in_decorator = true;
  std::vector<Argument> arguments =
      what.is("call") ? Arguments(what.field("arguments")) : std::vector<Argument>{};
  if (partial) arguments.erase(arguments.begin());
  const auto bound = ops_.BestBound(Candidates(path), arguments, nullptr);
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
      log_.Use(path, node, target.Shown(), "rule");
      return {"@" + text, {}, false};
    }
  log_.Use(path, node, "", "");
  return log_.Leave(node, Generic(node), path, "no rule for this decorator");
}

}  // namespace assay::mirror
