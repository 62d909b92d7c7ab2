// Handlers of exceptions: each framework raises its own.
#include <algorithm>

#include "base/strings.h"
#include "mirror/rewrite/writer.h"

namespace assay::mirror {

Written Writer::WriteExcept(const Node& node) {
  const std::string& text = tree_->text();
  std::string out;
  uint32_t at = node.span().begin;
  const std::vector<Node> children = node.children();
  for (const Node& child : children) {
    out += text.substr(at, child.span().begin - at);
    at = child.span().end;
    if (child.is("block") || child.is("comment")) {
      out += Write(child).text;
      continue;
    }
    Node types = child;
    std::string rest;
    if (child.is("as_pattern")) {
      types = child.children()[0];
      rest = text.substr(types.span().end, child.span().end - types.span().end);
    }
    std::vector<std::string> all;
    const auto add = [&](const Node& one) {
      const std::string path = names_.PathOf(one),
                        name = path.empty() ? std::string(one.text()) : ShortName(path);
      std::vector<std::string> twins = rules_.Exceptions(from_, to_, name);
      if (twins.empty() && !path.empty() && names_.OfSource(path))
        twins = rules_.Exceptions(from_, to_, "*");
      if (!path.empty() && names_.OfSource(path))
        log_.Use(path, one, twins.empty() ? "" : twins[0], twins.empty() ? "" : "rule");
      if (twins.empty()) twins = {name};
      for (const std::string& twin : twins)
        if (std::find(all.begin(), all.end(), twin) == all.end()) all.push_back(twin);
    };
    if (types.is("tuple") || types.is("parenthesized_expression")) {
      for (const Node& one : types.children()) add(one);
    } else {
      add(types);
    }
    out += (all.size() == 1 ? all[0] : StrCat("(", Join(all, ", "), ")")) + rest;
  }
  return {out + text.substr(at, node.span().end - at), {}, false};
}

}  // namespace assay::mirror
