// cpp-httplib as the distributions build it: the layout of its classes depends on these
// definitions, so every file includes it by this header.
#pragma once

#define CPPHTTPLIB_OPENSSL_SUPPORT
#define CPPHTTPLIB_ZLIB_SUPPORT
#define CPPHTTPLIB_BROTLI_SUPPORT
#include <httplib.h>  // IWYU pragma: export
