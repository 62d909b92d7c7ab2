// Limits that a framework states in its own message.
//
// The gaps in backends/*.toml are limits that somebody has looked at: what matches one is no
// finding at all. A message that says "not supported" and matches none is a finding still, as
// frameworks say so by mistake, too; but whoever reads of it has to be told in their words.
#pragma once

#include <string>
#include <string_view>

namespace assay::triage {

// The line of `message` that states a limit by the words of stated_limits.def, of a long one what
// is around them; "" when none does.
std::string StatedLimit(std::string_view message);

// The same of a finding of this kind: only what is refused can be a limit. A crash is none,
// whatever was printed before.
std::string StatedLimitOf(std::string_view kind, std::string_view message);

}  // namespace assay::triage
