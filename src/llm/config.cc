#include "llm/config.h"

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <filesystem>

#include "base/files.h"
#include "base/folders.h"
#include "base/strings.h"
#include "base/table_reader.h"

namespace assay::llm {
namespace {

constexpr uint64_t kMaxBytes = 1 << 20;
constexpr const char* kKind = "the language-model configuration";

bool IsVariable(const std::string& name) {
  return !name.empty() && std::isdigit(static_cast<unsigned char>(name[0])) == 0 &&
         std::ranges::all_of(name, [](unsigned char c) {
           return std::isupper(c) != 0 || std::isdigit(c) != 0 || c == '_';
         });
}

Status ReadServer(const Toml& table, const std::string& path, ServerConfig& out) {
  if (!table) return {};
  for (const char* secret : {"api_key", "key", "token"})
    if (table[secret])
      return Invalid(StrCat(path, ": openai.", secret,
                            ": keys are not kept in files; put it into the environment variable "
                            "OPENAI_API_KEY (or name another with key_variable)"));
  TableReader in(table, "openai.", kKind);
  in.Value("base_url", out.base_url);
  in.Value("model", out.model);
  in.Value("key_variable", out.key_variable);
  in.Value("schema", out.schema);
  in.Value("timeout_s", out.timeout_s);
  in.Value("concurrency", out.concurrency);
  in.Value("requests_per_minute", out.requests_per_minute);
  in.Value("tokens_per_minute", out.tokens_per_minute);
  in.Value("attempts", out.attempts);
  in.Value("first_wait_s", out.first_wait_s);
  in.Value("longest_wait_s", out.longest_wait_s);
  ASSAY_RETURN_IF_ERROR(in.Done());
  // Not repeated: it may be the key itself.
  if (!IsVariable(out.key_variable))
    return Invalid(StrCat(path,
                          ": openai.key_variable: write the name of an environment variable, "
                          "such as OPENAI_API_KEY, not the key"));
  if (out.schema != "auto" && out.schema != "always" && out.schema != "never")
    return Invalid(StrCat(path, ": openai.schema: write auto, always or never"));
  if (out.concurrency < 1 || out.attempts < 1 || out.timeout_s <= 0)
    return Invalid(StrCat(path, ": openai: concurrency, attempts and timeout_s are at least 1"));
  return {};
}

Status ReadLocal(const Toml& table, const std::string& path, LocalConfig& out) {
  if (!table) return {};
  TableReader in(table, "local.", kKind);
  in.Value("model", out.model);
  in.Value("context", out.context);
  in.Value("threads", out.threads);
  in.Value("timeout_s", out.timeout_s);
  in.Value("start_s", out.start_s);
  ASSAY_RETURN_IF_ERROR(in.Done());
  if (out.context < 256 || out.threads < 0 || out.timeout_s <= 0 || out.start_s <= 0)
    return Invalid(StrCat(path,
                          ": local: context is at least 256, threads at least 0, timeout_s and "
                          "start_s more than 0"));
  return {};
}

Status ReadPrices(const Toml& table, Config& out) {
  for (const Toml& entry : table.entries()) {
    const std::string model = "prices." + entry.key();
    if (!entry.IsTable())
      return entry.Wrong(model + ": write { input = 1.0, output = 2.0 }, per million tokens");
    TableReader in(entry, model + ".", kKind);
    Price price;
    in.Value("input", price.input);
    in.Value("output", price.output);
    ASSAY_RETURN_IF_ERROR(in.Done());
    out.prices[entry.key()] = price;
  }
  return {};
}

void FromEnvironment(const char* name, std::string& out) {
  const char* value = std::getenv(name);
  if (value != nullptr && *value != '\0') out = value;
}

}  // namespace

Result<Config> ParseConfig(const std::string& text, const std::string& path) {
  ASSAY_ASSIGN(const Toml table, Toml::Parse(text, path));
  Config out{.path = path};
  TableReader in(table, "", kKind);
  in.Value("provider", out.provider);
  in.Value("db", out.db);
  in.Value("file_model", out.file_model);
  in.Value("context", out.context);
  const Toml& openai = in.Table("openai");
  const Toml& local = in.Table("local");
  const Toml& prices = in.Table("prices");
  ASSAY_RETURN_IF_ERROR(in.Done());
  if (out.context < kLeastContext)
    return Invalid(StrCat(path, ": context: at least ", kLeastContext, " tokens"));
  ASSAY_RETURN_IF_ERROR(ReadServer(openai, path, out.openai));
  ASSAY_RETURN_IF_ERROR(ReadLocal(local, path, out.local));
  ASSAY_RETURN_IF_ERROR(ReadPrices(prices, out));
  return out;
}

Result<Config> LoadConfig() {
  std::string path;
  FromEnvironment("ASSAY_LLM_CONFIG", path);
  const bool chosen = !path.empty();
  if (!chosen) path = ConfigFolder() + "/llm.toml";
  Config out;
  std::error_code ignored;
  if (chosen || std::filesystem::exists(path, ignored)) {
    ASSAY_ASSIGN(const std::string text, ReadFile(path, kMaxBytes));
    ASSAY_ASSIGN(out, ParseConfig(text, path));
  }
  FromEnvironment("ASSAY_LLM", out.provider);
  FromEnvironment("ASSAY_LLM_MODEL", out.openai.model);
  FromEnvironment("ASSAY_LLM_MODEL", out.file_model);
  FromEnvironment("ASSAY_LLM_LOCAL_MODEL", out.local.model);
  FromEnvironment("ASSAY_LLM_DB", out.db);
  FromEnvironment("OPENAI_BASE_URL", out.openai.base_url);
  while (out.openai.base_url.ends_with('/')) out.openai.base_url.pop_back();
  if (out.db.empty()) out.db = DataFolder() + "/llm.db";
  return out;
}

}  // namespace assay::llm
