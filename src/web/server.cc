#include "web/server.h"

#include <thread>

#include "base/strings.h"
#include "web/changes.h"
#include "web/digester.h"
#include "web/guard.h"
#include "web/help_site.h"
#include "web/http_server.h"
#include "web/netron.h"
#include "web/query.h"
#include "web/refusal.h"
#include "web/respond.h"
#include "web/sampler.h"

namespace assay::web {
namespace {

using httplib::Request;
using httplib::Response;

constexpr size_t kLongestPath = 1024, kLongestQuery = 4096;
constexpr double kHeartbeatSeconds = 15;
// The start waits so long for the lists to be read without a word, and then so much longer: who
// opens the first page of a very large store waits there rather than here.
constexpr double kQuietSeconds = 1, kPatientSeconds = 9;
constexpr std::string_view kEventsPath = "/api/events";

// The address of a request, taken apart and decoded.
struct Address {
  std::string path;
  std::string_view query;
};

// Sends the answer and returns nothing when the address is no good.
std::optional<Address> AddressOf(const Request& request, Response& response) {
  const std::string_view target = request.target;
  const size_t mark = target.find('?');
  const std::string_view path = target.substr(0, mark);
  const std::string_view query =
      mark == std::string_view::npos ? std::string_view() : target.substr(mark + 1);
  if (path.size() > kLongestPath || query.size() > kLongestQuery) {
    SendError(414, "the address is too long", response);
    return std::nullopt;
  }
  auto plain = Unescape(path, /*plus_is_space=*/false);
  if (!plain.ok() || !plain->starts_with('/')) {
    SendError(400, plain.ok() ? "the address must begin with /" : plain.error().message, response);
    return std::nullopt;
  }
  return Address{std::move(plain).value(), query};
}

Sources WithSharedStore(Sources sources) {
  sources.shared = std::make_shared<SharedStore>(sources.store);
  return sources;
}

}  // namespace

class Server::Implementation {
 public:
  Implementation(const Sources& sources, const ServerOptions& options)
      : sources_(WithSharedStore(sources)),
        options_(options),
        netron_(sources.netron),
        help_(sources.home, sources.version),
        http_([this](const Request& request,
                     Response& response) { return BeforeBody(request, response); },
              [this](const Request& request, Response& response) { WithBody(request, response); }),
        sampler_(sources_, events_),
        read_ahead_(sources_, events_) {
    http_.set_exception_handler([](const Request&, Response& response, std::exception_ptr) {
      SendError(503, "this page cannot be made; what the store holds of it is damaged", response);
    });
    // What the library refuses by itself, mostly with 400: the connection knows better why.
    http_.set_error_handler([](const Request&, Response& response) {
      if (!response.body.empty()) return;
      Refusal refusal = RefusalOf(HttpServer::TroubleOfRequest());
      if (refusal.status == 400) refusal.status = response.status;
      // 500: the number of the connection is too large for select().
      if (response.status >= 500) refusal = kTooManyConnections;
      SendError(refusal.status, refusal.message, response);
    });
  }

  Status Start() {
    port_ = http_.Bind(options_.host, options_.port);
    if (port_ <= 0)
      return Invalid(StrCat("cannot listen on ", options_.host, " port ", options_.port,
                            ": it is in use, or not an address of this machine; choose another "
                            "with --port (0: any that is free) or --host"));
    threads_.emplace_back([this] { http_.Listen(); });
    threads_.emplace_back([this] { read_ahead_.Run(); });
    if (!read_ahead_.Wait(kQuietSeconds)) {
      if (options_.tell)
        options_.tell(StrCat("reading the findings of ", sources_.StoreName(), " …"));
      (void)read_ahead_.Wait(kPatientSeconds);
    }
    threads_.emplace_back([this] { sampler_.Run(); });
    if (!sources_.read_only) threads_.emplace_back([this] { KeepDigesting(sources_, events_); });
    return {};
  }

  ~Implementation() {
    events_.Close();
    http_.Stop();
    http_.CloseConnections();
    for (std::thread& thread : threads_) thread.join();
  }

  int port() const { return port_; }

 private:
  // --- every request ---
  bool BeforeBody(const Request& request, Response& response) {
    const std::optional<Address> address = AddressOf(request, response);
    if (!address.has_value()) return true;
    if (const auto refusal = CheckRequest(request, options_.names)) {
      SendError(refusal->status, refusal->message, response);
      return true;
    }
    if (request.method == "POST") return !MayChange(request, address->path, response);
    if (request.method != "GET" && request.method != "HEAD") {
      response.set_header("Allow", "GET, HEAD, POST");
      SendError(405, "only GET, HEAD and POST are known", response);
      return true;
    }
    if (request.has_header("Content-Length") || request.has_header("Transfer-Encoding")) {
      SendError(400, "a request to read has no body", response);
      return true;
    }
    Read(*address, request, response);
    return true;
  }

  // --- reading ---
  void Read(const Address& address, const Request& request, Response& response) {
    if (const Embedded* file = FindFile(address.path); file != nullptr)
      return SendFile(*file, request.get_header_value("If-None-Match"), response);
    if (address.path.starts_with(kNetronPath)) return ReadNetron(address.path, response);
    if (address.path.starts_with(kHelpPath)) return ReadHelp(address.path, response);
    if (address.path + "/" == kHelpPath) return response.set_redirect(std::string(kHelpPath), 301);
    auto query = Query::Parse(address.query);
    if (!query.ok()) return SendProblem(query.error(), response);
    if (address.path == kEventsPath) return Watch(*query, request, response);
    const Page* page = FindPage(address.path, *query);
    if (page == nullptr) {
      if (IsChange(address.path)) return SendError(405, "this can only be posted to", response);
      return SendError(404, "there is no such page", response);
    }
    const auto answer = AnswerOf(*page, sources_, *query);
    if (!answer.ok()) return SendProblem(answer.error(), response);
    SendAnswer(*answer, response);
  }

  // What the page behind it is asked to show is for its own scripts to read.
  void ReadNetron(std::string_view path, Response& response) const {
    auto file = netron_.Read(path.substr(kNetronPath.size()));
    if (!file.ok()) return SendProblem(file.error(), response);
    SendForeign(std::move(file->bytes), file->type, kNetronPolicy, response);
  }

  void ReadHelp(std::string_view path, Response& response) const {
    auto file = help_.Read(path.substr(kHelpPath.size()));
    if (!file.ok()) return SendProblem(file.error(), response);
    SendForeign(std::move(file->bytes), file->type, kPolicy, response);
  }

  void Watch(const Query& query, const Request& request, Response& response) {
    const Status allowed = query.Allow({"campaign"});
    const auto campaign = query.Int("campaign", 0, 0, 1'000'000'000);
    if (!allowed.ok()) return SendProblem(allowed.error(), response);
    if (!campaign.ok()) return SendProblem(campaign.error(), response);
    if (request.method == "HEAD") return SendJson(nlohmann::json::object(), 200, response);
    if (!events_.Enter()) return SendError(429, "there are too many live viewers", response);
    response.status = 200;
    response.set_header("Cache-Control", "no-store");
    HttpServer::CloseAfterwards();
    response.set_chunked_content_provider(
        "text/event-stream",
        [this, last = events_.Newest(), id = *campaign, first = true](
            size_t, httplib::DataSink& sink) mutable {
          std::string text = first ? "retry: 3000\n\n" : events_.Wait(last, id, kHeartbeatSeconds);
          first = false;
          if (events_.closed() || !sink.is_writable()) return false;
          if (text.empty()) text = ": nothing new\n\n";
          return sink.write(text.data(), text.size());
        },
        [this](bool) { events_.Leave(); });
  }

  // --- changing ---
  // Whether the body may be read. Sends the answer otherwise.
  bool MayChange(const Request& request, const std::string& path, Response& response) {
    const auto refuse = [&](int status, const char* why) {
      SendError(status, why, response);
      return false;
    };
    if (!IsChange(path)) return refuse(FindAny(path) ? 405 : 404, "nothing can be posted there");
    if (sources_.read_only) return refuse(403, "this server only reads (--read-only)");
    const auto refusal = CheckChange(request, options_.token);
    if (!refusal.has_value()) return true;
    if (refusal->status == 401) response.set_header("WWW-Authenticate", "Bearer");
    return refuse(refusal->status, refusal->message);
  }

  bool FindAny(const std::string& path) const {
    Query query;
    return FindFile(path) != nullptr || FindPage(path, query) != nullptr || path == kEventsPath;
  }

  void WithBody(const Request& request, Response& response) {
    const std::optional<Address> address = AddressOf(request, response);
    if (!address.has_value()) return;
    const auto changed = Change(sources_, address->path, request.body);
    if (!changed.ok()) return SendProblem(changed.error(), response);
    SendJson(*changed, 200, response);
  }

  const Sources sources_;
  const ServerOptions options_;
  const NetronFiles netron_;
  const HelpPages help_;
  Events events_;
  HttpServer http_;
  Sampler sampler_;
  ReadAhead read_ahead_;
  std::vector<std::thread> threads_;
  int port_ = 0;
};

Server::Server(std::unique_ptr<Implementation> implementation)
    : implementation_(std::move(implementation)) {}
Server::~Server() = default;

Result<std::unique_ptr<Server>> Server::Start(const Sources& sources,
                                              const ServerOptions& options) {
  auto implementation = std::make_unique<Implementation>(sources, options);
  ASSAY_RETURN_IF_ERROR(implementation->Start());
  return std::unique_ptr<Server>(new Server(std::move(implementation)));
}

int Server::port() const { return implementation_->port(); }

}  // namespace assay::web
