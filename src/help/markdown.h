// Markdown as a tree, read by md4c: one parser for all that pages are written as (terminal, HTML,
// manual page).
//
// CommonMark with tables. Raw HTML is left out, but for a <picture>, which forges need to show one
// image in light and another one in dark colours.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace assay::help {

// A block, or a part of running text.
struct Node {
  enum class Kind {
    // Blocks.
    kDocument,
    kHeading,  // `number`: level; `text`: its anchor
    kParagraph,
    kCode,  // `text`
    kList,  // `number`: the first one, -1 for bullets
    kItem,
    kQuote,
    kTable,  // rows; the first one is the header
    kRow,
    kCell,  // `number`: 1 when it is aligned to the right
    kRule,
    // Running text. Items and cells hold it directly, or in paragraphs.
    kText,  // `text`
    kBreak,
    kInlineCode,  // `text`
    kEmphasis,
    kStrong,
    kLink,   // `text`: the address
    kImage,  // `text`: the address, `dark`: the one for dark colours or ""; inside: its description
  };
  Kind kind = Kind::kDocument;
  int number = 0;
  std::string text, dark;
  std::vector<Node> inside;
};

// Any text is Markdown: there are no errors.
Node ParseMarkdown(std::string_view text);

// The words alone.
std::string PlainText(const Node& node);

// The first heading; "" when there is none.
std::string TitleOf(const Node& document);

// The heading with this anchor and all that follows, until a heading of its level or above. "": the
// whole page; "-": what comes before the first heading of level 2. Empty when there is none.
Node SectionOf(const Node& document, std::string_view anchor);

// Calls `visit` for every node below `node`, in order.
void Walk(const Node& node, const std::function<void(const Node&)>& visit);

}  // namespace assay::help
