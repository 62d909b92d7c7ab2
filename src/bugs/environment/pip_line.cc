#include "bugs/environment/pip_line.h"

#include <re2/re2.h>

#include <algorithm>

#include "base/strings.h"

namespace assay::bugs {
namespace {

bool IsPlain(char c) { return c >= ' ' && c <= '~'; }

}  // namespace

std::string WhyNotForPip(std::string_view line) {
  // pip ends a line at a form feed and at others of their kind too. What stands behind one would be
  // a line of its own: --no-binary, say, by which a stranger's setup.py is run.
  if (!std::ranges::all_of(line, IsPlain))
    return "its requirements hold a character that is no plain text";
  // pip puts the variable's value there, and asks whatever address holds it.
  if (line.find("${") != std::string_view::npos)
    return "its requirements ask for a variable of this machine (${…})";
  return "";
}

std::string ReachesFurther(std::string_view option) {
  static const re2::RE2 kFurther(
      R"((-[rce]|--requirements?|--constraints?|--editable)(?:[ =\t].*|[^-\s].*)?)");
  std::string flag;
  if (!re2::RE2::FullMatch(re2::StringPiece(option.data(), option.size()), kFurther, &flag))
    return "";
  return StrCat("its requirements hold ", flag, ", which is not followed; list the packages");
}

}  // namespace assay::bugs
