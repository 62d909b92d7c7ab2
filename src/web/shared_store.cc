#include "web/shared_store.h"

#include <sys/stat.h>

namespace assay::web {

Status SharedStore::Renew() {
  struct stat about = {};
  if (stat(path_.c_str(), &about) != 0) store_.reset();
  const std::pair<dev_t, ino_t> file = {about.st_dev, about.st_ino};
  if (store_.has_value() && file == file_) return {};
  ASSAY_ASSIGN(store_, store::Store::OpenForReading(path_));
  file_ = file;
  return {};
}

}  // namespace assay::web
