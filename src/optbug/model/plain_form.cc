#include "optbug/model/plain_form.h"

#include <algorithm>
#include <string_view>

#include "base/strings.h"

namespace assay::optbug {
namespace {

struct PlainApi {
  std::string_view framework, api;
};
constexpr PlainApi kPlain[] = {
#define PLAIN(framework, api) {framework, api},
#include "optbug/model/plain_apis.def"
#undef PLAIN
};

// The model is the first argument or has one of the names that optimisers give it; without one the
// call makes a decorator.
constexpr std::string_view kHandOn = R"(def _hand_on(*given, **named):
    found = [*given, *(named[k] for k in ("model", "func", "obj", "fun", "mod", "module", "root", "script_module") if k in named)]
    return found[0] if found else lambda model: model
)";

}  // namespace

bool HasPlainForm(const std::string& framework, std::span<const std::string> optimisers) {
  return !optimisers.empty() && std::ranges::all_of(optimisers, [&](const std::string& api) {
    return std::ranges::any_of(kPlain, [&](const PlainApi& plain) {
      return plain.framework == framework && plain.api == api;
    });
  });
}

std::string PlainLines(const std::string& framework) {
  std::string out(kHandOn);
  for (const PlainApi& plain : kPlain) {
    if (plain.framework != framework) continue;
    const size_t dot = plain.api.rfind('.');
    out += StrCat("import ", plain.api.substr(0, dot), "\n", plain.api, " = _hand_on\n");
  }
  return out;
}

std::string PlainForm(const std::string& program, const std::string& lines) {
  size_t at = 0;
  constexpr std::string_view kFuture = "from __future__ ";
  for (size_t line = program.find(kFuture); line != std::string::npos;
       line = program.find(kFuture, line + 1)) {
    if (line != 0 && program[line - 1] != '\n') continue;
    const size_t end = program.find('\n', line);
    if (end == std::string::npos) return program;
    at = end + 1;
  }
  return StrCat(program.substr(0, at), lines, program.substr(at));
}

}  // namespace assay::optbug
