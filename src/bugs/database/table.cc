#include "bugs/database/table.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <utility>

#include "base/strings.h"
#include "bugs/database/bug.h"
#include "bugs/database/text.h"

namespace assay::bugs {
namespace {

// Older than any of the libraries.
constexpr int kFirstYear = 2010;

int ThisYear() {
  const auto today = std::chrono::floor<std::chrono::days>(std::chrono::system_clock::now());
  return static_cast<int>(std::chrono::year_month_day(today).year());
}

// "" when `written` is a day that can be; month/day/year, or year-month-day.
std::string WrongWithDate(const std::string& written) {
  int month = 0, day = 0, year = 0, end = 0;
  const bool american = std::sscanf(written.c_str(), "%d/%d/%d%n", &month, &day, &year, &end) == 3;
  const bool iso =
      !american && std::sscanf(written.c_str(), "%d-%d-%d%n", &year, &month, &day, &end) == 3;
  if ((!american && !iso) || static_cast<size_t>(end) != written.size())
    return "is not a date (month/day/year)";
  const std::chrono::year_month_day date{std::chrono::year(year), std::chrono::month(month),
                                         std::chrono::day(day)};
  if (month < 1 || day < 1 || !date.ok()) return "is not a day of the calendar";
  if (year < kFirstYear || year > ThisYear()) return StrCat("cannot be: the year ", year);
  return "";
}

// Which column of the file fills which member; npos: it has none.
std::vector<size_t> PlacesIn(const std::vector<std::string>& header) {
  std::vector<size_t> out;
  for (const Column& column : Columns()) {
    const auto same = std::ranges::find_if(
        header, [&](const std::string& name) { return LettersOf(name) == LettersOf(column.name); });
    out.push_back(same == header.end() ? std::string::npos
                                       : static_cast<size_t>(same - header.begin()));
  }
  return out;
}

bool IsHeader(const CsvRecord& record) {
  return !record.fields.empty() && LettersOf(record.fields[0]) == LettersOf(Columns()[0].name) &&
         record.fields.size() > 1;
}

BugRow RowOf(const CsvRecord& record, const std::vector<size_t>& places) {
  BugRow out;
  out.line = record.line;
  for (size_t i = 0; i < places.size(); ++i)
    if (places[i] < record.fields.size())
      out.*(Columns()[i].member) = WithoutControls(Trim(record.fields[places[i]]), "\n\t");
  return out;
}

void LookAtRow(const BugRow& row, const std::string& file, std::vector<Oddity>& oddities) {
  if (!row.reported.empty())
    if (const std::string wrong = WrongWithDate(row.reported); !wrong.empty())
      oddities.push_back(
          {file, row.line, StrCat(row.issue, ": Reported '", row.reported, "' ", wrong)});
  if (!row.type.empty() && ManifestationType(row.type).empty())
    oddities.push_back(
        {file, row.line,
         StrCat(row.issue, ": Type '", row.type, "' is not one of the 18 manifestation types")});
}

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

constexpr std::string_view kTypes[] = {
#define MANIFESTATION(name) name,
#include "bugs/database/manifestation.def"
#undef MANIFESTATION
};
// "Runtime Error" and "Runtime Warning" lie much further apart than a slip of the fingers.
constexpr int kMostSlips = 2;

}  // namespace

const std::vector<Column>& Columns() {
  static const std::vector<Column> kColumns = {{"Issue #", &BugRow::issue},
                                               {"PR #", &BugRow::pr},
                                               {"Title", &BugRow::title},
                                               {"Reproduced", &BugRow::reproduced},
                                               {"Issue Status", &BugRow::status},
                                               {"Device", &BugRow::device},
                                               {"API", &BugRow::api},
                                               {"Reported", &BugRow::reported},
                                               {"Buggy Version", &BugRow::buggy_version},
                                               {"Nightly", &BugRow::nightly},
                                               {"Buggy File(s)", &BugRow::files},
                                               {"Buggy Function(s)", &BugRow::functions},
                                               {"Buggy API", &BugRow::buggy_api},
                                               {"Type", &BugRow::type},
                                               {"Remarks", &BugRow::remarks},
                                               {"Issue Link", &BugRow::issue_link},
                                               {"PR Link", &BugRow::pr_link}};
  return kColumns;
}

std::vector<BugRow> ReadTable(std::string_view text, const std::string& file,
                              std::vector<Oddity>& oddities) {
  const CsvText csv = ParseCsv(text);
  if (csv.open_quote > 0)
    oddities.push_back({file, csv.open_quote, "a quote that is never closed"});
  const auto header = std::ranges::find_if(csv.records, IsHeader);
  if (header == csv.records.end()) {
    oddities.push_back({file, 1, "has no header: no line begins with 'Issue #'"});
    return {};
  }
  const std::vector<size_t> places = PlacesIn(header->fields);
  for (size_t i = 0; i < places.size(); ++i)
    if (places[i] == std::string::npos)
      oddities.push_back({file, header->line, StrCat("has no column '", Columns()[i].name, "'")});
  std::vector<BugRow> out;
  for (auto record = header + 1; record != csv.records.end(); ++record) {
    BugRow row = RowOf(*record, places);
    if (row.issue.empty()) {
      const bool blank = std::ranges::all_of(
          record->fields, [](const std::string& field) { return Trim(field).empty(); });
      if (!blank) oddities.push_back({file, row.line, "a row without an issue"});
      continue;
    }
    if (record->fields.size() != header->fields.size())
      oddities.push_back({file, row.line,
                          StrCat(row.issue, ": ", record->fields.size(), " fields in place of ",
                                 header->fields.size())});
    LookAtRow(row, file, oddities);
    out.push_back(std::move(row));
  }
  return out;
}

CsvText ParseCsv(std::string_view text) { return Reader(text).Read(); }

std::span<const std::string_view> ManifestationTypes() { return kTypes; }

std::string_view ManifestationType(std::string_view written) {
  const std::string letters = LettersOf(written);
  if (letters.empty()) return "";
  for (const std::string_view type : kTypes)
    if (LettersOf(type) == letters) return type;
  for (const std::string_view type : kTypes)
    if (EditDistance(LettersOf(type), letters) <= kMostSlips) return type;
  return "";
}

}  // namespace assay::bugs
