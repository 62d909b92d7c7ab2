#include "llm/ledger_view.h"

#include <filesystem>
#include <nlohmann/json.hpp>

namespace assay::llm {
namespace {

bool IsThere(const std::string& path) {
  std::error_code failed;
  return !path.empty() && std::filesystem::is_regular_file(path, failed);
}

// As it stands within the JSON of a request, or of an answer that is JSON.
std::string Escaped(const std::string& text) {
  const std::string quoted =
      nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
  return quoted.substr(1, quoted.size() - 2);
}

}  // namespace

Result<std::vector<Exchange>> ExchangesAbout(const std::string& path, const std::string& pipeline,
                                             const std::string& text, int limit) {
  std::vector<Exchange> out;
  // Templates set programs between lines of their own.
  const size_t last = text.find_last_not_of(" \n");
  if (!IsThere(path) || last == std::string::npos) return out;
  const std::string plain = text.substr(0, last + 1), escaped = Escaped(plain);
  ASSAY_ASSIGN(const auto database, store::Database::OpenForReading(path));
  ASSAY_ASSIGN(
      store::Statement select,
      database->Prepare(
          "SELECT a.time, p.pipeline, p.name, a.provider, a.model, p.request, a.text, a.finish, "
          "a.prompt_tokens, a.completion_tokens, a.cost, a.seconds FROM prompts p JOIN answers a "
          "ON a.key = p.key WHERE p.pipeline = ? AND (instr(p.request, ?) > 0 OR "
          "instr(a.text, ?) > 0 OR instr(a.text, ?) > 0) ORDER BY p.id DESC LIMIT ?"));
  select.BindAll(pipeline, escaped, escaped, plain, limit);
  while (select.Step()) {
    Exchange one;
    for (std::string* member : {&one.time, &one.pipeline, &one.name, &one.provider, &one.model,
                                &one.request, &one.answer, &one.finish})
      *member = select.Text();
    one.prompt_tokens = select.Int();
    one.completion_tokens = select.Int();
    one.cost = select.Real();
    one.seconds = select.Real();
    out.push_back(std::move(one));
  }
  if (select.failed()) return database->Problem("cannot be read");
  return out;
}

Result<std::vector<Usage>> UsageIn(const std::string& path, const std::string& pipeline) {
  std::vector<Usage> out;
  if (!IsThere(path)) return out;
  ASSAY_ASSIGN(const auto database, store::Database::OpenForReading(path));
  ASSAY_ASSIGN(
      store::Statement select,
      database->Prepare("SELECT pipeline, provider, model, answers, cached, failed, retries, "
                        "repairs, unpriced, prompt_tokens, completion_tokens, cost, seconds FROM "
                        "usage WHERE ?1 = '' OR pipeline = ?1 ORDER BY pipeline, provider, model"));
  select.Bind(pipeline);
  while (select.Step()) {
    Usage one;
    for (std::string* member : {&one.pipeline, &one.provider, &one.model}) *member = select.Text();
    for (int64_t* member : {&one.answers, &one.cached, &one.failed, &one.retries, &one.repairs,
                            &one.unpriced, &one.prompt_tokens, &one.completion_tokens})
      *member = select.Int();
    one.cost = select.Real();
    one.seconds = select.Real();
    out.push_back(std::move(one));
  }
  if (select.failed()) return database->Problem("cannot be read");
  return out;
}

}  // namespace assay::llm
