#include "web/respond.h"

#include <zlib.h>

#include "base/strings.h"
#include "web/guard.h"
#include "web/http_server.h"

namespace assay::web {
namespace {

constexpr size_t kWorthCompressing = 4 << 10;
// What makes a store unreadable for a moment, a long transaction say, is over by then.
constexpr const char* kRetrySeconds = "5";

// `text` in the gzip format; "" when that fails. Level 1: answers are made once and read once.
std::string Compressed(const std::string& text) {
  z_stream stream = {};
  constexpr int kGzip = 15 + 16;
  if (deflateInit2(&stream, 1, Z_DEFLATED, kGzip, 8, Z_DEFAULT_STRATEGY) != Z_OK) return "";
  std::string out(deflateBound(&stream, text.size()), '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
  stream.avail_in = static_cast<uInt>(text.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  const bool done = deflate(&stream, Z_FINISH) == Z_STREAM_END;
  out.resize(stream.total_out);
  deflateEnd(&stream);
  return done ? out : "";
}

void SetHeader(httplib::Response& response, const char* name, const std::string& value) {
  response.headers.erase(name);  // the library would add a second one
  response.set_header(name, value);
}

void Send(std::string body, const std::string& type, httplib::Response& response) {
  SetHeader(response, "Vary", "Accept-Encoding");
  if (body.size() >= kWorthCompressing && HttpServer::AcceptsGzip()) {
    std::string small = Compressed(body);
    if (!small.empty()) {
      SetHeader(response, "Content-Encoding", "gzip");
      body = std::move(small);
    }
  }
  response.set_content(body, type);
}

}  // namespace

std::string DumpAnswer(const nlohmann::json& json) {
  return json.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

void SendJson(const nlohmann::json& json, int status, httplib::Response& response) {
  response.status = status;
  SetHeader(response, "Cache-Control", "no-store");
  Send(DumpAnswer(json), "application/json", response);
}

void SendError(int status, const std::string& message, httplib::Response& response) {
  HttpServer::CloseAfterwards();
  SetHeader(response, "Connection", "close");
  if (status == 503) SetHeader(response, "Retry-After", kRetrySeconds);
  SendJson({{"error", message}}, status, response);
}

void SendProblem(const Error& error, httplib::Response& response) {
  const int status = error.kind == ErrorKind::kRejected      ? 400
                     : error.kind == ErrorKind::kUnsupported ? 404
                                                             : 503;
  SendError(status, error.message, response);
}

void SendAnswer(const Answer& answer, httplib::Response& response) {
  if (answer.type.empty()) return SendJson(answer.json, 200, response);
  response.status = 200;
  SetHeader(response, "Cache-Control", "no-store");
  SetHeader(response, "Content-Security-Policy", kFilePolicy);
  SetHeader(response, "Content-Disposition",
            StrCat("attachment; filename=\"", answer.file_name, "\""));
  Send(answer.bytes, answer.type, response);
}

void SendFile(const Embedded& file, const std::string& known, httplib::Response& response) {
  SetHeader(response, "ETag", std::string(file.etag));
  SetHeader(response, "Cache-Control", "no-cache");  // kept, but asked for each time
  SetHeader(response, "Vary", "Accept-Encoding");
  if (known == file.etag) {
    response.status = 304;
    return;
  }
  response.status = 200;
  const bool small = !file.gzip.empty() && HttpServer::AcceptsGzip();
  if (small) SetHeader(response, "Content-Encoding", "gzip");
  const std::string_view bytes = small ? file.gzip : file.plain;
  response.set_content(bytes.data(), bytes.size(), std::string(file.type));
}

void SendForeign(std::string bytes, const std::string& type, const char* policy,
                 httplib::Response& response) {
  response.status = 200;
  SetHeader(response, "Cache-Control", "no-cache");
  SetHeader(response, "Content-Security-Policy", policy);
  Send(std::move(bytes), type, response);
}

const Embedded* FindFile(std::string_view path) {
  if (path.starts_with('/')) path.remove_prefix(1);
  if (path.empty()) path = "index.html";
  if (path.starts_with("static/") || path.starts_with("help/")) return nullptr;
  for (const Embedded& file : EmbeddedFiles())
    if (file.path == path) return &file;
  return nullptr;
}

}  // namespace assay::web
