#include "cli/judge/validate_tables.h"

#include <cstdio>
#include <iostream>

#include "base/strings.h"
#include "cli/table.h"
#include "cli/terminal.h"
#include "judge/model/study_tables.h"

namespace assay::cli::judging {
namespace {

using nlohmann::json;
namespace model = judge::model;

// Shares of fewer cases mean little.
constexpr size_t kFew = 10;

std::string Percent(double share) {
  char text[32];
  std::snprintf(text, sizeof text, "%.1f %%", share);
  return text;
}

// "75.0 % (3 of 4, few)"
std::string Share(const json& accuracy) {
  const size_t decided = accuracy["decided"];
  if (decided == 0) return "";
  return StrCat(Percent(100 * accuracy["accuracy"].get<double>()), " (",
                accuracy["right"].get<size_t>(), " of ", decided, decided < kFew ? ", few)" : ")");
}

void AddAnswers(Table& table, const std::string& name, size_t none, size_t is_true,
                size_t is_false) {
  table.AddRow(
      {name, StrCat(none), StrCat(is_true), StrCat(is_false), StrCat(none + is_true + is_false)});
}

void PrintTable1(const json& tables, bool asked) {
  std::cout << "Table I: answers on the programs of reports\n";
  Table table({"", "none (unknown)", "true (as documented)", "false (a bug)", "programs"});
  for (const char* oracle : {"run", "model", "both"}) {
    if (oracle != std::string("run") && !asked) continue;
    const json& row = tables["table1"][oracle];
    AddAnswers(table, oracle, row["none"], row["true"], row["false"]);
  }
  for (const model::PaperAnswers& row : {model::kPaperSample, model::kPaperTotal})
    AddAnswers(table, row.name, row.none, row.is_true, row.is_false);
  table.Print(std::cout, StdoutIsTerminal());
}

void PrintAccuracy(const json& tables, const char* by, const char* title) {
  Table table({title, "programs", "run: right of decided", "model: right of decided"});
  const json &run = tables["run"][by], &asked = tables["model"][by];
  for (const auto& [name, accuracy] : run.items())
    table.AddRow({name, StrCat(accuracy["cases"].get<size_t>()), Share(accuracy),
                  asked.contains(name) ? Share(asked[name]) : ""});
  table.AddRow({"all", StrCat(tables["run"]["all"]["cases"].get<size_t>()),
                Share(tables["run"]["all"]), Share(tables["model"]["all"])});
  table.Print(std::cout, StdoutIsTerminal());
}

void PrintTable2(const json& tables) {
  std::cout << "Table II: what false positives come from\n";
  Table table({"error type", "detail", "by rules", "by label"});
  std::string group;
  for (const json& row : tables["table2"]) {
    const std::string of = row["group"];
    table.AddRow({of == group ? "" : of, row["name"].get<std::string>(),
                  StrCat(row["automatic"].get<size_t>()), StrCat(row["labelled"].get<size_t>())});
    group = of;
  }
  table.Print(std::cout, StdoutIsTerminal());
}

void PrintTable3(const json& tables) {
  std::cout << "Table III: status foretold when one parameter changes\n";
  Table table({"status", "programs", "foretold", "paper"});
  for (const auto& [status, accuracy] : tables["table3"]["by_status"].items()) {
    std::string paper;
    for (const model::PaperStatus& row : model::kPaperStatuses)
      if (status == row.status) paper = Percent(row.percent);
    table.AddRow({status, StrCat(accuracy["cases"].get<size_t>()), Share(accuracy), paper});
  }
  const json& all = tables["table3"]["all"];
  table.AddRow(
      {"all", StrCat(all["cases"].get<size_t>()), Share(all), Percent(model::kPaperAccuracy)});
  table.Print(std::cout, StdoutIsTerminal());
}

void PrintLabels(const json& rq3) {
  if (rq3["cases"] == 0) return;
  std::cout << "labelled by people: " << rq3["cases"].get<size_t>() << " answers, explanation and "
            << "score right in "
            << (rq3["accuracy"].is_null() ? "none decided"
                                          : Percent(100 * rq3["accuracy"].get<double>()))
            << ", " << rq3["split"].get<size_t>() << " split";
  if (!rq3["kappa"].is_null()) {
    char kappa[32];
    std::snprintf(kappa, sizeof kappa, "%.2f", rq3["kappa"].get<double>());
    std::cout << "; kappa of two labellers " << kappa << " over " << rq3["both"].get<size_t>();
  }
  std::cout << "\n";
}

}  // namespace

void PrintStudy(const json& out) {
  const json& tables = out["tables"];
  const bool asked = !out["spent"].is_null();
  PrintTable1(tables, asked);
  std::cout << "\nagainst the label (bug or not), by status and by type of bug\n";
  PrintAccuracy(tables, "by_status", "status");
  std::cout << "\n";
  PrintAccuracy(tables, "by_type", "type");
  std::cout << "\n";
  if (asked) {
    PrintTable2(tables);
    std::cout << "\n";
  }
  PrintTable3(tables);
  std::cout << "\n" << out["cases"].get<size_t>() << " programs";
  for (const auto& [reason, count] : out["left_out"].items())
    std::cout << "; left out: " << count.get<size_t>() << " " << reason;
  std::cout << "; " << tables["unlabelled"].get<size_t>() << " without a label\n";
  if (!asked) {
    std::cout << "no model was asked (--llm); table III needs one\n";
    return;
  }
  const json &spent = out["spent"], &explained = tables["explanations"];
  std::cout << explained["scored"].get<size_t>() << " explanations hold on average "
            << Percent(100 * explained["mean"].get<double>())
            << " of the key words of their report\n";
  PrintLabels(out["rq3"]);
  std::cout << spent["answered"].get<size_t>() << " of " << spent["questions"].get<size_t>()
            << " questions answered, " << spent["prompt_tokens"].get<size_t>() << " tokens in, "
            << spent["completion_tokens"].get<size_t>() << " out\n";
}

}  // namespace assay::cli::judging
