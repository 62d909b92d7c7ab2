#include "help/terminal.h"

#include <algorithm>
#include <vector>

#include "base/strings.h"

namespace assay::help {
namespace {

using Kind = Node::Kind;
using Lines = std::vector<std::string>;

constexpr std::string_view kBold = "\033[1m", kItalic = "\033[3m", kCyan = "\033[36m",
                           kReset = "\033[0m";
constexpr size_t kGap = 2;            // between columns of a table
constexpr size_t kNarrowColumn = 12;  // no column is made narrower

// Columns that it takes: characters, without what sets colours.
size_t ShownWidth(std::string_view text) {
  size_t out = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\033') {
      i = text.find('m', i);
      if (i == std::string_view::npos) break;
    } else if ((text[i] & 0xc0) != 0x80) {
      ++out;
    }
  }
  return out;
}

// Words of `text` to lines of at most `width` columns; a longer word has a line of its own, and a
// line break in `text` stays.
Lines WrapWords(const std::string& text, size_t width) {
  Lines out;
  for (const std::string& part : Split(text, '\n')) {
    std::string line;
    for (const std::string& word : Split(part, ' ')) {
      if (word.empty()) continue;
      if (!line.empty() && ShownWidth(line) + 1 + ShownWidth(word) > width) {
        out.push_back(line);
        line.clear();
      }
      line += (line.empty() ? "" : " ") + word;
    }
    out.push_back(line);
  }
  return out;
}

class TerminalWriter {
 public:
  explicit TerminalWriter(const TerminalLook& look) : look_(look) {}

  Lines Blocks(const Node& node, size_t width) const {
    Lines out;
    std::string running;  // text that stands outside of a paragraph, as in a short list item
    const auto flush = [&] {
      if (!running.empty()) Append(out, WrapWords(running, width));
      running.clear();
    };
    for (const Node& one : node.inside) {
      if (one.kind >= Kind::kText) {
        running += Running(one, "");
        continue;
      }
      flush();
      // Blank lines between blocks, but for a list below the words of its item.
      if (!out.empty() && !(node.kind == Kind::kItem && one.kind == Kind::kList)) out.push_back("");
      Append(out, Block(one, width));
    }
    flush();
    return out;
  }

 private:
  static void Append(Lines& out, const Lines& more, const std::string& indent = "") {
    for (const std::string& line : more) out.push_back(line.empty() ? line : indent + line);
  }

  std::string Styled(const std::string& text, std::string_view style) const {
    if (!look_.colors || style.empty()) return text;
    // Word by word, so that colours never reach over the end of a line.
    Lines words = Split(text, ' ');
    for (std::string& word : words)
      if (!word.empty()) word = StrCat(style, word, kReset);
    return Join(words, " ");
  }

  std::string Running(const Node& node, std::string_view style) const {
    switch (node.kind) {
      case Kind::kText:
        return Styled(node.text, style);
      case Kind::kBreak:
        return "\n";
      case Kind::kInlineCode:
        return look_.colors ? Styled(node.text, kCyan) : StrCat("`", node.text, "`");
      case Kind::kImage:
        return "";
      default:
        break;
    }
    if (node.kind == Kind::kStrong) style = kBold;
    if (node.kind == Kind::kEmphasis) style = kItalic;
    std::string out;
    for (const Node& one : node.inside) out += Running(one, style);
    if (node.kind == Kind::kLink && node.text.find("://") != std::string::npos && node.text != out)
      out += StrCat(" (", node.text, ")");
    return out;
  }

  Lines Block(const Node& node, size_t width) const {
    switch (node.kind) {
      case Kind::kHeading:
        return {Styled(PlainText(node), kBold)};
      case Kind::kRule:
        return {std::string(std::min<size_t>(width, 40), '-')};
      case Kind::kTable:
        return Table(node, width);
      case Kind::kList:
        return List(node, width);
      case Kind::kCode: {
        Lines out;
        Append(out, Split(std::string(Trim(node.text, "\n")), '\n'), "    ");
        return out;
      }
      case Kind::kQuote: {
        Lines out;
        Append(out, Blocks(node, width - 2), "> ");
        return out;
      }
      default:
        return Blocks(node, width);
    }
  }

  Lines List(const Node& list, size_t width) const {
    Lines out;
    int number = list.number;
    for (const Node& item : list.inside) {
      const std::string mark = list.number < 0 ? "- " : StrCat(number++, ". ");
      const std::string indent(mark.size(), ' ');
      Lines lines = Blocks(item, width - mark.size());
      for (size_t i = 0; i < lines.size(); ++i)
        if (!lines[i].empty()) out.push_back((i == 0 ? mark : indent) + lines[i]);
    }
    return out;
  }

  // Columns as wide as their widest cell, the widest ones wrapped until all fit.
  static std::vector<size_t> ColumnWidths(const std::vector<Lines>& cells, size_t width) {
    std::vector<size_t> out;
    for (const Lines& row : cells)
      for (size_t i = 0; i < row.size(); ++i) {
        if (out.size() <= i) out.push_back(1);
        out[i] = std::max(out[i], ShownWidth(row[i]));
      }
    const auto total = [&] {
      size_t sum = 0;
      for (const size_t one : out) sum += one + kGap;
      return sum;
    };
    while (!out.empty() && total() > width + kGap) {
      const auto widest = std::ranges::max_element(out);
      if (*widest <= kNarrowColumn) break;
      --*widest;
    }
    return out;
  }

  Lines Table(const Node& table, size_t width) const {
    std::vector<Lines> cells;
    for (const Node& row : table.inside) {
      Lines texts;
      for (const Node& cell : row.inside) {
        std::string text;
        for (const Node& one : cell.inside) text += Running(one, cells.empty() ? kBold : "");
        texts.push_back(text);
      }
      cells.push_back(texts);
    }
    const std::vector<size_t> widths = ColumnWidths(cells, width);
    Lines out;
    for (size_t row = 0; row < cells.size(); ++row) {
      TableRow(cells[row], table.inside[row], widths, out);
      if (row == 0) {
        std::string line;
        for (const size_t one : widths) line += std::string(one, '-') + std::string(kGap, ' ');
        out.emplace_back(Trim(line));
      }
    }
    return out;
  }

  static void TableRow(const Lines& cells, const Node& row, const std::vector<size_t>& widths,
                       Lines& out) {
    std::vector<Lines> wrapped;
    size_t height = 1;
    for (size_t i = 0; i < cells.size(); ++i) {
      wrapped.push_back(WrapWords(cells[i], widths[i]));
      height = std::max(height, wrapped.back().size());
    }
    for (size_t at = 0; at < height; ++at) {
      std::string line;
      for (size_t i = 0; i < cells.size(); ++i) {
        const std::string text = at < wrapped[i].size() ? wrapped[i][at] : "";
        const size_t shown = ShownWidth(text);
        const std::string pad(shown < widths[i] ? widths[i] - shown : 0, ' ');
        line += (row.inside[i].number == 1 ? pad + text : text + pad) + std::string(kGap, ' ');
      }
      out.push_back(line.substr(0, line.find_last_not_of(' ') + 1));
    }
  }

  const TerminalLook look_;
};

}  // namespace

std::string TerminalText(const Node& document, const TerminalLook& look) {
  return Join(TerminalWriter(look).Blocks(document, look.width), "\n") + "\n";
}

}  // namespace assay::help
