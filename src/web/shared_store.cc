#include "web/shared_store.h"

namespace assay::web {

Status SharedStore::Renew() {
  const std::optional<FileId> file = FileIdOf(path_);
  if (store_.has_value() && file.has_value() && file == file_) return {};
  store_.reset();
  ASSAY_ASSIGN(store_, store::Store::OpenForReading(path_));
  file_ = file;
  return {};
}

}  // namespace assay::web
