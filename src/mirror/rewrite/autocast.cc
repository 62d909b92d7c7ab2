// with torch.autocast("cpu", dtype=torch.bfloat16): products are computed in the narrow type.
// Written out at each of them; what is called from such a block cannot be looked into.
#include <algorithm>

#include "base/strings.h"
#include "mirror/rewrite/writer.h"

namespace assay::mirror {
namespace {

using Kind = Value::Kind;

bool IsAutocast(const std::string& path) {
  return path == "torch.autocast" || path == "torch.amp.autocast" ||
         path == "torch.cpu.amp.autocast" || path == "torch.amp.ops_.autocastmode.autocast";
}

}  // namespace

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
