#include "llm/ledger_view.h"

#include <filesystem>
#include <nlohmann/json.hpp>

#include "store/read_rows.h"

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
  // Templates set programs between lines of their own.
  const size_t last = text.find_last_not_of(" \n");
  if (!IsThere(path) || last == std::string::npos) return std::vector<Exchange>();
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
  return store::ReadRows<Exchange>(*database, select, [&](Exchange& one) {
    store::ReadColumns(select, one.time, one.pipeline, one.name, one.provider, one.model,
                       one.request, one.answer, one.finish, one.prompt_tokens,
                       one.completion_tokens, one.cost, one.seconds);
  });
}

Result<std::vector<Usage>> UsageIn(const std::string& path, const std::string& pipeline) {
  if (!IsThere(path)) return std::vector<Usage>();
  ASSAY_ASSIGN(const auto database, store::Database::OpenForReading(path));
  ASSAY_ASSIGN(
      store::Statement select,
      database->Prepare("SELECT pipeline, provider, model, answers, cached, failed, retries, "
                        "repairs, unpriced, prompt_tokens, completion_tokens, cost, seconds FROM "
                        "usage WHERE ?1 = '' OR pipeline = ?1 ORDER BY pipeline, provider, model"));
  select.Bind(pipeline);
  return store::ReadRows<Usage>(*database, select, [&](Usage& one) {
    store::ReadColumns(select, one.pipeline, one.provider, one.model, one.answers, one.cached,
                       one.failed, one.retries, one.repairs, one.unpriced, one.prompt_tokens,
                       one.completion_tokens, one.cost, one.seconds);
  });
}

}  // namespace assay::llm
