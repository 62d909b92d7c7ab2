#include "llm/local_server.h"

#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <future>
#include <nlohmann/json.hpp>
#include <thread>
#include <vector>

#include "base/folders.h"
#include "base/hash.h"
#include "base/http.h"
#include "base/strings.h"
#include "lab/environments.h"
#include "lab/process.h"
#include "lab/registry.h"

namespace assay::llm {
namespace {

namespace fs = std::filesystem;

constexpr int kMostThreads = 2;       // of the automatic choice
constexpr size_t kKeptOutput = 4096;  // the end of what the server prints, for messages
constexpr int kPollMs = 200;
constexpr double kHealthSeconds = 10;

double Now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

// Threads that wait for each other on a busy machine are many times slower than one alone.
int IdleCores() {
  double load[1] = {0};
  if (getloadavg(load, 1) != 1) return 1;
  const double idle = static_cast<double>(std::thread::hardware_concurrency()) - load[0];
  return std::clamp(static_cast<int>(idle + 0.5), 1, kMostThreads);
}

lab::Command CommandFor(const std::string& model_path, const LocalConfig& config) {
  lab::Command out{.words = {LocalServer::Environment() + "/bin/python",
                             lab::HomeFolder() + "/workers/python/llm_server.py", model_path,
                             StrCat(config.context),
                             StrCat(config.threads > 0 ? config.threads : IdleCores())}};
  // Nothing of the user's environment: no keys, no proxies.
  out.variables = {{"PATH", "/usr/bin:/bin"}, {"LANG", "C.UTF-8"}, {"PYTHONUNBUFFERED", "1"}};
  out.folder = "/";
  return out;
}

constexpr std::array kModels = {
#define MODEL(name, file, bytes, sha256, environment) \
  ModelDef{name, file, bytes, sha256, environment},
#include "llm/models.def"
#undef MODEL
};
constexpr std::streamoff kEndBytes = 1 << 20;  // hashed at either end: names, sizes, last weights

Result<std::string> IdOf(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::string first(kEndBytes, '\0'), last(kEndBytes, '\0');
  file.read(first.data(), kEndBytes);
  if (!file && file.gcount() == 0) return Invalid(path + ": cannot be read");
  if (!first.starts_with("GGUF")) return Invalid(path + ": is not a GGUF file");
  file.clear();
  const auto size = static_cast<std::streamoff>(fs::file_size(path));
  file.seekg(std::max<std::streamoff>(0, size - kEndBytes));
  file.read(last.data(), kEndBytes);
  char hash[20];
  std::snprintf(hash, sizeof hash, "%016llx",
                static_cast<unsigned long long>(
                    HashCombine(HashBytes(first), HashBytes(last, static_cast<uint64_t>(size)))));
  return StrCat(fs::path(path).stem().string(), "-", hash);
}

Result<ModelFile> LocateFile(const std::string& path) {
  std::error_code failed;
  const std::string real = fs::canonical(path, failed);  // a link is called what it leads to
  if (failed || !fs::is_regular_file(real, failed))
    return Invalid(StrCat(path, ": there is no such model file"));
  ASSAY_ASSIGN(const std::string id, IdOf(real));
  return ModelFile{real, id};
}

// The hash was checked when the file was put there; its size shows that it is whole.
bool IsPulled(const ModelDef& model) {
  std::error_code failed;
  const uint64_t size = fs::file_size(ModelPath(model), failed);
  return !failed && size == model.bytes;
}

Result<ModelFile> LocateAny() {
  std::error_code failed;
  if (fs::is_symlink(OwnModelPath(), failed)) {
    if (fs::exists(OwnModelPath(), failed)) return LocateFile(OwnModelPath());
    return Invalid(
        StrCat(fs::read_symlink(OwnModelPath(), failed).string(),
               ": your own model no longer exists; choose another with: assay llm pull --gguf "
               "FILE, or go without with: rm ",
               OwnModelPath()));
  }
  for (auto model = kModels.rbegin(); model != kModels.rend(); ++model)
    if (IsPulled(*model)) return ModelFile{ModelPath(*model), std::string(model->file)};
  return Invalid(
      "no model is on this machine; fetch one with: assay llm pull (or use your own: assay llm "
      "pull --gguf FILE)");
}

}  // namespace

class LocalServer::Keeper {
 public:
  // Returns the server's address, once it has told it.
  Result<std::string> Start(const lab::Command& command, double start_s) {
    std::promise<Result<std::string>> told;
    auto address = told.get_future();
    thread_ = std::thread([this, command, start_s, &told] { Run(command, start_s, told); });
    return address.get();
  }
  ~Keeper() {
    stop_ = true;
    if (thread_.joinable()) thread_.join();
  }
  pid_t pid() const { return pid_; }

 private:
  void Run(const lab::Command& command, double start_s, std::promise<Result<std::string>>& told) {
    auto process = lab::Process::Start(command, {});
    if (!process.ok()) return told.set_value(process.error());
    pid_ = process->pid();
    auto address = AwaitAddress(*process, start_s);
    const bool up = address.ok();
    told.set_value(std::move(address));
    while (up && !stop_) Listen(*process);
  }

  Result<std::string> AwaitAddress(lab::Process& process, double start_s) {
    const double deadline = Now() + start_s;
    while (line_.find('\n') == std::string::npos) {
      lab::Exit exit;
      Listen(process);
      if (process.Ended(exit))
        return Invalid(StrCat("the server of the local model ended before it was up (",
                              lab::ExitText(exit), "): ", output_));
      if (Now() > deadline)
        return Invalid(StrCat("the server of the local model was not up after ", start_s,
                              " s (local.start_s): ", output_));
    }
    const auto hello = nlohmann::json::parse(line_, nullptr, false);
    if (!hello.is_object() || !hello.contains("url") || !hello["url"].is_string())
      return Invalid("the server of the local model does not report its address: " + line_);
    return hello["url"].get<std::string>();
  }

  // Takes what the child prints and tells, so that it never waits for a reader.
  void Listen(lab::Process& process) {
    pollfd ends[] = {{process.output(), POLLIN, 0}, {process.socket(), POLLIN, 0}};
    if (poll(ends, 2, kPollMs) <= 0) return;
    char buffer[4096];
    ssize_t got = read(process.output(), buffer, sizeof buffer);
    if (got > 0) output_.append(buffer, static_cast<size_t>(got));
    if (output_.size() > kKeptOutput) output_.erase(0, output_.size() - kKeptOutput);
    got = recv(process.socket(), buffer, sizeof buffer, MSG_DONTWAIT);
    if (got > 0 && line_.size() < kKeptOutput) line_.append(buffer, static_cast<size_t>(got));
    // A closed end is readable for ever.
    if (got == 0) std::this_thread::sleep_for(std::chrono::milliseconds(kPollMs));
  }

  std::thread thread_;
  std::atomic<bool> stop_ = false;
  std::atomic<pid_t> pid_ = -1;
  std::string output_, line_;
};

LocalServer::LocalServer() : keeper_(std::make_unique<Keeper>()) {}
LocalServer::~LocalServer() = default;

std::string LocalServer::Environment() { return lab::EnvironmentFolder(lab::HomeFolder(), "llm"); }

Result<std::unique_ptr<LocalServer>> LocalServer::Start(const std::string& model_path,
                                                        const LocalConfig& config) {
  if (!std::filesystem::exists(Environment() + "/bin/python"))
    return Invalid(StrCat(
        Environment(),
        ": the environment of the local model is missing; make it with: assay targets add llm"));
  std::unique_ptr<LocalServer> out(new LocalServer());
  ASSAY_ASSIGN(const std::string address,
               out->keeper_->Start(CommandFor(model_path, config), config.start_s));
  HttpRequest health;
  health.url = address + "/health";
  health.timeout_s = kHealthSeconds;
  const auto reply = Fetch(health);
  if (!reply.ok()) return reply.error();
  if (reply->status != 200)
    return Invalid(StrCat("the server of the local model is up but not well (", reply->status,
                          "): ", reply->body.substr(0, 200)));
  out->base_url_ = address + "/v1";
  return out;
}

double LocalServer::PeakMegabytes() const {
  std::ifstream status(StrCat("/proc/", keeper_->pid(), "/status"));
  std::string line;
  while (std::getline(status, line))
    if (line.starts_with("VmHWM:")) return std::atof(line.c_str() + 6) / 1024;
  return 0;
}

std::span<const ModelDef> AllModels() { return kModels; }

Result<const ModelDef*> FindModel(const std::string& name) {
  std::vector<std::string> names;
  for (const ModelDef& model : kModels) {
    if (model.name == name) return &model;
    names.emplace_back(model.name);
  }
  return Invalid(StrCat("there is no pinned model '", name, "'; choose one of ", Join(names, ", "),
                        ", or give a GGUF file of your own"));
}

std::string ModelPath(const ModelDef& model) {
  return StrCat(CacheFolder(), "/models/", model.file, ".gguf");
}

std::string OwnModelPath() { return CacheFolder() + "/models/own.gguf"; }

Result<ModelFile> LocateModel(const std::string& wanted) {
  if (wanted == "auto") return LocateAny();
  if (wanted.find('/') != std::string::npos || wanted.ends_with(".gguf")) return LocateFile(wanted);
  ASSAY_ASSIGN(const ModelDef* model, FindModel(wanted));
  if (!IsPulled(*model))
    return Invalid(StrCat("the model ", wanted,
                          " is not on this machine; fetch it with: assay llm pull --model ",
                          wanted));
  return ModelFile{ModelPath(*model), std::string(model->file)};
}

}  // namespace assay::llm
