#include "mirror/rewrite/translation.h"

#include <algorithm>

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

void WriteLog::Use(std::string_view api, const program::Node& node, std::string_view twin,
                   std::string_view by, const TwinApis& apis) {
  const std::string full = FullName(std::string(api)), became = FullName(std::string(twin));
  auto use = std::ranges::find(uses, full, &ApiUse::api);
  if (use == uses.end())
    use = uses.insert(use, {full, node.line(), became, std::string(by), {}, false});
  if (use->twin.empty()) use->twin = became, use->by = by;
  use->emulated = use->emulated || apis.emulated;
  for (const std::string& one : apis.own)
    if (std::ranges::find(use->own, one) == use->own.end()) use->own.push_back(one);
}

void WriteLog::Idiom(std::string_view api, const program::Node& node, std::string_view twin) {
  TwinApis apis;
  if (IsSpelled(std::string(twin))) apis.own.push_back(FullName(std::string(twin)));
  Idiom(api, node, twin, apis);
}

Written WriteLog::Leave(const program::Node& node, Written written, const std::string& api,
                        const std::string& why) {
  const std::string full = FullName(api);
  for (const Left& one : left)
    if (one.line == node.line() && one.api == full) return written;
  left.push_back({node.line(), full, why});
  return written;
}

void WriteLog::Note(const std::string& text) {
  if (std::ranges::find(notes, text) == notes.end()) notes.push_back(text);
}

// Names of helpers are marked until it is known which ones the program leaves free.
std::string WriteLog::Helper(const std::string& name) {
  helpers.insert(name);
  return "\x01" + name + "\x02";
}

}  // namespace assay::mirror
