#include "knowledge/api/crawl/inventory.h"

#include <zlib.h>

#include <set>

#include "base/strings.h"
#include "knowledge/text.h"

namespace assay::knowledge {
namespace {

// The largest inventories (Python's own) unpack to about 2 MB.
constexpr size_t kMaxUnpacked = size_t{256} << 20;

Result<std::string> Inflate(std::string_view packed) {
  z_stream stream{};
  if (inflateInit(&stream) != Z_OK) return Invalid("zlib cannot be started");
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(packed.data()));
  stream.avail_in = static_cast<uInt>(packed.size());
  std::string out;
  char buffer[1 << 16];
  int code = Z_OK;
  while (code == Z_OK && out.size() < kMaxUnpacked) {
    stream.next_out = reinterpret_cast<Bytef*>(buffer);
    stream.avail_out = sizeof buffer;
    code = inflate(&stream, Z_NO_FLUSH);
    if (code == Z_OK || code == Z_STREAM_END) out.append(buffer, sizeof buffer - stream.avail_out);
  }
  inflateEnd(&stream);
  if (code != Z_STREAM_END) return Invalid("objects.inv is damaged");
  return out;
}

std::string TakeLine(std::string_view& rest) {
  const size_t end = rest.find('\n');
  std::string line(rest.substr(0, end));
  rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + 1);
  return line;
}

bool IsPythonApi(const std::string& role) {
  for (const char* known : {"py:function", "py:class", "py:method", "py:exception",
                            "py:classmethod", "py:staticmethod"})
    if (role == known) return true;
  return false;
}

// "torch.addmm py:function 1 generated/torch.addmm.html#$ -"
std::string PageOf(const std::string& line) {
  const std::vector<std::string> words = Split(line, ' ');
  for (size_t i = 1; i + 2 < words.size(); ++i) {
    if (!IsPythonApi(words[i])) continue;
    std::string page = words[i + 2];
    page = page.substr(0, page.find('#'));
    if (page.ends_with('$')) page = page.substr(0, page.size() - 1) + words[0];
    return page;
  }
  return "";
}

}  // namespace

Result<Inventory> ReadInventory(std::string_view file) {
  std::string_view rest = file;
  if (TakeLine(rest) != "# Sphinx inventory version 2")
    return Invalid("objects.inv is no Sphinx inventory of version 2");
  Inventory out;
  const std::string project = TakeLine(rest), version = TakeLine(rest);
  out.project = std::string(Trim(project.substr(project.find(':') + 1)));
  out.version = std::string(Trim(version.substr(version.find(':') + 1)));
  TakeLine(rest);  // "# The remainder of this file is compressed using zlib."
  ASSAY_ASSIGN(const std::string lines, Inflate(rest));
  std::set<std::string> seen;
  for (const std::string& line : Split(lines, '\n')) {
    const std::string page = PageOf(line);
    if (!page.empty() && seen.insert(page).second) out.pages.push_back(page);
  }
  return out;
}

}  // namespace assay::knowledge
