#include "study/issues/label.h"

#include <cctype>
#include <map>

#include "base/strings.h"

namespace assay::study {
namespace {

constexpr PhrasesDef kPhrases[] = {
#define PHRASES(type, points, phrases) {type, points, phrases},
#include "study/issues/phrases.def"
#undef PHRASES
};

constexpr int kInTitle = 3;          // times as much as in the body
constexpr size_t kBodyRead = 20000;  // characters: what follows is logs

bool InWord(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

}  // namespace

std::span<const PhrasesDef> AllPhrases() { return kPhrases; }

bool Occurs(std::string_view text, std::string_view phrase) {
  for (size_t at = text.find(phrase); at != std::string_view::npos;
       at = text.find(phrase, at + 1)) {
    const size_t end = at + phrase.size();
    const bool starts = at == 0 || !InWord(text[at - 1]);
    const bool ends = end == text.size() || !InWord(text[end]);
    if (starts && ends) return true;
  }
  return false;
}

Labelled LabelByRule(const Issue& issue) {
  const std::string title = Lower(issue.title);
  const std::string body = Lower(std::string_view(issue.body).substr(0, kBodyRead));
  std::map<std::string_view, Labelled> found;
  Labelled best{"-", 0, {}};
  for (const PhrasesDef& def : kPhrases)
    for (const std::string& phrase : Split(def.phrases, ';')) {
      const int times = (Occurs(title, phrase) ? kInTitle : 0) + (Occurs(body, phrase) ? 1 : 0);
      if (times == 0) continue;
      Labelled& type = found[def.type];
      type.points += times * def.points;
      type.because.push_back(phrase);
    }
  for (const PhrasesDef& def : kPhrases) {
    const auto it = found.find(def.type);
    if (it == found.end() || it->second.points <= best.points) continue;
    best = it->second;
    best.type = def.type;
  }
  return best;
}

Agreement CohensKappa(const std::vector<std::pair<std::string, std::string>>& labels) {
  Agreement out;
  out.items = labels.size();
  if (labels.empty()) return out;
  std::map<std::string, std::pair<double, double>> shares;
  const double each = 1 / static_cast<double>(labels.size());
  for (const auto& [first, second] : labels) {
    out.equal += first == second ? 1 : 0;
    shares[first].first += each;
    shares[second].second += each;
  }
  for (const auto& [label, share] : shares) out.expected += share.first * share.second;
  const double observed = static_cast<double>(out.equal) * each;
  out.kappa = out.equal == out.items ? 1 : (observed - out.expected) / (1 - out.expected);
  return out;
}

}  // namespace assay::study
