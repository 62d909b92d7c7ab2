#include "help/html.h"

#include "base/strings.h"

namespace assay::help {
namespace {

using Kind = Node::Kind;

class HtmlWriter {
 public:
  explicit HtmlWriter(const std::function<std::string(const std::string&)>& address_of)
      : address_of_(address_of) {}

  std::string Inside(const Node& node) const {
    std::string out;
    for (const Node& one : node.inside) out += One(one);
    return out;
  }

  std::string One(const Node& node) const {
    switch (node.kind) {
      case Kind::kDocument:
        return Inside(node);
      case Kind::kHeading:
        return Heading(node);
      case Kind::kParagraph:
        return StrCat("<p>", Inside(node), "</p>\n");
      // Focusable, so that the keyboard scrolls what is too wide.
      case Kind::kCode:
        return StrCat("<pre tabindex=\"0\"><code>", HtmlText(node.text), "</code></pre>\n");
      case Kind::kList:
        return List(node);
      case Kind::kItem:
        return StrCat("<li>", Inside(node), "</li>\n");
      case Kind::kQuote:
        return StrCat("<blockquote>", Inside(node), "</blockquote>\n");
      case Kind::kTable:
        return Table(node);
      case Kind::kRow:
      case Kind::kCell:
        return Inside(node);
      case Kind::kRule:
        return "<hr>\n";
      case Kind::kText:
        return HtmlText(node.text);
      case Kind::kBreak:
        return "<br>\n";
      case Kind::kInlineCode:
        return StrCat("<code>", HtmlText(node.text), "</code>");
      case Kind::kEmphasis:
        return StrCat("<em>", Inside(node), "</em>");
      case Kind::kStrong:
        return StrCat("<strong>", Inside(node), "</strong>");
      case Kind::kLink:
        return Link(node);
      case Kind::kImage:
        return Image(node);
    }
    return "";
  }

 private:
  std::string Heading(const Node& node) const {
    const std::string anchor = HtmlText(node.text);
    return StrCat("<h", node.number, " id=\"", anchor, "\">", Inside(node),
                  " <a class=\"anchor\" href=\"#", anchor, "\" aria-label=\"Link to ",
                  HtmlText(PlainText(node)), "\">#</a></h", node.number, ">\n");
  }

  std::string List(const Node& node) const {
    if (node.number < 0) return StrCat("<ul>\n", Inside(node), "</ul>\n");
    const std::string start = node.number == 1 ? "" : StrCat(" start=\"", node.number, "\"");
    return StrCat("<ol", start, ">\n", Inside(node), "</ol>\n");
  }

  std::string Table(const Node& table) const {
    // A region that scrolls, for the keyboard, too.
    std::string out = "<div class=\"frame\" tabindex=\"0\"><table>\n";
    for (size_t i = 0; i < table.inside.size(); ++i) {
      const char* name = i == 0 ? "th scope=\"col\"" : "td";
      out += i == 0 ? "<thead><tr>" : i == 1 ? "<tbody><tr>" : "<tr>";
      for (const Node& cell : table.inside[i].inside)
        out += StrCat("<", name, cell.number == 1 ? " class=\"figure\">" : ">", Inside(cell),
                      i == 0 ? "</th>" : "</td>");
      out += i == 0 ? "</tr></thead>\n" : "</tr>\n";
    }
    return out + (table.inside.size() > 1 ? "</tbody></table></div>\n" : "</table></div>\n");
  }

  std::string Link(const Node& node) const {
    const std::string address = address_of_(node.text);
    if (address.empty()) return Inside(node);
    return StrCat("<a href=\"", HtmlText(address), "\">", Inside(node), "</a>");
  }

  std::string Image(const Node& node) const {
    const std::string address = address_of_(node.text);
    const std::string words = HtmlText(PlainText(node));
    if (address.empty()) return words;
    const auto image = [&](const std::string& source, const char* look) {
      return StrCat("<img", look, " src=\"", HtmlText(source), "\" alt=\"", words, "\">");
    };
    const std::string dark = node.dark.empty() ? "" : address_of_(node.dark);
    if (dark.empty()) return image(address, "");
    // By class, since the reader may choose other colours than the system's.
    return image(address, " class=\"for-light\"") + image(dark, " class=\"for-dark\"");
  }

  const std::function<std::string(const std::string&)>& address_of_;
};

}  // namespace

std::string HtmlText(std::string_view text) {
  std::string out;
  for (const char c : text) {
    switch (c) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      case '\'':
        out += "&#39;";
        break;
      default:
        out += c;
    }
  }
  return out;
}

std::string HtmlOf(const Node& node,
                   const std::function<std::string(const std::string&)>& address_of) {
  return HtmlWriter(address_of).One(node);
}

}  // namespace assay::help
