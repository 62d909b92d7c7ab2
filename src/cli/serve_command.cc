// assay serve: the dashboard.
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <thread>

#include "base/files.h"
#include "cli/command.h"
#include "cli/dashboard_flags.h"
#include "web/guard.h"
#include "web/netron.h"
#include "web/server.h"

namespace assay::cli {
namespace {

constexpr time_t kEndSeconds = 10;
constexpr size_t kShortestToken = 16, kLongestToken = 256;

struct ServeFlags : DashboardFlags {
  web::ServerOptions server;
  std::string token_file, netron;
  bool read_only = false, json = false;
};

// That of the file, so that it may be the same at every start, or a new one.
Result<std::string> TokenOf(const ServeFlags& flags) {
  if (flags.token_file.empty()) return web::NewToken();
  ASSAY_ASSIGN(std::string text, ReadFile(flags.token_file, 4096));
  while (!text.empty() && (text.back() == '\n' || text.back() == '\r')) text.pop_back();
  // In a header %41 would be taken for an A.
  if (std::ranges::any_of(text, [](char c) { return c <= ' ' || c > '~' || c == '%'; }))
    text.clear();
  if (text.size() < kShortestToken || text.size() > kLongestToken)
    return Invalid(StrCat(flags.token_file, ": must hold one token of ", kShortestToken, " to ",
                          kLongestToken, " visible characters, none of them %"));
  struct stat about = {};
  if (stat(flags.token_file.c_str(), &about) == 0 && (about.st_mode & (S_IRGRP | S_IROTH)) != 0)
    std::cerr << "assay: others on this machine can read " << flags.token_file << "; chmod 600\n";
  return text;
}

bool IsLoopback(const std::string& host) {
  return host == "localhost" || host == "::1" || host.starts_with("127.");
}

void TellServe(const ServeFlags& flags, const web::Sources& sources, int port,
               const std::string& token) {
  const bool six = flags.server.host.find(':') != std::string::npos;
  const std::string url =
      StrCat("http://", six ? "[" : "", flags.server.host, six ? "]" : "", ":", port, "/");
  if (flags.json) {
    nlohmann::json out = {{"url", url}, {"port", port}, {"store", sources.StoreName()}};
    if (!flags.read_only && flags.token_file.empty()) out["token"] = token;
    std::cout << out.dump() << std::endl;
    return;
  }
  std::cout << "the dashboard of " << sources.StoreName() << " is at " << url << "\n";
  if (!flags.read_only && flags.token_file.empty())
    std::cout << "changes (labels, marks) need this token: " << token << "\n";
  if (!IsLoopback(flags.server.host))
    std::cout << "everybody who reaches " << flags.server.host
              << " can read it, and nothing is encrypted: see docs/guide/dashboard-and-ci.md\n";
  std::cout << "Ctrl-C ends it" << std::endl;
}

Result<int> RunServe(ServeFlags flags) {
  ASSAY_ASSIGN(auto sources, SourcesOf(flags, flags.read_only));
  sources.read_only = flags.read_only;
  ASSAY_ASSIGN(auto netron, web::FindNetron(flags.netron, sources.home));
  sources.netron = std::move(netron);
  ASSAY_ASSIGN(const auto token, TokenOf(flags));
  flags.server.token = token;
  flags.server.tell = [](const std::string& what) { std::cerr << "assay: " << what << "\n"; };
  // Blocked before there are threads, so that the signals come to the wait below and nowhere else.
  sigset_t ends;
  sigemptyset(&ends);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) sigaddset(&ends, signal);
  pthread_sigmask(SIG_BLOCK, &ends, nullptr);
  ASSAY_ASSIGN(const auto server, web::Server::Start(sources, flags.server));
  TellServe(flags, sources, server->port(), token);
  int signal = 0;
  sigwait(&ends, &signal);
  // A page that is being made may take long; neither it nor a second signal is waited for.
  std::thread([ends] {
    const timespec patience = {kEndSeconds, 0};
    (void)sigtimedwait(&ends, nullptr, &patience);
    _exit(kDone);
  }).detach();
  return kDone;
}

}  // namespace

std::function<int()> SetupServe(App& app) {
  const auto flags = std::make_shared<ServeFlags>();
  AddDashboardFlags(app, *flags);
  app.AddOption("--port", flags->server.port, "port (default 8080; 0: any that is free)")
      .Between(0, 65535);
  app.AddOption("--host", flags->server.host,
                "address to listen on (default 127.0.0.1: this machine alone)");
  app.AddOption("--name", flags->server.names,
                "a host name that browsers may use for this machine, besides its addresses and "
                "localhost; may be repeated");
  app.AddOption("--token-file", flags->token_file,
                "file with the token that changes need (default: a new one, printed)");
  app.AddOption("--netron", flags->netron,
                "folder of the package netron, or an environment with it, to show models in "
                "(default: the project's environment netron, or the netron of $PATH)");
  app.AddFlag("--read-only", flags->read_only, "accept no changes, and write nothing to the store");
  app.AddFlag("--json", flags->json, "print address and token as JSON");
  return [flags] { return ExitCode(RunServe(*flags)); };
}

}  // namespace assay::cli
