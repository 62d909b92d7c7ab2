#include "judge/kept.h"

#include <algorithm>
#include <cstdio>

#include "base/hash.h"
#include "base/strings.h"
#include "judge/evidence.h"

namespace assay::judge {
namespace {

using nlohmann::json;

constexpr size_t kMostClaim = 512;  // bytes, also of what was seen

// Smaller is more telling: what accuses, what is worth a note, what holds, what says nothing.
int Rank(Verdict verdict) {
  if (IsNote(verdict)) return 1;
  if (IsDisagreement(verdict)) return 0;
  return verdict == Verdict::kHolds ? 2 : 3;
}

// Oracles as they were tried, the most telling program of each first.
std::vector<const KeptProgram*> InOrder(const KeptPrograms& kept) {
  std::map<std::string, size_t> tried;
  std::vector<const KeptProgram*> out;
  for (const KeptProgram& one : kept.programs) {
    tried.emplace(one.trial.oracle, tried.size());
    out.push_back(&one);
  }
  std::ranges::stable_sort(out, [&](const KeptProgram* a, const KeptProgram* b) {
    return std::pair(tried[a->trial.oracle], Rank(a->verdict)) <
           std::pair(tried[b->trial.oracle], Rank(b->verdict));
  });
  return out;
}

// Every text once.
class Texts {
 public:
  // Its place, whether it was there or not.
  size_t Add(const std::string& text) {
    const auto [found, is_new] = places_.emplace(text, list_.size());
    if (is_new) {
      list_.push_back(text);
      bytes_ += text.size();
    }
    return found->second;
  }
  bool Fits(const std::string& text) const {
    return places_.contains(text) || bytes_ + text.size() <= kMostPrograms;
  }
  json Take() { return std::move(list_); }

 private:
  std::map<std::string, size_t> places_;
  json list_ = json::array();
  size_t bytes_ = 0;
};

json ProgramJson(const KeptProgram& one, const CutProgram& cut, size_t text) {
  json out = {{"oracle", one.trial.oracle},
              {"parameter", one.trial.parameter},
              {"verdict", VerdictName(one.verdict)},
              {"status", one.status},
              {"message", Shortened(one.message, kMostClaim)},
              {"claim", Shortened(one.trial.claim, kMostClaim)},
              {"sentence", Shortened(one.trial.sentence, kMostSentence)},
              {"place", one.place},
              {"source", one.source},
              {"claim_line", cut.claim_line},
              {"bytes", one.trial.program.size()},
              {"text", text}};
  return out;
}

}  // namespace

void KeepProgram(const knowledge::ApiDoc& doc, const Trial& trial, const Judged& judged,
                 program::ProgramStatus status, const std::string& source, KeptPrograms& kept) {
  KeptProgram one{.trial = trial,
                  .api = doc.name,
                  .framework = doc.framework,
                  .verdict = judged.verdict,
                  .status = std::string(ProgramStatusName(status)),
                  .message = judged.message,
                  .place = "",
                  .source = source};
  const auto same = std::ranges::find_if(kept.programs, [&](const KeptProgram& other) {
    return other.trial.oracle == trial.oracle && other.verdict == judged.verdict;
  });
  const auto whole = [](const KeptProgram& p) { return p.trial.program.size() <= kMostProgram; };
  if (same != kept.programs.end() && (whole(*same) || !whole(one))) return;
  one.place = PlaceOf(doc, trial.sentence, trial.parameter);
  if (same != kept.programs.end())
    *same = std::move(one);
  else
    kept.programs.push_back(std::move(one));
}

void KeepDocumentation(const knowledge::ApiDoc& doc, KeptPrograms& kept) {
  std::vector<std::string> sentences;
  for (const KeptProgram& one : kept.programs)
    if (one.api == doc.name && !one.place.empty()) sentences.push_back(one.trial.sentence);
  kept.version = doc.version;
  kept.documentation = ExcerptOf(doc, sentences, kMostDocumentation);
  kept.documentation_source = doc.source;
}

CutProgram Cut(const std::string& program, int claim_line, size_t most) {
  const auto lines = static_cast<int>(std::ranges::count(program, '\n')) + 1;
  const int claim = claim_line > 0 && claim_line <= lines ? claim_line : 0;
  if (program.size() <= most) return {program, claim};
  size_t begin = program.size() - most;
  const size_t line = program.find('\n', begin);
  if (line != std::string::npos && line + 1 < program.size())
    begin = line + 1;
  else  // one line is as long as all that may be kept
    while (begin < program.size() && (program[begin] & 0xC0) == 0x80) ++begin;
  const auto end = program.begin() + static_cast<std::ptrdiff_t>(begin);
  const auto dropped = static_cast<int>(std::count(program.begin(), end, '\n'));
  return {StrCat("# … the first ", begin, " bytes of this program are not kept\n",
                 program.substr(begin)),
          claim > dropped ? claim - dropped + 1 : 0};
}

json KeptJson(const std::string& api, const std::string& framework, const KeptPrograms& kept,
              const std::map<std::string, std::string>& findings) {
  const std::vector<const KeptProgram*> order = InOrder(kept);
  const auto is_first = [&](size_t i) {
    return i == 0 || order[i]->trial.oracle != order[i - 1]->trial.oracle;
  };
  std::vector<CutProgram> cut;
  Texts texts;
  for (size_t i = 0; i < order.size(); ++i) {
    const Trial& trial = order[i]->trial;
    cut.push_back(Cut(trial.program, trial.claim_line, kMostProgram));
    if (is_first(i)) texts.Add(cut.back().text);
  }
  json programs = json::array();
  for (size_t i = 0; i < order.size(); ++i) {
    if (!is_first(i) && !texts.Fits(cut[i].text)) continue;
    json one = ProgramJson(*order[i], cut[i], texts.Add(cut[i].text));
    if (order[i]->framework != framework || order[i]->api != api) {
      one["api"] = order[i]->api;
      one["framework"] = order[i]->framework;
    }
    if (const auto found = findings.find(order[i]->trial.program); found != findings.end())
      one["finding"] = found->second;
    programs.push_back(std::move(one));
  }
  const size_t left_out = order.size() - programs.size();
  return {{"api", api},
          {"framework", framework},
          {"version", kept.version},
          {"documentation", kept.documentation},
          {"source", kept.documentation_source},
          {"programs", std::move(programs)},
          {"texts", texts.Take()},
          {"left_out", left_out}};
}

std::string KeptKind(const std::string& api, const std::string& dumped) {
  char hash[24];
  std::snprintf(hash, sizeof hash, "%016llx", static_cast<unsigned long long>(HashBytes(dumped)));
  return StrCat("judge programs ", api, " ", hash);
}

}  // namespace assay::judge
