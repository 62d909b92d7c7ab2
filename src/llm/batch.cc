#include "llm/batch.h"

#include <map>

#include "base/json.h"
#include "base/strings.h"
#include "llm/chat.h"
#include "llm/ledger.h"
#include "llm/prompt.h"
#include "llm/schema.h"

namespace assay::llm {
namespace {

using Json = nlohmann::json;
constexpr size_t kShownLength = 200;

LineProblem Problem(const char* kind, std::string message) {
  return {0, kind, "", std::move(message)};
}

std::string Dumped(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

bool IsSet(const Json& line, const char* key) { return line.contains(key) && !line[key].is_null(); }

// The completion of one line; an error says why there is none.
Result<Answer> AnswerOf(const Json& line) {
  if (IsSet(line, "error"))
    return Reject("the batch reports an error: " + Dumped(line["error"]).substr(0, kShownLength));
  if (IsSet(line, "answer")) {
    Answer out;
    if (!line["answer"].is_string()) return Invalid("answer is not a text");
    out.text = line["answer"].get<std::string>();
    out.estimated = !ReadUsage(line.value("usage", Json()), out);
    if (line.contains("model") && line["model"].is_string())
      out.model = line["model"].get<std::string>();
    return out;
  }
  if (!IsSet(line, "response") || !line["response"].is_object())
    return Invalid("holds neither response nor answer");
  const Json& response = line["response"];
  const bool failed = response.contains("status_code") && response["status_code"] != Json(200);
  const Json& body = IsSet(response, "body") ? response["body"] : response;
  if (failed)
    return Reject(StrCat("the batch reports status ", Dumped(response["status_code"]), ": ",
                         Dumped(body).substr(0, kShownLength)));
  auto answer = ReadCompletion(body);
  if (!answer.ok()) return Invalid("the response " + answer.error().message);
  return answer;
}

// Takes one line at a time; remembers which came before.
class Importer {
 public:
  Importer(const Config& config, Ledger& ledger) : config_(config), ledger_(ledger) {}

  // True: imported. False: `problem` says why not.
  Result<bool> Take(const std::string& text, size_t number, LineProblem& problem) {
    const Json line = ParseJson(text);
    problem = Problem("malformed", text.find('\0') == std::string::npos
                                       ? "is not a JSON object; was the line cut?"
                                       : "is not UTF-8; was the file written as UTF-16?");
    if (!line.is_object()) return false;
    problem = Problem("malformed", "lacks custom_id");
    if (!line.contains("custom_id") || !line["custom_id"].is_string()) return false;
    const auto key = line["custom_id"].get<std::string>();
    ASSAY_ASSIGN(const bool taken, TakeFor(key, line, number, problem));
    problem.key = key;
    return taken;
  }

 private:
  Result<bool> TakeFor(const std::string& key, const Json& line, size_t number,
                       LineProblem& problem) {
    const auto [before, fresh] = seen_.emplace(key, number);
    problem = Problem("duplicate", StrCat("line ", before->second, " answers the same prompt"));
    if (!fresh) return false;
    ASSAY_ASSIGN(const std::optional<Queued> known, ledger_.Known(key));
    problem = Problem("unknown", StrCat("no prompt of ", ledger_.path(), " has this custom_id"));
    if (!known.has_value()) return false;
    ASSAY_ASSIGN(const std::optional<Answer> had, ledger_.Find(key, known->request));
    problem = Problem("answered", "this prompt has an answer already, which stays");
    if (had.has_value()) return false;
    Result<Answer> answer = AnswerOf(line);
    if (!answer.ok()) {
      const bool failed = answer.error().kind == ErrorKind::kRejected;
      problem = Problem(failed ? "failed" : "malformed", answer.error().message);
      seen_.erase(key);  // a better line may follow
      return false;
    }
    return Keep(*known, *answer, problem);
  }

  Result<bool> Keep(const Queued& known, Answer& answer, LineProblem& problem) {
    Prompt prompt = PromptOf(known.request);
    prompt.pipeline = known.pipeline;
    prompt.name = known.name;
    if (!prompt.schema.is_null()) {
      const auto value = ReadStructured(prompt.schema, answer.text);
      if (!value.ok()) {
        problem = Problem("misfit", value.error().message);
        seen_.erase(known.key);
        return false;
      }
    }
    if (answer.model.empty()) answer.model = prompt.model;
    if (answer.prompt_tokens == 0 && answer.completion_tokens == 0) answer.estimated = true;
    if (answer.estimated) {
      answer.prompt_tokens = EstimatedTokens(prompt);
      answer.completion_tokens = EstimatedTokens(answer.text);
    }
    Usage used{.pipeline = known.pipeline, .provider = "file", .model = prompt.model};
    AddAnswer(answer, config_.prices, used);
    ASSAY_RETURN_IF_ERROR(ledger_.Record(prompt, known.key, known.request, answer, used));
    return true;
  }

  const Config& config_;
  Ledger& ledger_;
  std::map<std::string, size_t> seen_;
};

}  // namespace

std::string BatchLines(const std::vector<Queued>& prompts) {
  std::string out;
  for (const Queued& queued : prompts)
    out += nlohmann::ordered_json{{"custom_id", queued.key},
                                  {"method", "POST"},
                                  {"url", "/v1/chat/completions"},
                                  {"body", ChatBody(PromptOf(queued.request), {})}}
               .dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace) +
           "\n";
  return out;
}

Result<ImportReport> ImportBatch(const std::string& text, const Config& config, Ledger& ledger) {
  ImportReport out;
  Importer importer(config, ledger);
  size_t number = 0;
  for (std::string& line : Split(text, '\n')) {
    ++number;
    if (line.ends_with('\r')) line.pop_back();
    if (line.find_first_not_of(" \t") == std::string::npos) continue;
    ++out.lines;
    LineProblem problem;
    ASSAY_ASSIGN(const bool taken, importer.Take(line, number, problem));
    problem.line = number;
    if (taken)
      ++out.imported;
    else
      out.problems.push_back(std::move(problem));
  }
  ASSAY_ASSIGN(out.missing, ledger.Waiting(""));
  return out;
}

}  // namespace assay::llm
