#include "store/report_batch.h"

#include <algorithm>
#include <cstring>

#include "base/strings.h"

namespace assay::store {
namespace {

// No report of any pipeline begins with it: it is the end of a list in CBOR and no letter of UTF-8.
constexpr char kPacked = '\xff';

void Put(std::string& out, int64_t number) {
  char bytes[sizeof(number)];
  std::memcpy(bytes, &number, sizeof(number));
  out.append(bytes, sizeof(number));
}

// False: there is not enough.
bool Take(std::string_view& bytes, int64_t& number) {
  if (bytes.size() < sizeof(number)) return false;
  std::memcpy(&number, bytes.data(), sizeof(number));
  bytes.remove_prefix(sizeof(number));
  return true;
}

}  // namespace

ReportRow PackReports(const std::vector<ReportRow>& reports) {
  ReportRow out;
  out.report = kPacked;
  for (const ReportRow& row : reports) {
    out.case_index = std::max(out.case_index, row.case_index);
    Put(out.report, row.case_index);
    Put(out.report, static_cast<int64_t>(row.report.size()));
    out.report += row.report;
  }
  return out;
}

Status UnpackReports(ReportRow row, std::vector<ReportRow>& out) {
  if (row.report.empty() || row.report[0] != kPacked) {
    out.push_back(std::move(row));
    return {};
  }
  std::string_view rest = std::string_view(row.report).substr(1);
  while (!rest.empty()) {
    int64_t index = 0, size = 0;
    if (!Take(rest, index) || !Take(rest, size) || size < 0 ||
        static_cast<uint64_t>(size) > rest.size())
      return Invalid(
          StrCat("the reports up to case ", row.case_index, " in the store are damaged"));
    out.push_back({index, std::string(rest.substr(0, static_cast<size_t>(size)))});
    rest.remove_prefix(static_cast<size_t>(size));
  }
  return {};
}

}  // namespace assay::store
