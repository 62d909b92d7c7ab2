#include "judge/model/prediction.h"

#include <re2/re2.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>

#include "base/strings.h"
#include "knowledge/text.h"

namespace assay::judge::model {
namespace {

using nlohmann::json;

constexpr int kLeastScore = 90;          // of each run, as in the paper
constexpr double kLeastShare = 2.0 / 3;  // of the runs: two of three; the paper names none

constexpr double kMostScore = 100;

std::string TextAt(const json& object, const char* key) {
  return object.contains(key) && object[key].is_string() ? object[key].get<std::string>() : "";
}

// Nothing where the status leaves no result.
Stated StatedIn(const json& answer, const std::string& status) {
  Stated out;
  if (status != "valid") return out;
  out.elements = TextAt(answer, "elements");
  const std::vector<std::string> known = PropertyNames();
  for (const json& one : answer.value("properties", json::array()))
    if (one.is_string() && std::ranges::find(known, one.get<std::string>()) != known.end())
      out.properties.push_back(one.get<std::string>());
  return out;
}

// What enough of the equal answers state.
Stated Common(const std::vector<const SampledAnswer*>& equal, size_t runs) {
  std::map<std::string, size_t> elements, properties;
  for (const SampledAnswer* sample : equal) {
    const Stated& stated = sample->prediction->stated;
    if (!stated.elements.empty()) ++elements[stated.elements];
    const std::set<std::string> each(stated.properties.begin(), stated.properties.end());
    for (const std::string& property : each) ++properties[property];
  }
  const auto enough = [&](size_t count) {
    return static_cast<double>(count) >= (kLeastShare - 1e-9) * static_cast<double>(runs);
  };
  Stated out;
  for (const auto& [text, count] : elements)
    if (enough(count)) out.elements = text;
  for (const auto& [name, count] : properties)
    if (enough(count)) out.properties.push_back(name);
  return out;
}

// A model that cannot tell has nothing to quote.
bool NeedsQuote(const Prediction& prediction) { return prediction.final_answer != "none"; }

}  // namespace

std::string NormalShape(const std::string& text) {
  static const RE2 kWritten(
      R"((?i)\s*(?:torch\.Size|TensorShape)?[\s([]*(\d+(?:\s*(?:,|x|×)\s*\d+)*)?[\s,)\]]*)");
  static const RE2 kNumber(R"((\d+))");
  if (text.find_first_of("0123456789([") == std::string::npos)
    return Lower(text) == "scalar" ? "[]" : "";
  if (!RE2::FullMatch(text, kWritten)) return "";
  std::vector<std::string> sizes;
  std::string size;
  re2::StringPiece rest(text);
  while (RE2::FindAndConsume(&rest, kNumber, &size)) sizes.push_back(size);
  return StrCat("[", Join(sizes, ", "), "]");
}

std::string NormalDtype(const std::string& text) {
  constexpr std::array<std::string_view, 15> kTypes = {
      "float16", "bfloat16", "float32", "float64", "int8", "int16",     "int32",     "int64",
      "uint8",   "uint16",   "uint32",  "uint64",  "bool", "complex64", "complex128"};
  std::string name = Lower(knowledge::LastPart(Trim(text)));
  std::erase_if(name, [](char c) { return c == '\'' || c == '"' || c == '>' || c == '`'; });
  // torch's short names; "int" and "float" mean different things in different frameworks.
  if (name == "long") name = "int64";
  if (name == "double") name = "float64";
  if (name == "half") name = "float16";
  return std::ranges::find(kTypes, name) == kTypes.end() ? "" : name;
}

std::string NormalException(const std::string& text) {
  const std::string name(knowledge::LastPart(Trim(text)));
  static const RE2 kName(R"([A-Z]\w*(?:Error|Exception|Warning|Interrupt|Iteration|Exit))");
  return RE2::FullMatch(name, kName) ? name : "";
}

Ending NormalEnding(Ending ending) {
  const bool valid = ending.status == "valid", raised = ending.status == "exception";
  ending.shape = valid ? NormalShape(ending.shape) : "";
  ending.dtype = valid ? NormalDtype(ending.dtype) : "";
  ending.exception = raised ? NormalException(ending.exception) : "";
  return ending;
}

std::vector<std::string> PropertyNames() {
  return {
#define PROPERTY(name, meaning) name,
#include "judge/model/properties.def"
#undef PROPERTY
  };
}

std::string Ending::Text() const {
  std::string out = status.empty() ? "unknown" : status;
  if (!exception.empty()) out += ", " + exception;
  if (!dtype.empty() || !shape.empty()) out += ",";
  if (!dtype.empty()) out += " " + dtype;
  if (!shape.empty()) out += " " + shape;
  return out;
}

std::string Prediction::AnswerText() const { return StrCat(result.Text(), " | ", final_answer); }

Result<Prediction> ReadPrediction(const json& answer) {
  if (!answer.is_object() || !answer.contains("result") || !answer["result"].is_object())
    return Invalid("the answer has no result; see prompts/judge-predict.schema.json");
  const json& result = answer["result"];
  Prediction out{.result = NormalEnding({TextAt(result, "status"), TextAt(result, "exception"),
                                         TextAt(result, "shape"), TextAt(result, "dtype")})};
  if (answer.contains("score") && answer["score"].is_number()) {
    // What is on no scale of 0 to 100 says nothing about how sure the model is.
    const double score = answer["score"].get<double>();
    if (score >= 0 && score <= kMostScore) out.score = static_cast<int>(score);
  }
  out.final_answer = TextAt(answer, "final_answer");
  out.explanation = TextAt(answer, "explanation");
  out.quote = TextAt(answer, "quote");
  out.stated = StatedIn(answer, out.result.status);
  return out;
}

Consensus Vote(const std::vector<SampledAnswer>& samples) {
  Consensus out{.runs = samples.size()};
  std::map<std::string, std::vector<const SampledAnswer*>> answers;
  for (const SampledAnswer& sample : samples) {
    std::string answer = "unknown";
    if (sample.prediction) {
      ++out.answered;
      const bool made_up = NeedsQuote(*sample.prediction) && sample.sentence.empty();
      const bool unsure = sample.prediction->score < kLeastScore;
      out.quote_rejected += made_up ? 1 : 0;
      out.low_score += unsure ? 1 : 0;
      if (!made_up && !unsure) answer = StrCat(sample.prediction->AnswerText(), " | ", sample.more);
    }
    answers[answer].push_back(&sample);
  }
  if (samples.empty()) return out;
  const auto best = std::ranges::max_element(
      answers, [](const auto& a, const auto& b) { return a.second.size() < b.second.size(); });
  out.confidence = static_cast<double>(best->second.size()) / static_cast<double>(samples.size());
  // A hair below the share, since two thirds are no binary fraction.
  if (best->first == "unknown" || out.confidence < kLeastShare - 1e-9) return out;
  out.answer = best->second.front()->prediction;
  out.sentence = best->second.front()->sentence;
  out.more = best->second.front()->more;
  out.stated = Common(best->second, samples.size());
  return out;
}

}  // namespace assay::judge::model
