// What a program does by itself, that no framework is to be blamed for.
#pragma once

#include <string>

#include "program/parse/program.h"

namespace assay::mirror {

struct OwnDoing {
  // A call that can end or stop the process without the help of a framework (os.abort, ctypes,
  // signal, time.sleep …); "": none.
  std::string ends;
  size_t loops = 0;    // while, for, and comprehensions
  size_t raises = 0;   // raise statements, but for failed checks
  size_t catches = 0;  // except clauses, and contextlib.suppress
};

OwnDoing OwnDoingOf(const program::Program& program);

}  // namespace assay::mirror
