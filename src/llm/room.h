// How much of a prompt a model can read, and which texts are left out whole where they do not fit.
//
// Nothing is ever cut inside a statement or a sentence: a program goes in as a whole or not at all,
// a documentation as whole sentences. What is left out is named, and the name is kept with the
// prompt (Prompt::left_out).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace assay::llm {

// Of models that do not say how much they read. What runs on this machine says so.
constexpr int64_t kUsualContext = 32768;

// Tokens that an answer may take where the template says `least`: an eighth of the context.
int64_t AnswerTokens(int64_t context, int64_t least);

class Room {
 public:
  // `taken`: bytes of the prompt that are always there.
  Room(int64_t context, int64_t answer_tokens, size_t taken = 0);

  size_t bytes() const { return bytes_; }
  // Whether `text` fits; then it is taken. Otherwise `name` is left out.
  bool Take(const std::string& text, const std::string& name);
  // The first of `sentences` that fit, but no more than `most` bytes, joined by blanks. `name` is
  // left out where any are missing.
  std::string Sentences(const std::vector<std::string>& sentences, size_t most,
                        const std::string& name);
  const std::vector<std::string>& left_out() const { return left_out_; }

 private:
  size_t bytes_;
  std::vector<std::string> left_out_;
};

}  // namespace assay::llm
