#include "store/schema.h"

#include "base/strings.h"

namespace assay::store {

Status RefuseNewer(const std::string& path, int version, int newest) {
  if (version <= newest) return {};
  return Invalid(StrCat(path, ": was written by a newer assay (schema ", version,
                        ", this one knows ", newest, "); use that one, or another --store"));
}

Status RefuseOther(const std::string& path, int version, int newest) {
  if (version == newest) return {};
  return Invalid(StrCat(path, ": has schema ", version, ", this assay reads ", newest,
                        version < newest ? "; `assay findings list` brings it up to date"
                                         : "; it was written by a newer assay, use that one"));
}

}  // namespace assay::store
