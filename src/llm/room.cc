#include "llm/room.h"

#include <algorithm>

#include "base/strings.h"

namespace assay::llm {
namespace {

// Code and documentation take three to four bytes a token.
constexpr int64_t kBytesPerToken = 3;
// What servers put around messages.
constexpr int64_t kAround = 64;
constexpr int64_t kMostAnswer = 8192, kAnswerPart = 8;

}  // namespace

int64_t AnswerTokens(int64_t context, int64_t least) {
  return std::max(least, std::min(context / kAnswerPart, kMostAnswer));
}

Room::Room(int64_t context, int64_t answer_tokens, size_t taken) {
  const int64_t bytes =
      (context - answer_tokens - kAround) * kBytesPerToken - static_cast<int64_t>(taken);
  bytes_ = static_cast<size_t>(std::max<int64_t>(bytes, 0));
}

bool Room::Take(const std::string& text, const std::string& name) {
  if (text.size() > bytes_) {
    left_out_.push_back(name);
    return false;
  }
  bytes_ -= text.size();
  return true;
}

std::string Room::Sentences(const std::vector<std::string>& sentences, size_t most,
                            const std::string& name) {
  std::string out;
  size_t taken = 0;
  for (const std::string& sentence : sentences) {
    const size_t size = out.size() + sentence.size() + (out.empty() ? 0 : 1);
    if (size > std::min(most, bytes_)) break;
    out += StrCat(out.empty() ? "" : " ", sentence);
    ++taken;
  }
  bytes_ -= out.size();
  if (taken < sentences.size())
    left_out_.push_back(
        StrCat(name, ": ", sentences.size() - taken, " of ", sentences.size(), " sentences"));
  return out;
}

}  // namespace assay::llm
