#include <algorithm>
#include <cctype>

#include "base/strings.h"
#include "mirror/rewrite/source.h"

namespace assay::mirror {
namespace {

using program::Node;

constexpr std::string_view kNoChange[] = {"requires_grad_", "share_memory_", "_"};

}  // namespace

Node KeywordValue(const Node& arguments, std::string_view keyword) {
  for (const Node& one : arguments.children())
    if (one.is("keyword_argument") && one.field("name").text() == keyword)
      return one.field("value");
  return Node();
}

bool Views::IsInPlaceCall(const Node& call) const {
  if (!reads_.facts().changes_in_place || !call.is("call")) return false;
  const Node callee = call.field("function");
  if (!callee.is("attribute")) return false;
  const std::string name(callee.field("attribute").text());
  const std::string path = names_.PathOf(callee);
  if (!path.empty() && !names_.OfSource(path)) return false;
  if (!path.empty() && !name.empty() && std::islower(static_cast<unsigned char>(name[0])) != 0 &&
      KeywordValue(call.field("arguments"), "inplace").is("true"))
    return true;
  if (!path.empty() && KeywordValue(call.field("arguments"), "out").is("identifier")) return true;
  if (!name.ends_with("_") || name.ends_with("__")) return false;
  for (const std::string_view other : kNoChange)
    if (name == other) return false;
  return true;
}

Node Views::ChangedBy(const Node& call) const {
  const Node callee = call.field("function");
  if (names_.PathOf(callee).empty()) return callee.field("object");
  if (const Node out = KeywordValue(call.field("arguments"), "out"); out.present()) return out;
  const std::vector<Node> arguments = call.field("arguments").children();
  if (arguments.empty()) return Node();
  return arguments[0].is("keyword_argument") ? arguments[0].field("value") : arguments[0];
}

Node Views::ViewedObject(const Node& node) const {
  if (node.is("parenthesized_expression"))
    return node.children().size() == 1 ? node.children()[0] : Node();
  if (node.is("attribute")) {
    const std::string name(node.field("attribute").text());
    return reads_.View(name).shares() && names_.PathOf(node).empty() ? node.field("object")
                                                                     : Node();
  }
  if (node.is("subscript")) {
    for (const Node& part : node.children()) {
      if (part.id() == node.field("value").id()) continue;
      // Lists and tensors as indices choose copies.
      if (part.is("list") || part.is("comparison_operator") || part.is("unary_operator"))
        if (!(part.is("unary_operator") && part.field("argument").is("integer"))) return Node();
      if (part.is("identifier"))
        if (const Value index = names_.Lookup(part.text());
            index.is(Kind::kTensor) || index.is(Kind::kSequence))
          return Node();
    }
    return node.field("value");
  }
  if (!node.is("call")) return Node();
  if (IsInPlaceCall(node)) return ChangedBy(node);
  const Node callee = node.field("function");
  const std::string path = names_.PathOf(callee);
  if (!path.empty()) {
    const ViewStep step = FunctionStep(path);
    const std::vector<Node> arguments = node.field("arguments").children();
    return (step.wraps || step.shares()) && !arguments.empty() ? arguments[0] : Node();
  }
  if (!callee.is("attribute")) return Node();
  const std::string_view name = callee.field("attribute").text();
  const Node object = callee.field("object");
  const std::string dtype =
      object.is("identifier") ? names_.Lookup(object.text()).dtype : std::string();
  // To another element type: a copy.
  const ViewStep step = reads_.View(name);
  std::string type(step.type);
  if (step.perhaps && !step.layout)
    for (const Node& argument : node.field("arguments").children())
      if (type.empty())
        type = rules_.DtypeOf(std::string(reads_.facts().name), ShortName(names_.PathOf(argument)));
  const bool cast = !type.empty() && !dtype.empty() && type != dtype;
  return step.shares() && !cast ? object : Node();
}

// The step of a function: of torch.t(x) that of x.t().
ViewStep Views::FunctionStep(const std::string& path) const {
  const std::string_view module = reads_.facts().functions;
  const bool plain = path.starts_with(module) && path.find('.', module.size()) == path.npos;
  return plain ? reads_.View(path.substr(module.size())) : ViewStep{};
}

ViewStep Views::StepOf(const Node& view) const {
  const Node callee = view.is("call") ? view.field("function") : view;
  const std::string path = names_.PathOf(callee);
  ViewStep out;
  if (path.empty())
    out.back = reads_.View(callee.field("attribute").text()).back;
  else
    out.wraps = FunctionStep(path).wraps;
  return out;
}

std::string Views::RootName(const Node& node) const {
  Node at = node;
  while (at.present() && !at.is("identifier")) {
    const Node object = ViewedObject(at);
    const bool kept = at.is("attribute") && at.field("object").is("identifier") &&
                      names_.PathOf(at).empty() && !object.present();
    if (kept) return std::string(at.text());
    at = object;
  }
  return at.present() && names_.PathOf(at).empty() ? std::string(at.text()) : "";
}

bool Views::SurelyView(const Node& node) const {
  for (Node at = node; at.present() && !at.is("identifier"); at = ViewedObject(at)) {
    const Node callee = at.is("call") ? at.field("function") : at;
    const ViewStep step =
        callee.is("attribute") ? reads_.View(callee.field("attribute").text()) : ViewStep{};
    if (step.perhaps) {
      const Node object = ViewedObject(at);
      const bool dense = object.is("identifier") && names_.Lookup(object.text()).dense;
      if (!dense || !step.layout) return false;
    }
    if (at.is("subscript"))
      for (const Node& part : at.children())
        if (part.is("identifier") && part.id() != at.field("value").id() &&
            !names_.Lookup(part.text()).is(Kind::kInteger))
          return false;
  }
  return true;
}

}  // namespace assay::mirror
