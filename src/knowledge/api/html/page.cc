#include "knowledge/api/html/page.h"

#include <libxml/HTMLparser.h>

#include <array>
#include <memory>

#include "base/strings.h"
#include "knowledge/api/assemble.h"
#include "knowledge/api/signature.h"
#include "knowledge/text.h"

namespace assay::knowledge {
namespace {

// Real pages nest about 30 deep; a hostile one must not exhaust the stack.
constexpr int kMaxDepth = 200;

std::string XmlTextOf(const xmlChar* text) {
  return text == nullptr ? "" : std::string(reinterpret_cast<const char*>(text));
}

void Convert(const xmlNode* from, int depth, HtmlNode& to) {
  if (depth > kMaxDepth) return;
  for (const xmlNode* node = from->children; node != nullptr; node = node->next) {
    if (node->type == XML_TEXT_NODE) {
      to.children.push_back({"", XmlTextOf(node->content), {}, {}});
    } else if (node->type == XML_ELEMENT_NODE) {
      HtmlNode child;
      child.tag = Lower(XmlTextOf(node->name));
      for (const xmlAttr* attr = node->properties; attr != nullptr; attr = attr->next)
        if (attr->children != nullptr)
          child.attributes[Lower(XmlTextOf(attr->name))] = XmlTextOf(attr->children->content);
      if (child.tag == "script" || child.tag == "style") continue;
      Convert(node, depth + 1, child);
      to.children.push_back(std::move(child));
    }
  }
}

bool IsBlock(const HtmlNode& node) {
  static constexpr std::array kBlocks = {"p",  "div", "dl",         "dt", "dd",      "ul", "ol",
                                         "li", "pre", "table",      "tr", "section", "h1", "h2",
                                         "h3", "h4",  "blockquote", "br", "td"};
  for (const char* tag : kBlocks)
    if (node.tag == tag) return true;
  return false;
}

bool IsFurniture(const HtmlNode& node) {
  return node.HasClass("headerlink") || node.HasClass("viewcode-link") ||
         node.HasClass("viewcode-back") || node.HasClass("visually-hidden");
}

struct Writer {
  std::string out;
  const std::function<bool(const HtmlNode&)>& skip;

  void NewLine() {
    while (!out.empty() && out.back() == ' ') out.pop_back();
    if (!out.empty() && out.back() != '\n') out += '\n';
  }

  void Write(const HtmlNode& node, bool preformatted, bool quoted) {
    if (node.tag.empty()) {
      if (preformatted)
        out += node.text;
      else
        WriteWords(node.text);
      return;
    }
    if (IsFurniture(node) || (skip && skip(node))) return;
    const bool block = IsBlock(node);
    const bool code = (node.Is("code") || node.Is("tt")) && !preformatted && !quoted;
    if (block) NewLine();
    if (node.Is("li")) out += "- ";
    if (code) out += '`';
    for (const HtmlNode& child : node.children)
      Write(child, preformatted || node.Is("pre"), quoted || code);
    if (code) out += '`';
    if (block) NewLine();
    if (node.Is("p") && !out.empty()) out += '\n';
  }

  void WriteWords(const std::string& text) {
    for (const char c : text) {
      const bool space = c == ' ' || c == '\n' || c == '\t' || c == '\r';
      if (!space)
        out += c;
      else if (!out.empty() && out.back() != ' ' && out.back() != '\n')
        out += ' ';
    }
  }
};

void Collect(const HtmlNode& root, const std::function<bool(const HtmlNode&)>& wanted,
             std::vector<const HtmlNode*>& out) {
  for (const HtmlNode& child : root.children)
    if (wanted(child))
      out.push_back(&child);
    else
      Collect(child, wanted, out);
}

}  // namespace

bool HtmlNode::HasClass(std::string_view wanted) const {
  for (const std::string& name : Split(Attribute("class"), ' '))
    if (name == wanted) return true;
  return false;
}

std::string HtmlNode::Attribute(const std::string& name) const {
  const auto found = attributes.find(name);
  return found == attributes.end() ? "" : found->second;
}

Result<HtmlNode> ParseHtml(std::string_view page) {
  constexpr int kQuiet =
      HTML_PARSE_RECOVER | HTML_PARSE_NOERROR | HTML_PARSE_NOWARNING | HTML_PARSE_NONET;
  const std::unique_ptr<xmlDoc, void (*)(xmlDoc*)> doc(
      htmlReadMemory(page.data(), static_cast<int>(page.size()), nullptr, "utf-8", kQuiet),
      xmlFreeDoc);
  const xmlNode* root = doc == nullptr ? nullptr : xmlDocGetRootElement(doc.get());
  if (root == nullptr) return Invalid("the page holds no HTML");
  HtmlNode out;
  out.tag = "html";
  Convert(root, 0, out);
  return out;
}

std::vector<const HtmlNode*> FindAll(const HtmlNode& root,
                                     const std::function<bool(const HtmlNode&)>& wanted) {
  std::vector<const HtmlNode*> out;
  Collect(root, wanted, out);
  return out;
}

const HtmlNode* FindFirst(const HtmlNode& root,
                          const std::function<bool(const HtmlNode&)>& wanted) {
  for (const HtmlNode& child : root.children) {
    if (wanted(child)) return &child;
    if (const HtmlNode* found = FindFirst(child, wanted)) return found;
  }
  return nullptr;
}

std::string VisibleText(const HtmlNode& node, const std::function<bool(const HtmlNode&)>& skip) {
  Writer writer{"", skip};
  for (const HtmlNode& child : node.children) writer.Write(child, node.Is("pre"), false);
  return std::string(Trim(writer.out));
}

std::string PlainLine(const HtmlNode& node) {
  Writer writer{"", nullptr};
  for (const HtmlNode& child : node.children) writer.Write(child, false, true);
  return Squeeze(writer.out);
}

#define PAGE(Name, name) std::vector<ApiDoc> Read##Name##Page(const HtmlNode& page);
#include "knowledge/api/html/pages.def"
#undef PAGE

std::span<const PageKind> AllPageKinds() {
  static constexpr std::array kKinds = {
#define PAGE(Name, name) PageKind{name, Read##Name##Page},
#include "knowledge/api/html/pages.def"
#undef PAGE
  };
  return kKinds;
}

std::vector<ApiDoc> ReadPage(const HtmlNode& page) {
  for (const PageKind& kind : AllPageKinds()) {
    std::vector<ApiDoc> docs = kind.read(page);
    if (!docs.empty()) return docs;
  }
  return {};
}

ApiDoc MakePageDoc(const std::string& name, const std::string& kind,
                   const std::vector<std::string>& signatures, const Docstring& sections) {
  ApiDoc out;
  out.name = name;
  out.kind = kind;
  out.source = "crawl";
  std::vector<Signature> parsed;
  for (const std::string& text : signatures)
    if (auto signature = ParseSignature(text); signature.ok())
      parsed.push_back(std::move(signature).value());
  Assemble(parsed, sections, out);
  return out;
}

}  // namespace assay::knowledge
