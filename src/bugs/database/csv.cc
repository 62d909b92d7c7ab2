#include "bugs/database/csv.h"

#include <utility>

namespace assay::bugs {
namespace {

constexpr std::string_view kUtf8Mark = "\xEF\xBB\xBF";

class Reader {
 public:
  explicit Reader(std::string_view text) : text_(text) {
    if (text_.starts_with(kUtf8Mark)) text_.remove_prefix(kUtf8Mark.size());
  }

  CsvText Read() {
    for (at_ = 0; at_ < text_.size(); ++at_) {
      if (quoted_)
        TakeQuoted(text_[at_]);
      else
        TakePlain(text_[at_]);
    }
    if (quoted_) out_.open_quote = quote_line_;
    EndRecord();
    return std::move(out_);
  }

 private:
  void TakeQuoted(char c) {
    if (c == '\n') ++line_;
    if (c != '"') {
      field_ += c;
    } else if (at_ + 1 < text_.size() && text_[at_ + 1] == '"') {
      field_ += c;
      ++at_;
    } else {
      quoted_ = false;
    }
  }

  void TakePlain(char c) {
    if (c == '"' && field_.empty()) {
      quoted_ = true;
      quote_line_ = line_;
    } else if (c == ',') {
      EndField();
    } else if (c == '\n') {
      EndRecord();
      record_.line = ++line_;
    } else {
      field_ += c;
    }
  }

  void EndField() { record_.fields.push_back(std::exchange(field_, "")); }

  void EndRecord() {
    if (!field_.empty() && field_.back() == '\r') field_.pop_back();
    EndField();
    const bool empty = record_.fields.size() == 1 && record_.fields[0].empty();
    if (!empty) out_.records.push_back(std::move(record_));
    record_ = {};
  }

  std::string_view text_;
  size_t at_ = 0;
  bool quoted_ = false;
  int line_ = 1, quote_line_ = 0;
  std::string field_;
  CsvRecord record_{.line = 1};
  CsvText out_;
};

}  // namespace

CsvText ParseCsv(std::string_view text) { return Reader(text).Read(); }

}  // namespace assay::bugs
