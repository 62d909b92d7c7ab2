#include "triage/symptom.h"

#include <cctype>
#include <cmath>
#include <cstdio>

#include "base/hash.h"
#include "base/strings.h"

namespace assay::triage {
namespace {

constexpr size_t kMessageLength = 160;

bool IsWordChar(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '/' || c == '.' ||
         c == '-';
}

// The word with what looks made up taken out: anything with a digit or a slash in it.
void AppendWord(std::string_view word, std::string& out) {
  const bool made_up = word.find_first_of("0123456789/") != std::string_view::npos;
  if (!made_up)
    out += word;
  else if (out.empty() || out.back() != '#')
    out += '#';
}

// The operator that makes the output which is wrong.
std::string ProducerOfWrong(const oracle::TargetResult& result, const Graph& graph) {
  for (const oracle::Judgement& output : result.outputs) {
    if (output.verdict != oracle::Verdict::kWrong) continue;
    for (const NodePtr& node : graph.nodes())
      for (const ValueId id : node->outputs)
        if (id != kAbsent && graph.name_of(id) == output.name) return node->op;
  }
  return "?";
}

// Outside by this many times what is admitted is no matter of rounding.
constexpr double kGross = 16;

bool FarOutside(const oracle::Judgement& output) {
  return output.other_type || !output.has_worst || !std::isfinite(output.excess) ||
         output.excess > kGross * std::fabs(output.bound);
}

}  // namespace

std::string NormalizedMessage(std::string_view message) {
  message = message.substr(0, message.find('\n'));
  std::string out;
  for (size_t i = 0; i < message.size() && out.size() < kMessageLength;) {
    const char quote = message[i];
    const size_t close =
        quote == '\'' || quote == '"' ? message.find(quote, i + 1) : std::string_view::npos;
    if (close != std::string_view::npos) {
      out += "''";
      i = close + 1;
    } else if (IsWordChar(message[i])) {
      size_t end = i;
      while (end < message.size() && IsWordChar(message[end])) ++end;
      AppendWord(message.substr(i, end - i), out);
      i = end;
    } else {
      out += message[i++];
    }
  }
  return out;
}

Symptom SymptomOf(const oracle::TargetResult& result, const Graph& graph,
                  const std::string& framework) {
  Symptom out;
  out.framework = framework;
  out.oracle = result.oracle;
  if (result.status != oracle::CaseStatus::kWrong) {
    out.stage = result.stage;
    out.message = NormalizedMessage(result.message);
    return out;
  }
  if (!result.faults.empty()) {
    out.op = result.faults.front().op;
    out.gross = result.faults.front().gross;
  } else {
    out.ahead = ProducerOfWrong(result, graph);
  }
  for (const oracle::Judgement& output : result.outputs)
    if (output.verdict == oracle::Verdict::kWrong) out.gross = out.gross || FarOutside(output);
  return out;
}

bool SameFailure(const Symptom& wanted, const Symptom& seen) {
  return wanted.framework == seen.framework && wanted.oracle == seen.oracle &&
         wanted.stage == seen.stage && wanted.message == seen.message && wanted.op == seen.op &&
         (seen.gross || !wanted.gross);
}

std::string Signature(const oracle::TargetResult& result, const Graph& graph) {
  const Symptom symptom = SymptomOf(result, graph, "");
  std::string cause = symptom.message;
  if (!symptom.op.empty())
    cause = StrCat("layer ", symptom.op);
  else if (!symptom.ahead.empty())
    cause = StrCat("as a whole, output of ", symptom.ahead);
  return StrCat(result.name, " | ", result.oracle, " | ", symptom.stage, " | ", cause);
}

std::string FindingId(const std::string& signature) {
  char text[16];
  std::snprintf(text, sizeof text, "f%012llx",
                static_cast<unsigned long long>(HashBytes(signature) >> 16));
  return text;
}

}  // namespace assay::triage
