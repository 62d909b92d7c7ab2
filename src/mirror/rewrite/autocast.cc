// with torch.autocast("cpu", dtype=torch.bfloat16): products are computed in the narrow type.
// Written out at each of them; what is called from such a block cannot be looked into.
#include <algorithm>

#include "base/strings.h"
#include "mirror/rewrite/writer.h"

namespace assay::mirror {
namespace {

using Kind = Value::Kind;

constexpr std::string_view kNarrowed[] = {"matmul", "matmul-named", "mm",       "mv",
                                          "linear", "addmm",        "baddbmm",  "conv1d",
                                          "conv2d", "outer",        "attention"};
constexpr std::string_view kSlots[] = {"x", "y", "a", "b", "weight", "bias", "key", "value"};

bool IsAutocast(const std::string& path) {
  return path == "torch.autocast" || path == "torch.amp.autocast" ||
         path == "torch.cpu.amp.autocast" || path == "torch.amp.autocast_mode.autocast";
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
        if (value.is("call") && IsAutocast(PathOf(value.field("function")))) call = value;
      }
  if (!call.present() || items != 1 || !source_.changes_in_place) return Generic(node);
  std::string dtype = "bfloat16";
  for (const Node& one : call.field("arguments").children()) {
    const bool named = one.is("keyword_argument");
    const Node value = named ? one.field("value") : one;
    const bool device = value.text() == "\"cpu\"" || value.text() == "'cpu'";
    const std::string type = rules_.DtypeOf(from_, ShortName(PathOf(value)));
    if (!type.empty()) {
      dtype = type;
    } else if (!device && !(named && one.field("name").text() == "enabled" && value.is("true"))) {
      return Generic(node);
    }
  }
  Use(PathOf(call.field("function")), call, std::string(target_.cast), "idiom");
  const std::string outer = autocast_;
  autocast_ = dtype;
  const Node body = node.field("body");
  const std::string inner = Write(body).text;
  autocast_ = outer;
  const std::string& text = tree_->text();
  const size_t line = body.span().begin - static_cast<size_t>(body.column());
  const bool own_line = line > 0 && text[line - 1] == '\n' && body.line() > node.line();
  return {StrCat("with contextlib.nullcontext():",
                 own_line ? "\n" + Indent(body) : std::string(" "), inner),
          {},
          false};
}

void Writer::Autocast(Bound& bound) const {
  if (std::find(std::begin(kNarrowed), std::end(kNarrowed), bound.operation->name) ==
      std::end(kNarrowed))
    return;
  for (const std::string_view name : kSlots)
    if (const auto slot = bound.slots.find(std::string(name));
        slot != bound.slots.end() && slot->second.value.is(Kind::kTensor) &&
        slot->second.value.dtype != autocast_) {
      Written& one = slot->second;
      one.text = CastTo(one, autocast_);
      one.value.dtype = autocast_;
      one.tight = true;
    }
}

}  // namespace assay::mirror
