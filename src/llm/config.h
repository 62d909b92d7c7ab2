// What the user has set about language models.
//
// From ~/.config/assay/llm.toml (or $ASSAY_LLM_CONFIG), then the environment (ASSAY_LLM,
// ASSAY_LLM_MODEL, ASSAY_LLM_LOCAL_MODEL, ASSAY_LLM_DB, OPENAI_BASE_URL), then flags. Keys come
// from the environment only, at the moment of a request: a configuration that holds one is refused.
#pragma once

#include <map>
#include <string>

#include "base/result.h"
#include "llm/room.h"

namespace assay::llm {

// Per million tokens, in whatever currency.
struct Price {
  double input = 0, output = 0;
};

struct ServerConfig {
  std::string base_url = "https://api.openai.com/v1";
  std::string model;
  std::string key_variable = "OPENAI_API_KEY";  // the environment variable that holds the key
  std::string schema = "auto";  // auto: sent unless the server objects; always; never
  double timeout_s = 120;
  int concurrency = 4;
  int requests_per_minute = 0;  // 0: no limit
  int tokens_per_minute = 0;
  int attempts = 6;
  double first_wait_s = 1;      // doubled by every further attempt
  double longest_wait_s = 300;  // a server that asks for more is not waited for
};

struct LocalConfig {
  std::string model = "auto";  // see LocateModel
  int context = 4096;          // tokens of prompt and answer together
  int threads = 0;             // 0: as many of two as are idle now, at least one
  double timeout_s = 900;      // one answer: a long one takes minutes on two cores
  double start_s = 180;
};

// Less holds no question.
inline constexpr int kLeastContext = 256;

struct Config {
  std::string path;  // of the file that was read, or ""
  std::string provider = "none";
  std::string db;
  std::string file_model = "any";  // named in batch files
  // Tokens that a model reads, where it is not one on this machine, which has its own figure.
  int64_t context = kUsualContext;
  ServerConfig openai;
  LocalConfig local;
  std::map<std::string, Price> prices;  // by model
};

Result<Config> LoadConfig();
// `text` as the file `path`, without the environment.
Result<Config> ParseConfig(const std::string& text, const std::string& path);

}  // namespace assay::llm
