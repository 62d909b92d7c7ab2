// The official protobuf classes, for the files of this folder only.
#pragma once

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wall"
#pragma GCC diagnostic ignored "-Wextra"
#pragma GCC diagnostic ignored "-Wshadow"
#include "onnx/onnx-data.pb.h"
#include "onnx/onnx-ml.pb.h"
#pragma GCC diagnostic pop
