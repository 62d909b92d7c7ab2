#include <gtest/gtest.h>

#include "mirror/check/roles.h"

namespace assay::mirror::own_doing_test {
namespace {

OwnDoing Of(const std::string& text) { return OwnDoingOf(program::ReadProgram(text)); }

TEST(OwnDoing, WhatEndsOrStopsAProcess) {
  EXPECT_EQ(Of("import os\nos.abort()\n").ends, "os.abort");
  EXPECT_EQ(Of("from os import kill\nkill(1, 9)\n").ends, "os.kill");
  EXPECT_EQ(Of("import ctypes\n").ends, "ctypes");
  EXPECT_EQ(Of("from multiprocessing import Pool\n").ends, "multiprocessing");
  EXPECT_EQ(Of("import time\ntime.sleep(5)\n").ends, "time.sleep");
  EXPECT_EQ(Of("input()\n").ends, "input");
  EXPECT_EQ(Of("__import__(\"os\")._exit(0)\n").ends, "__import__");
}

TEST(OwnDoing, WhatDoesNot) {
  EXPECT_EQ(Of("import os\nimport torch\nprint(os.getcwd(), torch.signal)\n").ends, "");
  EXPECT_EQ(Of("import signals\nx.exec()\n").ends, "");
}

TEST(OwnDoing, LoopsErrorsAndHandlersAreCounted) {
  const OwnDoing o =
      Of("while True:\n    pass\nfor i in range(3):\n    y = [k for k in range(2)]\n"
         "try:\n    raise ValueError\nexcept ValueError:\n    raise AssertionError(1)\n");
  EXPECT_EQ(o.loops, 3u);
  EXPECT_EQ(o.raises, 1u);
  EXPECT_EQ(o.catches, 1u);
  EXPECT_EQ(Of("import contextlib\nwith contextlib.suppress(ValueError):\n    f()\n").catches, 1u);
}

}  // namespace
}  // namespace assay::mirror::own_doing_test
