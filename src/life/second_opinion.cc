#include "life/second_opinion.h"

#include <algorithm>
#include <array>

#include "oracle/check.h"
#include "oracle/truth.h"
#include "triage/case_bytes.h"

namespace assay::life {
namespace {

using Says = Opinion::Says;

constexpr std::array kJudges = {"onnx",     "onnxruntime:opt=off", "torch:eager",
                                "openvino", "tensorflow:eager",    "jax:eager"};

std::string_view SaysName(Says says) {
  switch (says) {
    case Says::kAgrees:
      return "agrees";
    case Says::kContradicts:
      return "contradicts";
    case Says::kNothing:
      return "nothing";
  }
  return "";
}

bool AnySays(const std::vector<Opinion>& opinions, Says says) {
  return std::ranges::any_of(opinions, [&](const Opinion& one) { return one.says == says; });
}

Opinion OpinionOf(const oracle::TargetResult& result, const lab::Target& judge) {
  Opinion out{judge.name, judge.version, Says::kNothing, result.message};
  if (result.status == oracle::CaseStatus::kOk)
    return {judge.name, judge.version, Says::kAgrees, ""};
  if (result.status == oracle::CaseStatus::kWrong) out.says = Says::kContradicts;
  return out;
}

}  // namespace

bool SecondOpinion::disputed() const {
  return AnySays(opinions, Says::kContradicts) && !AnySays(opinions, Says::kAgrees);
}

nlohmann::json SecondOpinion::Json() const {
  nlohmann::json judges = nlohmann::json::array();
  for (const Opinion& one : opinions)
    judges.push_back({{"target", one.judge},
                      {"version", one.version},
                      {"says", SaysName(one.says)},
                      {"message", one.message}});
  return {{"disputed", disputed()}, {"judges", std::move(judges)}};
}

bool NeedsSecondOpinion(const std::string& kind) {
  return kind == "wrong" || kind == "nan" || kind == "shape";
}

std::vector<lab::Target> JudgesOf(const lab::Target& accused, const lab::Registry& registry) {
  std::vector<lab::Target> out;
  for (const char* name : kJudges) {
    auto judge = registry.Find(name);
    if (judge.ok() && judge->ready && judge->framework != accused.framework)
      out.push_back(std::move(judge).value());
  }
  return out;
}

SecondOpinion AskJudges(const ModelCase& model_case, const std::vector<lab::Target>& judges,
                        lab::Lab& lab) {
  SecondOpinion out;
  const auto subject = triage::MakeSubject(model_case);
  if (!subject.ok()) return out;
  const auto truth = oracle::ComputeTruth(*subject, {.tier = Tier::kLenient, .strict_too = false});
  if (!truth.ok()) return out;
  oracle::CheckOptions options;
  options.layers_where_loose = options.confirm = options.rerun = options.measure_memory = false;
  for (const lab::Target& judge : judges) {
    out.opinions.push_back(
        OpinionOf(oracle::CheckTarget(*subject, *truth, judge, lab, options), judge));
    if (out.opinions.back().says == Says::kAgrees) break;
  }
  return out;
}

}  // namespace assay::life
