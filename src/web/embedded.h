// The files of the dashboard's pages, as the build put them into the program: see cmake/web.cmake
// and web/assets.txt.
#pragma once

#include <span>
#include <string_view>

namespace assay::web {

struct Embedded {
  std::string_view path;   // in the address, without the slash before it: "app/main.js"
  std::string_view type;   // Content-Type
  std::string_view plain;  // the file
  std::string_view gzip;   // the file, compressed; empty when that would be no shorter
  std::string_view etag;   // with its quotes
};

// In the order of web/assets.txt: every module stands after those that it imports.
std::span<const Embedded> EmbeddedFiles();

// False when npm was missing at build time: then there is only a plain index.html that says so.
bool HasPages();

}  // namespace assay::web
