#include "web/sources.h"

namespace assay::web {

Status SharedStore::Renew() {
  const std::optional<FileId> file = FileIdOf(path_);
  // What is no file, a database elsewhere, cannot be replaced without the connection being lost.
  if (store_.has_value() && file == file_ && (file.has_value() || store::IsAddress(path_)))
    return {};
  store_.reset();
  ASSAY_ASSIGN(store_, store::Store::OpenForReading(path_));
  file_ = file;
  return {};
}

}  // namespace assay::web
