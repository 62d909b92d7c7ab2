// Formats: a report as text for people or machines. One file each in formats/, one line each in
// formats.def.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "base/strings.h"
#include "report/escape.h"
#include "report/report.h"

namespace assay::report {

struct RenderOptions {
  std::string version;  // of this program
  // More than one report is meant, even if only one is there: JSON is a list then, and pages open
  // with a table of all.
  bool all = false;
};

struct FormatDef {
  std::string_view name;  // as --format takes it
  std::string_view help;
  std::string (*render)(std::span<const Report> reports, const RenderOptions& options);
};

std::span<const FormatDef> AllFormats();
const FormatDef* FindFormat(std::string_view name);

#define FORMAT(Name, name, help) \
  std::string Render##Name(std::span<const Report> reports, const RenderOptions& options);
#include "report/formats.def"
#undef FORMAT

}  // namespace assay::report
