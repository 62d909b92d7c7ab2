#include <algorithm>
#include <filesystem>

#include "base/files.h"
#include "base/strings.h"
#include "knowledge/api/crawl/page_source.h"

namespace assay::knowledge {
namespace {

namespace fs = std::filesystem;

// Larger pages are no documentation (numpy's largest has 2 MB).
constexpr uint64_t kMaxPage = uint64_t{32} << 20;

class FolderSource : public PageSource {
 public:
  explicit FolderSource(std::string folder) : folder_(std::move(folder)) {}

  std::string Start() const override { return folder_ + "/index.html"; }
  Result<PageReply> Get(const std::string& address) override {
    if (!fs::exists(address)) return PageReply{404, "", false};
    ASSAY_ASSIGN(std::string body, ReadFile(address, kMaxPage));
    return PageReply{200, std::move(body), false};
  }
  bool Inside(const std::string& address) const override {
    return address.starts_with(folder_ + "/");
  }
  bool Allowed(const std::string&) const override { return true; }
  std::vector<std::string> List() const override {
    std::vector<std::string> out;
    std::error_code error;
    for (auto at = fs::recursive_directory_iterator(
             folder_, fs::directory_options::skip_permission_denied, error);
         at != fs::recursive_directory_iterator(); at.increment(error))
      if (at->is_regular_file(error) && at->path().extension() == ".html")
        out.push_back(at->path().string());
    std::ranges::sort(out);
    return out;
  }

 private:
  const std::string folder_;
};

}  // namespace

Result<std::unique_ptr<PageSource>> OpenFolder(const std::string& folder) {
  std::error_code error;
  if (!fs::is_directory(folder, error))
    return Invalid(StrCat("there is no folder ", folder,
                          "; name a folder of HTML pages or an http(s) address"));
  std::string path = fs::canonical(folder, error).string();
  if (error) return Invalid(StrCat("cannot read ", folder, ": ", error.message()));
  return std::unique_ptr<PageSource>(std::make_unique<FolderSource>(path));
}

}  // namespace assay::knowledge
