#include "triage/message.h"

#include <algorithm>
#include <array>
#include <cctype>

#include "ops/op.h"

namespace assay::triage {
namespace {

// Of a long text so much is kept at either end.
constexpr size_t kEnd = 110;

bool IsLetterOrDigit(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0; }

bool IsWordChar(char c) {
  return IsLetterOrDigit(c) || c == '_' || c == '/' || c == '.' || c == '-';
}

// The base name of a source file; "" for other words and for names that are made up anew each time,
// as compilers call what they generate.
std::string_view SourceFile(std::string_view word) {
  static constexpr std::array<std::string_view, 9> kEndings = {".cc",  ".cpp", ".cxx", ".c",  ".h",
                                                               ".hpp", ".py",  ".cu",  ".inc"};
  constexpr size_t kMaxDigits = 4, kMaxStem = 40;
  const std::string_view base = word.substr(word.rfind('/') + 1);
  for (const std::string_view ending : kEndings) {
    if (!base.ends_with(ending) || base.size() == ending.size()) continue;
    const std::string_view stem = base.substr(0, base.size() - ending.size());
    const auto digits =
        std::count_if(stem.begin(), stem.end(), [](char c) { return c >= '0' && c <= '9'; });
    return digits > static_cast<std::ptrdiff_t>(kMaxDigits) || stem.size() > kMaxStem ? "" : base;
  }
  return "";
}

bool IsDigit(char c) { return c >= '0' && c <= '9'; }

// "Gather" of "Gather-13", as OpenVINO names operators with their version, and "ReduceL1" itself:
// what is refused is the operator. "" for other words, such as names of nodes with a number.
std::string_view OperatorType(std::string_view word) {
  if (ops::FindOp("", word) != nullptr) return word;
  const size_t dash = word.rfind('-');
  if (dash == std::string_view::npos || dash == 0 || dash + 1 == word.size()) return "";
  const std::string_view version = word.substr(dash + 1), type = word.substr(0, dash);
  if (!std::all_of(version.begin(), version.end(), IsDigit)) return "";
  if (ops::FindOp("", type) != nullptr) return type;
  // Of another domain: "com.microsoft.FusedConv".
  const std::string_view base = type.substr(type.rfind('.') + 1);
  const bool letters = std::all_of(type.begin(), type.end(), [](char c) {
    return c == '.' || std::isalpha(static_cast<unsigned char>(c)) != 0;
  });
  return letters && !base.empty() && std::isupper(static_cast<unsigned char>(base[0])) != 0 ? type
                                                                                            : "";
}

class Normalizer {
 public:
  explicit Normalizer(std::string_view text) : text_(text) {}

  std::string Run() {
    while (at_ < text_.size()) Step();
    return Shortened();
  }

 private:
  void Step() {
    if (SkipQuoted() || SkipTemplateArguments() || PutNode()) return;
    if (!IsWordChar(text_[at_])) {
      out_ += text_[at_++];
      return;
    }
    const size_t start = at_;
    while (at_ < text_.size() && IsWordChar(text_[at_])) ++at_;
    const std::string_view word = text_.substr(start, at_ - start);
    const std::string_view file = SourceFile(word);
    if (PutCall(word)) return;
    // ONNX Runtime: a name, even where it is that of an operator.
    if (out_.ends_with("in node (")) return PutNumber();
    if (const std::string_view type = OperatorType(word); !type.empty()) {
      out_ += type;
    } else if (out_.ends_with("tensor(")) {
      PutNumber();  // an element type, with digits or without
    } else if (!file.empty()) {
      out_ += file;
      SkipLineNumber();
      SkipFunction();
    } else if (word.find_first_of("0123456789/") != std::string_view::npos) {
      PutNumber();
    } else {
      out_ += word;
    }
  }

  // Numbers in a row count as one: shapes have any length.
  void PutNumber() {
    size_t end = out_.size();
    while (end > 0 && (out_[end - 1] == ' ' || out_[end - 1] == ',')) --end;
    const bool row = end > 0 && out_[end - 1] == '#' && out_.find(',', end) != std::string::npos;
    if (row) out_.resize(end);
    if (out_.empty() || out_.back() != '#') out_ += '#';
  }

  // A name in quotes. What has spaces in it is a sentence or code, and stays.
  bool SkipQuoted() {
    const char quote = text_[at_];
    if (quote != '\'' && quote != '"') return false;
    if (at_ > 0 && IsLetterOrDigit(text_[at_ - 1])) return false;  // an apostrophe
    // What was checked tells one cause from another.
    if (out_.ends_with("Check ")) return false;
    const size_t close = text_.find(quote, at_ + 1);
    if (close == std::string_view::npos) return false;
    if (text_.substr(at_, close - at_).find(' ') != std::string_view::npos) return false;
    out_ += "''";
    at_ = close + 1;
    return true;
  }

  // "[with T = float]" as compilers write it.
  bool SkipTemplateArguments() {
    if (!text_.substr(at_).starts_with("[with ")) return false;
    at_ = Closing(at_, '[', ']');
    return true;
  }

  // "<Node(Gather): v12>": its type without the names of its results.
  bool PutNode() {
    constexpr std::string_view kHead = "<Node(";
    if (!text_.substr(at_).starts_with(kHead)) return false;
    const size_t type = at_ + kHead.size();
    const size_t close = text_.find(')', type), end = text_.find('>', type);
    if (close == std::string_view::npos || end == std::string_view::npos || end < close)
      return false;
    out_ += kHead;
    out_ += text_.substr(type, close - type);
    out_ += ")>";
    at_ = end + 1;
    return true;
  }

  // "opset6::Gather Gather_17 (opset1::Add v8[0]:f32[1,5]) -> (f32[5])": its type alone. What it is
  // applied to, and how that is called, is that of the case. `word` stands before `at_`.
  bool PutCall(std::string_view word) {
    constexpr std::string_view kSet = "opset";
    if (!word.starts_with(kSet) || word.size() == kSet.size() ||
        !std::all_of(word.begin() + kSet.size(), word.end(), IsDigit) ||
        !text_.substr(at_).starts_with("::"))
      return false;
    at_ += 2;
    const size_t start = at_;
    while (at_ < text_.size() && IsWordChar(text_[at_])) ++at_;
    out_ += text_.substr(start, at_ - start);
    const size_t open = text_.find(" (", at_);
    if (open == std::string_view::npos) return true;
    // A quote in between: the operator stands alone, the bracket belongs to something else.
    if (text_.substr(at_, open - at_).find('\'') != std::string_view::npos) return true;
    at_ = Closing(open + 1, '(', ')');
    constexpr std::string_view kGives = " -> (";
    if (text_.substr(at_).starts_with(kGives)) at_ = Closing(at_ + kGives.size() - 1, '(', ')');
    return true;
  }

  void SkipLineNumber() {
    size_t end = at_;
    while (end < text_.size() && (text_[end] == ':' || std::isdigit(text_[end]) != 0)) ++end;
    // A colon that ends the place stays out, too.
    at_ = end;
  }

  // "void ns::Function(int) const [with …]" behind a place.
  void SkipFunction() {
    const size_t open = text_.find('(', at_);
    if (open == std::string_view::npos) return;
    const std::string_view head = text_.substr(at_, open - at_);
    // A sentence has a full stop or quotes before its first bracket; a function has a name with a
    // scope.
    if (head.find("::") == std::string_view::npos || head.find(". ") != std::string_view::npos ||
        head.find('\'') != std::string_view::npos)
      return;
    at_ = Closing(open, '(', ')');
    if (text_.substr(at_).starts_with(" const")) at_ += 6;
  }

  // Behind the bracket that closes the one at `open`.
  size_t Closing(size_t open, char opening, char closing) const {
    int depth = 0;
    for (size_t i = open; i < text_.size(); ++i) {
      depth += text_[i] == opening ? 1 : text_[i] == closing ? -1 : 0;
      if (depth == 0) return i + 1;
    }
    return text_.size();
  }

  std::string Shortened() const {
    std::string out;
    for (const char c : out_)
      if (c != ' ' || (!out.empty() && out.back() != ' ')) out += c;
    while (!out.empty() && out.back() == ' ') out.pop_back();
    if (out.size() <= 2 * kEnd) return out;
    return out.substr(0, kEnd) + " ... " + out.substr(out.size() - kEnd);
  }

  const std::string_view text_;
  size_t at_ = 0;
  std::string out_;
};

// What ONNX Runtime puts before the words of a kernel or of an optimiser: which node, whether a
// constant was folded or an input computed, graph in graph. The innermost message counts.
std::string_view Innermost(std::string_view message) {
  for (const std::string_view preamble : {"Status Message: ", "Exception during initialization: "})
    if (const size_t last = message.rfind(preamble); last != std::string_view::npos)
      message = message.substr(last + preamble.size());
  return message;
}

// The C library's words for a damaged heap. Which of its checks meets the damage is chance.
bool SaysDamagedHeap(std::string_view message) {
  constexpr std::string_view kAbort = "the process ended: abort: ";
  if (!message.starts_with(kAbort)) return false;
  message.remove_prefix(kAbort.size());
  constexpr std::array<std::string_view, 8> kChecks = {
      "malloc(): ", "malloc_consolidate(): ", "free(): ",         "realloc(): ", "double free or ",
      "corrupted ", "munmap_chunk",           "invalid next size"};
  return std::ranges::any_of(kChecks,
                             [&](std::string_view check) { return message.starts_with(check); });
}

// Whether a line of OpenVINO only says where: what is the matter stands in the next.
bool IsPlace(std::string_view line) {
  return line.ends_with(':') && (line.starts_with("-- ") || line.starts_with("While validating ") ||
                                 line.find("' failed at ") != std::string_view::npos);
}

// The first line, with those that it announces.
std::string Told(std::string_view message) {
  std::string out;
  while (true) {
    const size_t end = message.find('\n');
    const std::string_view line = message.substr(0, end);
    out += line;
    if (end == std::string_view::npos || !IsPlace(line)) return out;
    message.remove_prefix(end + 1);
    out += ' ';
  }
}

// The word between the last `before` and what stands behind it, which must be `after`.
std::string Between(std::string_view text, std::string_view before, std::string_view after) {
  const size_t at = text.rfind(before);
  if (at == std::string_view::npos) return "";
  text.remove_prefix(at + before.size());
  const auto end = std::ranges::find_if_not(
      text, [](char c) { return IsLetterOrDigit(c) || c == '_' || c == '.'; });
  const auto size = static_cast<size_t>(end - text.begin());
  return text.substr(size).starts_with(after) ? std::string(text.substr(0, size)) : "";
}

}  // namespace

std::string OperatorBlamed(std::string_view message) {
  std::string out = Between(message, "while running ", " node");
  return out.empty() ? Between(message, "of operator (", ") in node") : out;
}

bool SaysOtherShape(std::string_view message) {
  return message.find("mismatch attempting to re-use buffer") != std::string_view::npos;
}

std::string NormalizedMessage(std::string_view message) {
  if (SaysDamagedHeap(message)) return "the process ended: abort: damaged heap";
  const std::string told = Told(message);
  return Normalizer(Innermost(told)).Run();
}

}  // namespace assay::triage
