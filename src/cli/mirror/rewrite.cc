// assay mirror rewrite: one program carried over by rules alone, printed.
#include <iostream>
#include <nlohmann/json.hpp>

#include "base/strings.h"
#include "cli/app.h"
#include "cli/pairs/access.h"
#include "cli/terminal.h"
#include "mirror/rewrite/rewriter.h"
#include "mirror/screen.h"
#include "mirror/source/inputs.h"

namespace assay::cli::mirror {
namespace {

using nlohmann::json;

struct RewriteFlags {
  std::string file, from, to, screen = "off";
  bool json = false, no_pairs = false;
};

Result<assay::mirror::ScreenMode> ModeOf(const std::string& name) {
  if (name == "all") return assay::mirror::ScreenMode::kAll;
  if (name == "any") return assay::mirror::ScreenMode::kAny;
  if (name == "off") return assay::mirror::ScreenMode::kOff;
  return Invalid(StrCat("--screen ", name, ": choose all, any or off"));
}

json ToJson(const assay::mirror::Rewritten& made, const assay::mirror::Screened& screened,
            const assay::mirror::Direction& direction) {
  json out = {{"from", direction.from},
              {"to", direction.to},
              {"program", made.text},
              {"notes", made.notes}};
  out["left"] = json::array();
  for (const auto& one : made.left)
    out["left"].push_back({{"line", one.line}, {"api", one.api}, {"why", one.why}});
  out["uses"] = json::array();
  for (const auto& one : made.uses)
    out["uses"].push_back(
        {{"api", one.api}, {"line", one.line}, {"twin", one.twin}, {"by", one.by}});
  out["screened_out"] = !screened.in;
  out["missing"] = screened.missing;
  out["platforms"] = screened.platforms;
  out["modules"] = screened.modules;
  out["processes"] = screened.processes;
  out["why"] = screened.why;
  return out;
}

Status RunRewrite(const RewriteFlags& flags) {
  ASSAY_ASSIGN(const std::string text, assay::mirror::ReadPythonText(flags.file));
  ASSAY_ASSIGN(const auto mode, ModeOf(flags.screen));
  std::string from = flags.from;
  if (from.empty()) from = assay::mirror::FrameworkOf(text);
  if (from.empty())
    return Invalid(StrCat(flags.file, " imports none of ",
                          Join(assay::mirror::KnownFrameworks(), ", "),
                          "; name its framework by --from"));
  ASSAY_ASSIGN(const auto direction, assay::mirror::MakeDirection(from, flags.to));
  std::function<Result<knowledge::PairBase>()> pairs =
      [direction]() -> Result<knowledge::PairBase> {
    ASSAY_ASSIGN(auto answer, pairs::PairsOf({.from = direction.from, .to = direction.to}));
    return std::move(answer.pairs);
  };
  if (flags.no_pairs) pairs = []() -> Result<knowledge::PairBase> { return knowledge::PairBase{}; };
  ASSAY_ASSIGN(const auto rewriter, assay::mirror::Rewriter::Open(direction, true, pairs));
  const auto made = rewriter.Rewrite(text);
  const auto screened = assay::mirror::Screen(text, rewriter, {.mode = mode});
  if (flags.json) {
    PrintJson(ToJson(made, screened, direction));
    return {};
  }
  if (!screened.in) {
    std::cerr << "assay: screened out: " << screened.why << "\n";
    return {};
  }
  std::cout << made.text;
  for (const auto& one : made.left)
    std::cerr << flags.file << ":" << one.line << ": not translated: " << one.api << ": " << one.why
              << "\n";
  return {};
}

}  // namespace

std::function<int()> SetupRewrite(App& app) {
  const auto flags = std::make_shared<RewriteFlags>();
  app.AddOption("FILE", flags->file, "the program").Required();
  app.AddOption("--to", flags->to, "framework to translate it to: torch, tensorflow or jax")
      .Required();
  app.AddOption("--from", flags->from, "framework it is for (default: the one that it imports)");
  app.AddOption(
      "--screen", flags->screen,
      "all: print nothing unless everything has a twin; any: unless something has; off (default)");
  app.AddFlag("--no-pairs", flags->no_pairs, "rules only, without the pair base");
  app.AddFlag("--json", flags->json,
              "program, what was left and why, APIs with their twins, as JSON");
  app.SetFooter(
      "Prints the twin program; what no rule translates stays as it was and is listed on the error "
      "output.");
  return [flags] {
    const Status status = RunRewrite(*flags);
    if (status.ok()) return 0;
    std::cerr << "assay: " << status.error().message << "\n";
    return 2;
  };
}

}  // namespace assay::cli::mirror
