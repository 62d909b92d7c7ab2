// Access to the hostile worker for tests: what each of its kinds must be seen as.
#pragma once

#include <cstdlib>
#include <map>
#include <string>

#include "lab/lab.h"

namespace assay::lab {

// Mode of the hostile worker -> how the lab must see it.
inline const std::map<std::string, Ending>& HostileKinds() {
  static const std::map<std::string, Ending> kinds = {
      {"ok", Ending::kOk},
      {"noise", Ending::kOk},
      {"abort", Ending::kCrash},
      {"segfault", Ending::kCrash},
      {"floating-point", Ending::kCrash},
      {"ended-by-itself", Ending::kCrash},
      {"exit", Ending::kCrash},
      {"exit-3", Ending::kCrash},
      {"hang", Ending::kHang},
      {"spin", Ending::kHang},
      {"memory", Ending::kOutOfMemory},
      {"flood", Ending::kFlood},
      {"truncated", Ending::kCrash},
      {"stalled", Ending::kHang},
      {"short-head", Ending::kCrash},
      {"wrong-magic", Ending::kProtocol},
      {"wrong-id", Ending::kProtocol},
      {"huge", Ending::kProtocol},
      {"large-lie", Ending::kCrash},
      {"garbage", Ending::kProtocol},
      {"missing-output", Ending::kProtocol},
      {"unknown-type", Ending::kProtocol},
      {"wrong-shape", Ending::kProtocol},
      {"negative-shape", Ending::kProtocol},
      {"overflowing-shape", Ending::kProtocol},
      {"wrong-count", Ending::kProtocol},
      {"bad-bool", Ending::kProtocol},
      {"nan-time", Ending::kProtocol},
      {"trailing", Ending::kProtocol},
      {"twice", Ending::kOk},
      {"closed", Ending::kProtocol},
      {"child", Ending::kCrash},
      {"child-of-another-group", Ending::kCrash},
      {"files", Ending::kOk},
      {"files-then-abort", Ending::kCrash},
      {"no-core", Ending::kOk},
      {"stdin", Ending::kOk},
      {"device-lost", Ending::kCrash},
      {"device-lost-unsupported", Ending::kUnsupported},
  };
  return kinds;
}

// A target that runs the hostile worker; `start` is how it comes up.
inline Target HostileTarget(const std::string& mode, const std::string& start = "") {
  static const auto manifest = [] {
    auto made = std::make_shared<Manifest>();
    made->framework = "hostile";
    made->memory_mb = 256;
    made->start_s = 5;
    made->wall_s = 0.5;
    return made;
  }();
  Target target;
  target.name = "hostile:" + mode;
  target.framework = "hostile";
  target.mode = mode;
  target.device = "cpu";
  target.ready = true;
  target.manifest = manifest;
  const char* worker = std::getenv("ASSAY_HOSTILE_WORKER");
  target.command.words = {worker == nullptr ? "build/release/tests/hostile_worker" : worker, start};
  target.wall_s = 0.5;
  target.launch_key = "hostile " + start;
  return target;
}

inline Request HostileRequest() {
  Request request;
  request.key = 1;
  request.model = "model";
  request.wanted = {"y"};
  return request;
}

}  // namespace assay::lab
