#include "judge/model/csv.h"

namespace assay::judge::model {

std::vector<std::string> CsvRecord(const std::string& text, size_t& at, size_t& line) {
  std::vector<std::string> out(1);
  bool quoted = false;
  for (; at < text.size(); ++at) {
    const char c = text[at];
    if (c == '\n') ++line;
    if (quoted) {
      if (c == '"' && at + 1 < text.size() && text[at + 1] == '"')
        out.back() += text[++at];
      else if (c == '"')
        quoted = false;
      else
        out.back() += c;
    } else if (c == '"') {
      quoted = true;
    } else if (c == ',') {
      out.emplace_back();
    } else if (c == '\n') {
      ++at;
      break;
    } else if (c != '\r') {
      out.back() += c;
    }
  }
  return out;
}

}  // namespace assay::judge::model
