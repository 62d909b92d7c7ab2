#include "help/markdown.h"

#include <md4c.h>

#include <algorithm>
#include <cctype>
#include <map>
#include <utility>

#include "base/strings.h"

namespace assay::help {
namespace {

using Kind = Node::Kind;

// The value of an attribute in raw HTML, behind `from`; "" when there is none.
std::string HtmlAttribute(const std::string& html, const std::string& name, size_t from) {
  const std::string mark = name + "=\"";
  const size_t at = html.find(mark, from);
  if (at == std::string::npos) return "";
  const size_t begin = at + mark.size();
  return html.substr(begin, html.find('"', begin) - begin);
}

// The tree that is being built: the last node of `open` takes what comes.
class Builder {
 public:
  void Open(Kind kind, std::string text = "", int number = 0) {
    open_.push_back({kind, number, std::move(text), "", {}});
  }
  void Close() {
    Node done = std::move(open_.back());
    open_.pop_back();
    if (done.kind == Kind::kHeading) done.text = Anchor(PlainText(done));
    open_.back().inside.push_back(std::move(done));
  }
  void Add(Kind kind, std::string text = "") {
    open_.back().inside.push_back({kind, 0, text, "", {}});
  }
  void AddText(std::string_view text) {
    Node& top = open_.back();
    if (top.kind == Kind::kCode || top.kind == Kind::kInlineCode) {
      top.text += text;
    } else if (!top.inside.empty() && top.inside.back().kind == Kind::kText) {
      top.inside.back().text += text;
    } else {
      Add(Kind::kText, std::string(text));
    }
  }
  void BeginHtml() { html_.clear(); }  // what was between words is left out
  void AddHtml(std::string_view text) { html_ += text; }
  void EndHtml() {
    const std::string html = std::exchange(html_, "");
    const size_t image = html.find("<img");
    if (!html.starts_with("<picture") || image == std::string::npos) return;
    Open(Kind::kParagraph);
    Open(Kind::kImage, HtmlAttribute(html, "src", image));
    open_.back().dark = HtmlAttribute(html, "srcset", 0);
    AddText(HtmlAttribute(html, "alt", image));
    Close();
    Close();
  }
  Node Finish() { return std::move(open_.front()); }

 private:
  // As forges make it; scripts/checks/links has the same rule.
  std::string Anchor(const std::string& heading) {
    std::string out;
    for (const char c : heading) {
      const auto byte = static_cast<unsigned char>(c);
      if (std::isalnum(byte) || c == '-' || c == '_')
        out += static_cast<char>(std::tolower(byte));
      else if (c == ' ')
        out += '-';
    }
    const int before = anchors_[out]++;
    return before == 0 ? out : StrCat(out, "-", before);
  }

  std::vector<Node> open_ = {Node{}};
  std::string html_;
  std::map<std::string, int> anchors_;
};

std::string Text(const MD_ATTRIBUTE& attribute) { return {attribute.text, attribute.size}; }

int EnterBlock(MD_BLOCKTYPE type, void* detail, void* user) {
  auto& builder = *static_cast<Builder*>(user);
  switch (type) {
    case MD_BLOCK_QUOTE:
      builder.Open(Kind::kQuote);
      break;
    case MD_BLOCK_UL:
      builder.Open(Kind::kList, "", -1);
      break;
    case MD_BLOCK_OL:
      builder.Open(Kind::kList, "",
                   static_cast<int>(static_cast<MD_BLOCK_OL_DETAIL*>(detail)->start));
      break;
    case MD_BLOCK_LI:
      builder.Open(Kind::kItem);
      break;
    case MD_BLOCK_HR:
      builder.Open(Kind::kRule);
      break;
    case MD_BLOCK_H:
      builder.Open(Kind::kHeading, "",
                   static_cast<int>(static_cast<MD_BLOCK_H_DETAIL*>(detail)->level));
      break;
    case MD_BLOCK_CODE:
      builder.Open(Kind::kCode);
      break;
    case MD_BLOCK_P:
      builder.Open(Kind::kParagraph);
      break;
    case MD_BLOCK_TABLE:
      builder.Open(Kind::kTable);
      break;
    case MD_BLOCK_TR:
      builder.Open(Kind::kRow);
      break;
    case MD_BLOCK_TH:
    case MD_BLOCK_TD: {
      const bool right = static_cast<MD_BLOCK_TD_DETAIL*>(detail)->align == MD_ALIGN_RIGHT;
      builder.Open(Kind::kCell, "", right ? 1 : 0);
      break;
    }
    case MD_BLOCK_HTML:
      builder.BeginHtml();
      break;
    case MD_BLOCK_DOC:
    case MD_BLOCK_THEAD:
    case MD_BLOCK_TBODY:
      break;
  }
  return 0;
}

int LeaveBlock(MD_BLOCKTYPE type, void*, void* user) {
  auto& builder = *static_cast<Builder*>(user);
  if (type == MD_BLOCK_HTML) builder.EndHtml();
  const bool opened = type != MD_BLOCK_DOC && type != MD_BLOCK_HTML && type != MD_BLOCK_THEAD &&
                      type != MD_BLOCK_TBODY;
  if (opened) builder.Close();
  return 0;
}

int EnterSpan(MD_SPANTYPE type, void* detail, void* user) {
  auto& builder = *static_cast<Builder*>(user);
  switch (type) {
    case MD_SPAN_STRONG:
      builder.Open(Kind::kStrong);
      break;
    case MD_SPAN_CODE:
      builder.Open(Kind::kInlineCode);
      break;
    case MD_SPAN_A:
      builder.Open(Kind::kLink, Text(static_cast<MD_SPAN_A_DETAIL*>(detail)->href));
      break;
    case MD_SPAN_IMG:
      builder.Open(Kind::kImage, Text(static_cast<MD_SPAN_IMG_DETAIL*>(detail)->src));
      break;
    default:
      builder.Open(Kind::kEmphasis);
      break;
  }
  return 0;
}

int LeaveSpan(MD_SPANTYPE, void*, void* user) {
  static_cast<Builder*>(user)->Close();
  return 0;
}

std::string Entity(const std::string& name) {
  static const std::map<std::string, std::string> kKnown = {
      {"&amp;", "&"}, {"&lt;", "<"}, {"&gt;", ">"}, {"&quot;", "\""}, {"&nbsp;", " "}};
  const auto found = kKnown.find(name);
  return found == kKnown.end() ? name : found->second;
}

int AddText(MD_TEXTTYPE type, const MD_CHAR* text, MD_SIZE size, void* user) {
  auto& builder = *static_cast<Builder*>(user);
  const std::string_view view(text, size);
  switch (type) {
    case MD_TEXT_NORMAL:
    case MD_TEXT_CODE:
    case MD_TEXT_LATEXMATH:
      builder.AddText(view);
      break;
    case MD_TEXT_SOFTBR:
      builder.AddText(" ");
      break;
    case MD_TEXT_BR:
      builder.Add(Kind::kBreak);
      break;
    case MD_TEXT_ENTITY:
      builder.AddText(Entity(std::string(view)));
      break;
    case MD_TEXT_HTML:
      builder.AddHtml(view);
      break;
    case MD_TEXT_NULLCHAR:
      break;
  }
  return 0;
}

}  // namespace

Node ParseMarkdown(std::string_view text) {
  Builder builder;
  const MD_PARSER parser = {.abi_version = 0,
                            .flags = MD_FLAG_TABLES,
                            .enter_block = EnterBlock,
                            .leave_block = LeaveBlock,
                            .enter_span = EnterSpan,
                            .leave_span = LeaveSpan,
                            .text = AddText,
                            .debug_log = nullptr,
                            .syntax = nullptr};
  md_parse(text.data(), static_cast<MD_SIZE>(text.size()), &parser, &builder);
  return builder.Finish();
}

void Walk(const Node& node, const std::function<void(const Node&)>& visit) {
  visit(node);
  for (const Node& one : node.inside) Walk(one, visit);
}

std::string PlainText(const Node& node) {
  std::string out;
  Walk(node, [&](const Node& one) {
    const bool words =
        one.kind == Kind::kText || one.kind == Kind::kInlineCode || one.kind == Kind::kCode;
    if (words) out += one.text;
    const bool apart = one.kind >= Kind::kHeading && one.kind <= Kind::kRule;
    if ((apart || one.kind == Kind::kBreak) && !out.empty() && out.back() != ' ') out += ' ';
  });
  return out;
}

std::string TitleOf(const Node& document) {
  for (const Node& one : document.inside)
    if (one.kind == Kind::kHeading) return PlainText(one);
  return "";
}

Node SectionOf(const Node& document, std::string_view anchor) {
  if (anchor.empty()) return document;
  const auto is_heading = [](const Node& one) { return one.kind == Kind::kHeading; };
  const auto first = anchor == "-" ? document.inside.begin()
                                   : std::ranges::find_if(document.inside, [&](const Node& one) {
                                       return is_heading(one) && one.text == anchor;
                                     });
  Node out;
  if (first == document.inside.end()) return out;
  const int level = anchor == "-" ? 2 : first->number;
  const auto last = std::find_if(first + 1, document.inside.end(), [&](const Node& one) {
    return is_heading(one) && one.number <= level;
  });
  out.inside.assign(first, last);
  return out;
}

}  // namespace assay::help
