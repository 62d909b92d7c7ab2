#include "help/roff.h"

#include <cstdint>
#include <cstdio>

#include "base/strings.h"

namespace assay::help {
namespace {

using Kind = Node::Kind;

// The character that begins at `at`, and moves behind it; bytes that are no UTF-8 become U+FFFD.
uint32_t NextCharacter(std::string_view text, size_t& at) {
  const auto byte = [&](size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char first = byte(at++);
  if (first < 0x80) return first;
  const int more = first >= 0xf0 ? 3 : first >= 0xe0 ? 2 : first >= 0xc0 ? 1 : 0;
  uint32_t out = first & (0x3f >> more);
  for (int i = 0; i < more; ++i) {
    if (at >= text.size() || (byte(at) & 0xc0) != 0x80) return 0xfffd;
    out = (out << 6) | (byte(at++) & 0x3fu);
  }
  return more == 0 ? 0xfffd : out;
}

std::string RoffInside(const Node& node);

std::string RoffOne(const Node& node) {
  switch (node.kind) {
    case Kind::kText:
      return RoffText(node.text);
    case Kind::kInlineCode:
      return StrCat("\\fB", RoffText(node.text), "\\fR");
    case Kind::kEmphasis:
      return StrCat("\\fI", RoffInside(node), "\\fR");
    case Kind::kBreak:
      return "\n.br\n";
    case Kind::kImage:
      return "";
    default:
      return RoffInside(node);
  }
}

std::string RoffInside(const Node& node) {
  std::string out;
  for (const Node& one : node.inside) out += RoffOne(one);
  return out;
}

std::string RoffTable(const Node& table) {
  std::string out;
  for (size_t i = 1; i < table.inside.size(); ++i) {
    const auto& cells = table.inside[i].inside;
    std::vector<std::string> rest;
    for (size_t k = 1; k < cells.size(); ++k)
      if (!cells[k].inside.empty()) rest.push_back(RoffInside(cells[k]));
    out += StrCat(".TP\n", RoffInside(cells.front()), "\n", rest.empty() ? "\\&" : Join(rest, "; "),
                  "\n");
  }
  return out;
}

}  // namespace

std::string RoffText(std::string_view text) {
  std::string out = text.starts_with('.') ? "\\&" : "";  // would begin a request
  for (size_t at = 0; at < text.size();) {
    const uint32_t c = NextCharacter(text, at);
    switch (c) {
      case '\\':
        out += "\\e";
        break;
      case '-':
        out += "\\-";
        break;
      case '\'':
        out += "\\(aq";
        break;
      case '"':
        out += "\\(dq";
        break;
      case '`':
        out += "\\(ga";
        break;
      case '^':
        out += "\\(ha";
        break;
      case '~':
        out += "\\(ti";
        break;
      case '\n':
        out += ' ';
        break;
      default:
        if (c < 0x80) {
          out += static_cast<char>(c);
        } else {
          char buffer[16];
          std::snprintf(buffer, sizeof buffer, "\\[u%04X]", c);
          out += buffer;
        }
    }
  }
  return out;
}

std::string RoffOf(const Node& node) {
  std::string out;
  for (const Node& one : node.inside) {
    if (one.kind == Kind::kParagraph) {
      const std::string words = RoffInside(one);
      if (!Trim(words).empty()) out += StrCat(".PP\n", words, "\n");
    } else if (one.kind == Kind::kTable) {
      out += RoffTable(one);
    } else if (one.kind == Kind::kList) {
      for (const Node& item : one.inside) out += StrCat(".IP \\(bu 2\n", RoffInside(item), "\n");
    } else if (one.kind == Kind::kCode) {
      out += ".PP\n.RS\n.nf\n";
      for (const std::string& line : Split(std::string(Trim(one.text, "\n")), '\n'))
        out += RoffText(line) + "\n";
      out += ".fi\n.RE\n";
    }
  }
  return out;
}

}  // namespace assay::help
