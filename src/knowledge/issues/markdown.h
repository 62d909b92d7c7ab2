// Markdown as people write it in trackers, taken apart into prose and code.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace assay::knowledge {

struct Segment {
  bool code = false;
  std::string language;  // of a fence: "python", lower case; "" without one
  std::string text;      // without the fence
  int line = 1;          // where the text begins
};

// Fences of ``` and ~~~ (also inside quotes and lists, also without an end), <pre> blocks, lines
// indented by four spaces after an empty line, and runs of ">>> " prompts. HTML comments (the
// template's hints) are dropped. Line ends may be \r\n.
std::vector<Segment> SplitMarkdown(std::string_view text);

// The statements of a block with prompts (">>> ", "... ", "In [3]: "), its output left out; the
// text itself when there are none. Lines for a shell or a notebook ("$ …", "!pip", "%time") go.
std::string PlainCode(const std::string& text);

// Sentences of prose, one line each, in order.
std::vector<std::string> LinesAndSentences(std::string_view prose);

}  // namespace assay::knowledge
