#include "mirror/rewrite/translation.h"

namespace assay::mirror {

std::string WriterPart::Indented(const std::string& text) {
  std::string out = "    ";
  for (size_t k = 0; k < text.size(); ++k) {
    out += text[k];
    if (text[k] == '\n' && k + 1 < text.size() && text[k + 1] != '\n') out += "    ";
  }
  return out;
}

Written WriterPart::WriteChildren(const Node& node) {
  Written out;
  size_t count = 0;
  out.text = program_.Replaced(node.span(), node.children(), [&](const Node& child) {
    Written written = Write(child);
    out.value = written.value;
    if (!child.is("comment")) ++count;
    return written.text;
  });
  if (count != 1) out.value = {};
  return out;
}

}  // namespace assay::mirror
