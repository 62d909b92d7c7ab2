#include "knowledge/issues/markdown.h"

#include <cctype>

#include "base/strings.h"

namespace assay::knowledge {
namespace {

std::string WithoutComments(std::string_view text) {
  std::string out;
  size_t at = 0;
  while (at < text.size()) {
    const size_t open = text.find("<!--", at);
    out += text.substr(at, open == std::string_view::npos ? text.size() - at : open - at);
    if (open == std::string_view::npos) break;
    const size_t close = text.find("-->", open);
    const size_t end = close == std::string_view::npos ? text.size() : close + 3;
    // Line numbers stay true.
    for (size_t i = open; i < end; ++i)
      if (text[i] == '\n') out += '\n';
    at = end;
  }
  return out;
}

// What stands before a fence in a quote or a list.
std::string_view WithoutMargin(std::string_view line) {
  while (!line.empty() && (line[0] == ' ' || line[0] == '\t' || line[0] == '>'))
    line.remove_prefix(1);
  return line;
}

bool IsFence(std::string_view line, std::string& mark) {
  const std::string_view rest = WithoutMargin(line);
  for (const char c : {'`', '~'}) {
    size_t count = 0;
    while (count < rest.size() && rest[count] == c) ++count;
    if (count < 3) continue;
    // ```x``` on one line is inline code.
    if (rest.find(std::string(3, c), count) != std::string_view::npos) continue;
    mark.assign(count, c);
    return true;
  }
  return false;
}

bool Closes(std::string_view line, const std::string& mark) {
  const std::string_view rest = WithoutMargin(line);
  if (rest.size() < mark.size() || rest.substr(0, mark.size()) != mark) return false;
  return rest.find_first_not_of(mark[0] == '`' ? "` \t" : "~ \t") == std::string_view::npos;
}

std::string LanguageOf(std::string_view line, const std::string& mark) {
  std::string_view rest = WithoutMargin(line).substr(mark.size());
  std::string out;
  for (const char c : rest) {
    if (std::isspace(static_cast<unsigned char>(c)) && out.empty()) continue;
    if (!std::isalnum(static_cast<unsigned char>(c)) && c != '+' && c != '-' && c != '_') break;
    out += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  }
  return out;
}

// How much of a quoted block's margin ("> ") the lines inside share with the fence.
std::string Unquoted(std::string_view line, bool quoted) {
  if (!quoted) return std::string(line);
  size_t at = line.find_first_not_of(" \t");
  if (at == std::string_view::npos || line[at] != '>') return std::string(line);
  line.remove_prefix(at + 1);
  if (!line.empty() && line[0] == ' ') line.remove_prefix(1);
  return std::string(line);
}

bool Indented(std::string_view line) { return line.starts_with("    ") || line.starts_with("\t"); }
bool Blank(std::string_view line) {
  return line.find_first_not_of(" \t") == std::string_view::npos;
}
bool Prompt(std::string_view line) {
  return line.starts_with(">>> ") || line.starts_with("... ") || line == "...";
}
bool Tag(std::string_view line, std::string_view tag) {
  return WithoutMargin(line).starts_with(tag);
}

class Splitter {
 public:
  explicit Splitter(std::vector<std::string> lines) : lines_(std::move(lines)) {}

  std::vector<Segment> Run() {
    while (at_ < lines_.size()) {
      const std::string& line = lines_[at_];
      if (IsFence(line, mark_))
        Fenced();
      else if (Tag(line, "<pre"))
        Preformatted();
      else if (line.starts_with(">>> "))
        While([](const std::string& l) { return !Blank(l) && !l.starts_with("#"); });
      else if (Indented(line) && !Blank(line) && AfterBlank())
        While([](const std::string& l) { return Indented(l) || Blank(l); });
      else
        Prose(line);
    }
    return std::move(out_);
  }

 private:
  bool AfterBlank() const {
    if (at_ == 0 || Blank(lines_[at_ - 1])) {
      // The continuation of a list is indented as well.
      for (size_t i = at_; i-- > 0;)
        if (!Blank(lines_[i])) {
          const std::string_view rest = WithoutMargin(lines_[i]);
          return !(rest.starts_with("- ") || rest.starts_with("* ") ||
                   (!rest.empty() && std::isdigit(static_cast<unsigned char>(rest[0]))));
        }
      return true;
    }
    return false;
  }

  Segment& Begin(bool code) {
    out_.push_back({code, "", "", static_cast<int>(at_) + 1});
    return out_.back();
  }

  void Prose(const std::string& line) {
    if (out_.empty() || out_.back().code) Begin(false);
    out_.back().text += line + "\n";
    ++at_;
  }

  void Fenced() {
    const bool quoted = lines_[at_].find('>') < lines_[at_].find(mark_);
    const std::string language = LanguageOf(lines_[at_], mark_);
    ++at_;
    Segment& block = Begin(true);
    block.language = language;
    for (; at_ < lines_.size() && !Closes(lines_[at_], mark_); ++at_)
      block.text += Unquoted(lines_[at_], quoted) + "\n";
    ++at_;
  }

  void Preformatted() {
    Segment& block = Begin(true);
    std::string text;
    for (; at_ < lines_.size(); ++at_) {
      text += lines_[at_] + "\n";
      if (lines_[at_].find("</pre>") != std::string::npos) break;
    }
    ++at_;
    // Tags go; what they hold stays.
    for (size_t i = 0; i < text.size(); ++i) {
      const size_t close = text[i] == '<' ? text.find('>', i) : std::string::npos;
      const std::string tag = close == std::string::npos ? "" : text.substr(i, close - i + 1);
      if (tag.starts_with("<pre") || tag == "</pre>" || tag.starts_with("<code") ||
          tag == "</code>")
        i = close;
      else
        block.text += text[i];
    }
  }

  template <typename Holds>
  void While(Holds holds) {
    Segment& block = Begin(true);
    for (; at_ < lines_.size() && holds(lines_[at_]); ++at_) {
      const std::string& line = lines_[at_];
      block.text += (line.starts_with("    ") ? line.substr(4)
                     : line.starts_with("\t") ? line.substr(1)
                                              : line) +
                    "\n";
    }
  }

  std::vector<std::string> lines_;
  std::vector<Segment> out_;
  std::string mark_;
  size_t at_ = 0;
};

// "In [12]: x" is x; nothing for other lines.
bool NotebookPrompt(std::string_view line, std::string& rest) {
  if (!line.starts_with("In [")) return false;
  const size_t colon = line.find("]: ");
  if (colon == std::string_view::npos) return false;
  rest = std::string(line.substr(colon + 3));
  return true;
}

bool ForShell(std::string_view line) {
  return line.starts_with("!") || line.starts_with("%") || line.starts_with("$ ");
}

}  // namespace

std::vector<Segment> SplitMarkdown(std::string_view text) {
  std::vector<std::string> lines = Split(WithoutComments(text), '\n');
  for (std::string& line : lines)
    if (!line.empty() && line.back() == '\r') line.pop_back();
  if (!lines.empty() && lines.back().empty()) lines.pop_back();
  return Splitter(std::move(lines)).Run();
}

std::string PlainCode(const std::string& text) {
  std::vector<std::string> lines = Split(text, '\n');
  if (!lines.empty() && lines.back().empty()) lines.pop_back();
  bool prompts = false;
  std::string rest;
  for (const std::string& line : lines)
    prompts = prompts || line.starts_with(">>> ") || NotebookPrompt(line, rest);
  std::string out;
  for (const std::string& line : lines) {
    if (prompts) {
      if (Prompt(line))
        out += (line.size() > 4 ? line.substr(4) : "") + "\n";
      else if (NotebookPrompt(line, rest))
        out += rest + "\n";
    } else if (!ForShell(line)) {
      out += line + "\n";
    }
  }
  return out;
}

std::vector<std::string> LinesAndSentences(std::string_view prose) {
  std::vector<std::string> out;
  std::string sentence;
  const auto end = [&] {
    const size_t first = sentence.find_first_not_of(" \t#*->");
    if (first != std::string::npos) out.push_back(sentence.substr(first));
    sentence.clear();
  };
  for (size_t i = 0; i < prose.size(); ++i) {
    const char c = prose[i];
    const char next = i + 1 < prose.size() ? prose[i + 1] : '\n';
    if (c == '\n') {
      end();
      continue;
    }
    if (c != '\r') sentence += c;
    // "2.4" and "torch.add" hold dots, too.
    if ((c == '.' || c == '!' || c == '?') && std::isspace(static_cast<unsigned char>(next))) end();
  }
  end();
  return out;
}

}  // namespace assay::knowledge
