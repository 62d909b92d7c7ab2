// tf.GradientTape, and calls that ask for gradients of functions.
#include <algorithm>

#include "base/strings.h"
#include "mirror/rewrite/scopes.h"
#include "mirror/rewrite/writer.h"

namespace assay::mirror {
namespace {

using Kind = Value::Kind;

std::string Dedented(const std::string& text, size_t columns) {
  std::string out;
  for (size_t at = 0; at < text.size();) {
    const size_t end = std::min(text.find('\n', at), text.size());
    const std::string line = text.substr(at, end - at);
    const size_t blank = std::min(line.find_first_not_of(' '), line.size());
    out += line.substr(at == 0 ? 0 : std::min(blank, columns));
    if (end < text.size()) out += '\n';
    at = end + 1;
  }
  return out;
}

std::string Words(const std::string& text) {
  return text.starts_with('[') || text.starts_with('(') ? text.substr(1, text.size() - 2) : text;
}

// Whether a call stands below a tape of another name.
bool InOtherTape(const program::Node& node, const std::string& tape) {
  for (program::Node above = node.parent(); above.present(); above = above.parent()) {
    if (above.is("function_definition")) return false;
    if (!above.is("with_statement")) continue;
    const std::string_view head = above.text().substr(0, above.text().find('\n'));
    if (head.find("GradientTape(") != std::string_view::npos &&
        head.find(StrCat(" as ", tape, ":")) == std::string_view::npos)
      return true;
  }
  return false;
}

bool IsAutocast(const std::string& path) {
  return path == "torch.autocast" || path == "torch.amp.autocast" ||
         path == "torch.cpu.amp.autocast" || path == "torch.amp.ops_.autocastmode.autocast";
}

}  // namespace

Written Writer::WriteWith(const Node& node) {
  std::string tape;
  Node call;
  for (const Node& clause : node.children())
    for (const Node& item : clause.children()) {
      const Node value = item.field("value");
      if (!value.is("as_pattern")) continue;
      const Node made = value.children()[0];
      if (made.is("call") && names_.PathOf(made.field("function")) == "tensorflow.GradientTape") {
        tape = std::string(value.children().back().text());
        call = made;
      }
    }
  if (tape.empty()) return WriteAutocast(node);
  Value value = Of(Kind::kTape);
  value.path = call.text().find("persistent=True") != std::string_view::npos ? "persistent" : "";
  names_.Bind(tape, value);
  const Node body = node.field("body");
  const std::string inner = Write(body).text;
  log_.Use("tensorflow.GradientTape", call, std::string(target_.gradient), "idiom");
  if (target_.changes_in_place) {
    const std::string& text = tree_->text();
    return {"with torch.enable_grad():" +
                text.substr(body.span().begin - static_cast<size_t>(body.column()) - 1,
                            static_cast<size_t>(body.column()) + 1) +
                inner,
            {},
            false};
  }
  const std::string flat = Dedented(inner, static_cast<size_t>(body.column() - node.column()));
  tapes_[tape] = Dedented(inner, static_cast<size_t>(body.column()));
  return {flat == "pass" ? "" : flat, {}, false};
}

Written Writer::WriteTapeMethod(const Node& node, const std::string& method,
                                const std::vector<Argument>& arguments) {
  const Node tape_node = node.field("function").field("object");
  const std::string tape(tape_node.text());
  Written out = PlainCall(node, std::string(node.field("function").text()), arguments);
  if (method == "watch" && arguments.size() == 1) {
    log_.Use("tensorflow.GradientTape.watch", node, std::string(target_.leaf), "idiom");
    return {target_.changes_in_place ? StrCat(Tight(arguments[0].written), ".requires_grad_()")
                                     : "None",
            Of(Kind::kNone), true};
  }
  const bool known = (method == "gradient" || method == "jacobian") && arguments.size() >= 2;
  if (!known)
    return log_.Leave(node, out, "tensorflow.GradientTape." + method,
                      "no rule for this use of a tape");
  const Written& by = arguments[1].written;
  out.value =
      by.value.is(Kind::kSequence) ? Of(Kind::kSequence) : Of(Kind::kTensor, by.value.dtype);
  out.tight = true;
  log_.Use("tensorflow.GradientTape.gradient", node, std::string(target_.gradient), "idiom");
  return target_.changes_in_place ? GradientOfGraph(node, arguments, std::move(out))
                                  : GradientOfFunction(node, arguments, std::move(out));
}

// Of what PyTorch remembers by itself.
Written Writer::GradientOfGraph(const Node& node, const std::vector<Argument>& arguments,
                                Written out) {
  const Node callee = node.field("function");
  const std::string tape(callee.field("object").text()), method(callee.field("attribute").text());
  const Written &value = arguments[0].written, &by = arguments[1].written;
  const bool several = by.value.is(Kind::kSequence);
  std::string seed, unused;
  for (const Argument& one : arguments)
    if (one.keyword == "output_gradients") seed = one.written.text;
  for (const Argument& one : arguments)
    if (one.keyword == "unconnected_gradients")
      unused = one.written.text.find("ero") == std::string::npos &&
                       one.written.text.find("ZERO") == std::string::npos
                   ? ", allow_unused=True"
                   : ", allow_unused=True, materialize_grads=True";
  // A gradient that another tape sees is itself derived.
  const std::string deeper = InOtherTape(node, tape) ? ", create_graph=True" : "";
  if (method == "jacobian") {
    if (several || !seed.empty() || !unused.empty())
      return log_.Leave(node, out, "tensorflow.GradientTape.jacobian",
                        "no rule for Jacobians by several values");
    out.text = StrCat(log_.Helper("jacobian_by"), "(", value.text, ", ", by.text,
                      deeper.empty() ? "" : ", True", ")");
    return out;
  }
  const std::string scalar =
      value.value.scalar || !seed.empty() ? value.text : Tight(value) + ".sum()";
  const bool keeps = names_.Lookup(tape).path == "persistent";
  out.text =
      StrCat("torch.autograd.grad(", scalar, ", ", by.text,
             seed.empty() ? "" : ", grad_outputs=" + seed, unused, deeper,
             keeps && deeper.empty() ? ", retain_graph=True" : "", ")", several ? "" : "[0]");
  return out;
}

// Of the tape's block, as a function that jax.grad can take.
Written Writer::GradientOfFunction(const Node& node, const std::vector<Argument>& arguments,
                                   Written out) {
  const Node callee = node.field("function");
  const std::string tape(callee.field("object").text()), method(callee.field("attribute").text());
  const Written &value = arguments[0].written, &by = arguments[1].written;
  const bool several = by.value.is(Kind::kSequence);
  const std::string names = Words(by.text);
  const std::set<std::string> mentioned = NamesIn(arguments[1].node, functions_);
  const auto body = tapes_.find(tape);
  bool reaches = body != tapes_.end();
  for (const std::string& name : mentioned)
    reaches = reaches && own_.contains(name) && body->second.find(name) != std::string::npos;
  if (!reaches || names.find('.') != std::string::npos)
    return log_.Leave(node, out, "tensorflow.GradientTape.gradient",
                      "the gradient flows through more than the tape's own block");
  const std::string function = Fresh("value_of");
  const std::string inner = body->second == "pass" ? "" : body->second + "\n";
  const std::string result =
      method == "jacobian" || value.value.scalar ? value.text : StrCat("jnp.sum(", value.text, ")");
  std::string lines = Indented(inner + "return " + result);
  // `before_` is put at the statement's own column.
  std::string definition = StrCat("def ", function, "(", names, "):\n", lines);
  const std::string indent = StatementIndent(node);
  std::string placed;
  for (const char c : definition) {
    placed += c;
    if (c == '\n') placed += indent;
  }
  before_.push_back(placed + "\n");
  const size_t count = several ? mentioned.size() : 1;
  std::vector<std::string> places;
  for (size_t k = 0; k < count; ++k) places.push_back(std::to_string(k));
  const std::string which =
      several ? StrCat(", argnums=(", Join(places, ", "), count == 1 ? ",)" : ")") : "";
  out.text =
      StrCat(method == "jacobian" ? "jax.jacrev(" : "jax.grad(", function, which, ")(", names, ")");
  return out;
}

// The blanks before the statement that a node stands in.
std::string Writer::StatementIndent(const Node& node) const {
  const std::string& text = tree_->text();
  Node statement = node;
  while (statement.present() && !statement.parent().is("block") && !statement.parent().is("module"))
    statement = statement.parent();
  if (!statement.present()) return "";
  return std::string(static_cast<size_t>(statement.column()), ' ').substr(0, text.size());
}

// with torch.autocast("cpu", dtype=torch.bfloat16): products are computed in the narrow type.
// Written out at each of them; what is called from such a block cannot be looked into.
Written Writer::WriteAutocast(const Node& node) {
  Node call;
  size_t items = 0;
  for (const Node& clause : node.children())
    if (clause.is("with_clause"))
      for (const Node& item : clause.children()) {
        ++items;
        const Node value = item.field("value");
        if (value.is("call") && IsAutocast(names_.PathOf(value.field("function")))) call = value;
      }
  if (!call.present() || items != 1 || !source_.changes_in_place) return Generic(node);
  std::string dtype = "bfloat16";
  for (const Node& one : call.field("arguments").children()) {
    const bool named = one.is("keyword_argument");
    const Node value = named ? one.field("value") : one;
    const bool device = value.text() == "\"cpu\"" || value.text() == "'cpu'";
    const std::string type = rules_.DtypeOf(from_, ShortName(names_.PathOf(value)));
    if (!type.empty()) {
      dtype = type;
    } else if (!device && !(named && one.field("name").text() == "enabled" && value.is("true"))) {
      return Generic(node);
    }
  }
  log_.Use(names_.PathOf(call.field("function")), call, std::string(target_.cast), "idiom");
  const std::string outer = ops_.autocast;
  ops_.autocast = dtype;
  const Node body = node.field("body");
  const std::string inner = Write(body).text;
  ops_.autocast = outer;
  const std::string& text = tree_->text();
  const size_t line = body.span().begin - static_cast<size_t>(body.column());
  const bool own_line = line > 0 && text[line - 1] == '\n' && body.line() > node.line();
  return {StrCat("with contextlib.nullcontext():",
                 own_line ? "\n" + Indent(body) : std::string(" "), inner),
          {},
          false};
}

}  // namespace assay::mirror
