// Netron, a viewer of models (https://github.com/lutzroeder/netron, MIT), where it is installed:
// its own pages, served beside ours out of its package's folder. Nothing of it runs on this machine
// but in the browser.
//
// Its pages ask a host elsewhere whether they must ask for consent to cookies, report errors and
// use to another, and stop working half a year after their release. A script of ours that comes
// first switches all of that off; kNetronPolicy holds whatever any version of it may try.
#pragma once

#include <map>
#include <string>
#include <string_view>

#include "base/result.h"

namespace assay::web {

inline constexpr std::string_view kNetronPath = "/netron/";

// Its own scripts and data, from here. Unlike ours, its page has styles written into it.
inline constexpr const char* kNetronPolicy =
    "default-src 'none'; script-src 'self'; worker-src 'self'; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data: blob:; connect-src 'self'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'";

// The folder that holds Netron's pages. `named`: that folder or an environment with Netron in it,
// an error when it is neither. When nothing is named: the environment `netron` of the project at
// `home`, then where the `netron` of $PATH comes from; "" when it is nowhere.
Result<std::string> FindNetron(const std::string& named, const std::string& home);

struct NetronFile {
  std::string bytes, type;
};

class NetronFiles {
 public:
  // Lists the files of `folder` once: no path of a request ever reaches the file system. "": none.
  explicit NetronFiles(const std::string& folder);

  // `path`: behind kNetronPath, "" for the page itself. An Unsupported error when there is no such
  // file, or no Netron.
  Result<NetronFile> Read(std::string_view path) const;

 private:
  std::map<std::string, std::string, std::less<>> files_;  // name: where it lies
};

}  // namespace assay::web
