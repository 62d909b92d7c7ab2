#include <algorithm>
#include <array>

#include "report/formats.h"

namespace assay::report {

std::span<const FormatDef> AllFormats() {
  static constexpr std::array kFormats = {
#define FORMAT(Name, name, help) FormatDef{name, help, Render##Name},
#include "report/formats.def"
#undef FORMAT
  };
  return kFormats;
}

const FormatDef* FindFormat(std::string_view name) {
  const auto all = AllFormats();
  const auto found =
      std::ranges::find_if(all, [&](const FormatDef& def) { return def.name == name; });
  return found == all.end() ? nullptr : &*found;
}

}  // namespace assay::report
