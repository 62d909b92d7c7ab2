#include "graph/text_lexer.h"

#include <algorithm>

#include "base/strings.h"
#include "graph/text_spelling.h"

namespace assay {
namespace {

bool IsDigit(char c) { return c >= '0' && c <= '9'; }

// What an error message shows of a token: long strings are cut.
std::string Shown(const Token& token) {
  constexpr size_t kMaxShown = 40;
  if (token.kind == Token::Kind::kEnd) return "the end of the text";
  if (token.kind == Token::Kind::kString && token.text.size() <= kMaxShown)
    return std::string(token.text);
  if (token.text.size() <= kMaxShown) return StrCat("'", token.text, "'");
  return StrCat("'", token.text.substr(0, kMaxShown), "…'");
}

}  // namespace

TokenStream::TokenStream(std::string_view text) : text_(text) {
  current_ = Lex();
  next_ = Lex();
}

Token TokenStream::Take() {
  const Token taken = current_;
  current_ = next_;
  next_ = Lex();
  return taken;
}

bool TokenStream::Is(std::string_view text, int ahead) const {
  const Token& token = Peek(ahead);
  return (token.kind == Token::Kind::kWord || token.kind == Token::Kind::kPunct) &&
         token.text == text;
}

bool TokenStream::IsName() const {
  if (current_.kind == Token::Kind::kString) return true;
  return current_.kind == Token::Kind::kWord && current_.text[0] != '-';
}

bool TokenStream::Accept(std::string_view text) {
  if (!Is(text)) return false;
  Take();
  return true;
}

Status TokenStream::Expect(std::string_view text, std::string_view where) {
  if (!Accept(text)) return Expected(StrCat("'", text, "' ", where));
  return {};
}

Result<std::string> TokenStream::TakeName(std::string_view what) {
  if (!IsName()) return Expected(what);
  if (current_.kind == Token::Kind::kString) return TakeString(what);
  return std::string(Take().text);
}

Result<std::string> TokenStream::TakeString(std::string_view what) {
  if (current_.kind != Token::Kind::kString) return Expected(what);
  std::optional<std::string> content = UnquoteText(current_.text);
  if (!content)
    return FailAt(current_,
                  "a string holds an unknown escape; known are \\\\ \\\" \\n \\r \\t \\xHH");
  Take();
  return std::move(*content);
}

Error TokenStream::Expected(std::string_view what) const {
  if (current_.kind == Token::Kind::kBad) return FailAt(current_, current_.problem);
  return FailAt(current_, StrCat("expected ", what, ", found ", Shown(current_)));
}

Error TokenStream::FailAt(const Token& where, std::string_view message) const {
  const size_t offset = where.kind == Token::Kind::kEnd
                            ? text_.size()
                            : static_cast<size_t>(where.text.data() - text_.data());
  const std::string_view before = text_.substr(0, offset);
  const auto line = std::count(before.begin(), before.end(), '\n') + 1;
  const size_t line_start = before.rfind('\n') + 1;  // npos + 1 == 0
  return Invalid(StrCat("line ", line, ", column ", offset - line_start + 1, ": ", message));
}

void TokenStream::SkipBlanks() {
  while (at_ < text_.size()) {
    const char c = text_[at_];
    if (c == '#')
      at_ = std::min(text_.find('\n', at_), text_.size());
    else if (c == ' ' || c == '\t' || c == '\n' || c == '\r')
      ++at_;
    else
      return;
  }
}

Token TokenStream::Make(Token::Kind kind, size_t end) {
  const Token token{kind, text_.substr(at_, end - at_)};
  at_ = end;
  return token;
}

Token TokenStream::Bad(size_t end, const char* problem) {
  Token token = Make(Token::Kind::kBad, end);
  token.problem = problem;
  at_ = text_.size();  // nothing after it can be trusted
  return token;
}

Token TokenStream::LexString() {
  for (size_t end = at_ + 1; end < text_.size(); ++end) {
    if (text_[end] == '"') return Make(Token::Kind::kString, end + 1);
    if (text_[end] == '\\') ++end;
    if (end < text_.size() && text_[end] == '\n') break;
  }
  return Bad(at_ + 1, "a string is not closed on its line (write \\n for a line break)");
}

// [-]digits[.digits][e[+-]digits], or 0x and hexadecimal digits.
Token TokenStream::LexNumber() {
  size_t end = at_ + (text_[at_] == '-' || text_[at_] == '+' ? 1 : 0);
  const auto digits = [&] {
    while (end < text_.size() && IsDigit(text_[end])) ++end;
  };
  const auto at = [&](size_t i) { return i < text_.size() ? text_[i] : '\0'; };
  if (at(end) == '0' && at(end + 1) == 'x') {
    ++end;
    while (IsWordPart(at(end)) && at(end) != '.') ++end;
    return Make(Token::Kind::kNumber, end);
  }
  digits();
  if (at(end) == '.') {
    ++end;
    digits();
  }
  if (at(end) == 'e' || at(end) == 'E') {
    ++end;
    if (at(end) == '-' || at(end) == '+') ++end;
    if (!IsDigit(at(end))) return Bad(end, "a number has an exponent without digits");
    digits();
  }
  if (IsWordPart(at(end)))
    return Bad(end + 1, "a number is followed by a letter (quote names that start with a digit)");
  return Make(Token::Kind::kNumber, end);
}

Token TokenStream::Lex() {
  SkipBlanks();
  if (at_ == text_.size()) return {};
  const char c = text_[at_];
  const char after = at_ + 1 < text_.size() ? text_[at_ + 1] : '\0';
  const bool sign = c == '-' || c == '+';
  if (c == '"') return LexString();
  if (IsDigit(c) || (sign && IsDigit(after))) return LexNumber();
  if (IsWordStart(c) || (c == '-' && IsWordStart(after))) {
    size_t end = at_ + 1;
    while (end < text_.size() && IsWordPart(text_[end])) ++end;
    return Make(Token::Kind::kWord, end);
  }
  for (const std::string_view longer : {"...", "->", "::"})
    if (text_.substr(at_).starts_with(longer))
      return Make(Token::Kind::kPunct, at_ + longer.size());
  constexpr std::string_view kSingles = "()[]{}<>=,:?@";
  if (kSingles.find(c) != std::string_view::npos) return Make(Token::Kind::kPunct, at_ + 1);
  return Bad(at_ + 1,
             "this character has no meaning here (names with special characters need quotes)");
}

}  // namespace assay
