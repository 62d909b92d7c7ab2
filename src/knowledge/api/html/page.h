// APIs on a page of documentation. One file per kind of page, one line each in pages.def.
#pragma once

#include <functional>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "knowledge/api/api_doc.h"
#include "knowledge/api/docstring/docstring.h"

namespace assay::knowledge {

// A page of HTML as a tree, read by libxml2's forgiving parser.
struct HtmlNode {
  std::string tag;   // lower case; "" for text
  std::string text;  // of text
  std::map<std::string, std::string> attributes;
  std::vector<HtmlNode> children;

  bool Is(std::string_view wanted) const { return tag == wanted; }
  bool HasClass(std::string_view wanted) const;
  // "" when it has none.
  std::string Attribute(const std::string& name) const;
};

// Never fails on broken HTML; an error means that there is none at all. Deeper than any real page
// nests, nodes are left out.
Result<HtmlNode> ParseHtml(std::string_view page);

// All nodes below `root`, in the order of the page, that `wanted` accepts; it does not look into
// those.
std::vector<const HtmlNode*> FindAll(const HtmlNode& root,
                                     const std::function<bool(const HtmlNode&)>& wanted);
// The first of them, or null.
const HtmlNode* FindFirst(const HtmlNode& root, const std::function<bool(const HtmlNode&)>& wanted);

// What a reader sees: paragraphs on lines of their own, code in `backquotes`, list items behind "-
// ". Links to the source and to the heading itself are left out, and so is whatever `skip` accepts.
std::string VisibleText(const HtmlNode& node,
                        const std::function<bool(const HtmlNode&)>& skip = nullptr);
// The same without backquotes, and all on one line: for names and signatures.
std::string PlainLine(const HtmlNode& node);

struct PageKind {
  std::string_view name;
  // The APIs that the page documents, if it is of this kind; otherwise none.
  std::vector<ApiDoc> (*read)(const HtmlNode& page);
};
std::span<const PageKind> AllPageKinds();

// By the first kind that finds anything.
std::vector<ApiDoc> ReadPage(const HtmlNode& page);

// One API of a page, as far as it was read: put together with Assemble().
ApiDoc MakePageDoc(const std::string& name, const std::string& kind,
                   const std::vector<std::string>& signatures, const Docstring& sections);

}  // namespace assay::knowledge
