// assay programs list: every program that a pipeline has tried, with its status and the reason.
#include <algorithm>

#include "cli/command.h"
#include "cli/table.h"
#include "store/store.h"
#include "web/programs/listing.h"

namespace assay::cli::programs {
namespace {

using nlohmann::json;

struct ListFlags {
  std::string store = "assay.db";
  web::programs::ListQuery query;
  bool json = false;
};

std::string Shown(const json& row, const char* key) {
  constexpr size_t kWidth = 90;
  const std::string text = row.value(key, std::string());
  return text.size() <= kWidth ? text : text.substr(0, kWidth - 1) + "…";
}

Result<int> RunList(const ListFlags& flags) {
  ASSAY_ASSIGN(const auto store, store::OpenToRead(flags.store));
  ASSAY_ASSIGN(const std::vector<json> rows, web::programs::ListAll(store, flags.query));
  if (flags.json) return PrintJson(rows);
  Table table({"program", "pipeline", "approach", "status", "finding", "reason"});
  std::map<std::string, size_t> counts;
  for (const json& row : rows) {
    ++counts[row.value("status", "")];
    table.AddRow({Shown(row, "id"), Shown(row, "pipeline"), Shown(row, "approach"),
                  Shown(row, "status"), Shown(row, "finding"), Shown(row, "reason")});
  }
  table.Print(std::cout, StdoutIsTerminal());
  std::cout << rows.size() << " programs";
  for (const auto& [status, count] : counts) std::cout << ", " << count << " " << status;
  std::cout << "\n";
  return kDone;
}

}  // namespace

std::function<int()> SetupList(App& app) {
  const auto flags = std::make_shared<ListFlags>();
  app.AddOption("--store", flags->store, "where runs are kept").ShowDefault();
  app.AddOption("--pipeline", flags->query.pipeline, "only of judge, optbug or mirror")
      .OneOf({"judge", "optbug", "mirror"});
  app.AddOption("--approach", flags->query.approach,
                "only of this approach: assay, no-rules, fuzzgpt-fs, crossprobe, …");
  app.AddOption("--status", flags->query.status,
                "only of this status: invalid, irrelevant, explained, suspected, …");
  app.AddFlag("--json", flags->json, "print JSON, with the text of each program");
  return [flags] { return ExitCode(RunList(*flags)); };
}

}  // namespace assay::cli::programs
