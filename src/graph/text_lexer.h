// Tokens of the text form.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "base/result.h"

namespace assay {

struct Token {
  enum class Kind { kEnd, kWord, kNumber, kString, kPunct, kBad };
  Kind kind = Kind::kEnd;
  std::string_view text;     // as written; of a string with its quotes
  const char* problem = "";  // kBad: what is wrong
};

// Reads tokens on demand, with two tokens of look-ahead. `text` must outlive it.
class TokenStream {
 public:
  explicit TokenStream(std::string_view text);

  const Token& Peek(int ahead = 0) const { return ahead == 0 ? current_ : next_; }
  Token Take();
  bool AtEnd() const { return current_.kind == Token::Kind::kEnd; }
  // True when the token is this word or punctuation (a quoted string never is).
  bool Is(std::string_view text, int ahead = 0) const;
  bool IsName() const;  // a word or a string
  bool Accept(std::string_view text);
  Status Expect(std::string_view text, std::string_view where);
  // A word as it stands or a string unquoted. `what` completes "expected …".
  Result<std::string> TakeName(std::string_view what);
  Result<std::string> TakeString(std::string_view what);

  // "line 1, column 5: expected <what>, found <the current token>"
  Error Expected(std::string_view what) const;
  Error FailAt(const Token& where, std::string_view message) const;

 private:
  Token Lex();
  Token LexString();
  Token LexNumber();
  Token Make(Token::Kind kind, size_t end);
  Token Bad(size_t end, const char* problem);
  void SkipBlanks();

  std::string_view text_;
  size_t at_ = 0;
  Token current_, next_;
};

}  // namespace assay
