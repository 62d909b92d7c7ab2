// The server over loopback: what it answers to clients that are slow or send too much, and that a
// connection which cannot be accepted is not its end.
#include "web/http_server.h"

#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <string>
#include <thread>

namespace assay::web {
namespace {

bool Answer(const httplib::Request& request, httplib::Response& response) {
  if (request.method == "POST") return false;
  response.set_content("here", "text/plain");
  return true;
}

void Take(const httplib::Request& request, httplib::Response& response) {
  response.set_content("taken " + std::to_string(request.body.size()), "text/plain");
}

class Shy : public HttpServer {
 public:
  Shy() : HttpServer(Answer, Take) {}
  std::atomic<int> refusals = 0;  // of accept() that are to come
  std::atomic<int> why = 0;

 protected:
  socket_t Accept(socket_t listening) override {
    if (refusals > 0) {
      --refusals;
      errno = why;
      return INVALID_SOCKET;
    }
    return HttpServer::Accept(listening);
  }
};

class HttpServerTest : public testing::Test {
 protected:
  HttpServerTest() {
    port_ = server_.Bind("127.0.0.1", 0);
    thread_ = std::thread([this] { server_.Listen(); });
  }
  ~HttpServerTest() override {
    server_.Stop();
    server_.CloseConnections();
    thread_.join();
  }

  int Connect() const { return ConnectWith(socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)); }
  int ConnectWith(int client) const {
    sockaddr_in address = {};
    address.sin_family = AF_INET;
    address.sin_port = htons(static_cast<uint16_t>(port_));
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    EXPECT_EQ(connect(client, reinterpret_cast<const sockaddr*>(&address), sizeof address), 0);
    return client;
  }
  // What comes back until the server closes.
  static std::string Ask(int client, const std::string& text) {
    EXPECT_EQ(send(client, text.data(), text.size(), MSG_NOSIGNAL),
              static_cast<ssize_t>(text.size()));
    std::string out(4096, '\0');
    size_t size = 0;
    while (size < out.size()) {
      const ssize_t got = recv(client, out.data() + size, out.size() - size, 0);
      if (got <= 0) break;
      size += static_cast<size_t>(got);
    }
    close(client);
    return out.substr(0, size);
  }
  std::string Ask(const std::string& text) const { return Ask(Connect(), text); }

  const std::string head_ = "GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n";
  Shy server_;
  int port_ = 0;
  std::thread thread_;
};

TEST_F(HttpServerTest, GoesOnWhenAConnectionCannotBeAccepted) {
  for (const int why : {ECONNABORTED, EMFILE, ENFILE, ENOBUFS, EPROTO, EPERM}) {
    server_.why = why;
    server_.refusals = 2;
    EXPECT_NE(Ask(head_ + "\r\n").find("here"), std::string::npos) << why;
    // The one that waited in Accept() came before them.
    EXPECT_NE(Ask(head_ + "\r\n").find("here"), std::string::npos) << why;
  }
}

TEST_F(HttpServerTest, GoesOnWhenFilesAreToBeHadAgain) {
  rlimit before = {};
  ASSERT_EQ(getrlimit(RLIMIT_NOFILE, &before), 0);
  // Both are there before none can be made any more.
  const int first = socket(AF_INET, SOCK_STREAM, 0), second = socket(AF_INET, SOCK_STREAM, 0);
  rlimit none = before;
  none.rlim_cur = 3;
  ASSERT_EQ(setrlimit(RLIMIT_NOFILE, &none), 0);
  ConnectWith(first);
  ConnectWith(second);
  usleep(100'000);
  ASSERT_EQ(setrlimit(RLIMIT_NOFILE, &before), 0);
  EXPECT_NE(Ask(first, head_ + "\r\n").find("here"), std::string::npos);
  EXPECT_NE(Ask(second, head_ + "\r\n").find("here"), std::string::npos);
}

TEST_F(HttpServerTest, SaysWhatIsTooLarge) {
  EXPECT_TRUE(
      Ask("GET /" + std::string(9000, 'a') + " HTTP/1.1\r\n\r\n").starts_with("HTTP/1.1 414"));
  EXPECT_TRUE(Ask("GET /" + std::string(200'000, 'a')).starts_with("HTTP/1.1 414"));
}

TEST_F(HttpServerTest, StopsBeforeItHasBegun) {
  Shy other;
  ASSERT_GT(other.Bind("127.0.0.1", 0), 0);
  other.Stop();
  other.Listen();
}

}  // namespace
}  // namespace assay::web
