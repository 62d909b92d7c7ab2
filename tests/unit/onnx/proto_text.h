// Protobuf messages written as text, so that a test shows the file it is about.
#pragma once

#include <gmock/gmock.h>
#include <google/protobuf/text_format.h>
#include <gtest/gtest.h>

#include <string>

#include "base/strings.h"
#include "onnx/model_io.h"
#include "onnx/protos.h"

namespace assay::onnxio {

template <typename Message>
Message FromText(const std::string& text) {
  Message message;
  EXPECT_TRUE(google::protobuf::TextFormat::ParseFromString(text, &message)) << text;
  return message;
}

// The bytes of a model with a header around the given content of its graph. `more` goes beside the
// graph.
inline std::string ModelBytes(const std::string& graph, const std::string& more = "") {
  return FromText<onnx::ModelProto>(
             StrCat("ir_version: 10 opset_import { version: 21 } graph { name: 'g' ", graph, " } ",
                    more))
      .SerializeAsString();
}

// "name: 'x' type {…}" of a float32 value with the given sizes.
inline std::string Floats(const std::string& name, const std::string& sizes = "2") {
  std::string dims;
  for (const std::string& size : Split(sizes, ','))
    dims += StrCat(" dim { dim_value: ", size, " }");
  return StrCat("name: '", name, "' type { tensor_type { elem_type: 1 shape {", dims, " } } }");
}

inline Result<Model> ParseUnchecked(const std::string& bytes) {
  return ParseModel(bytes, {.official_check = false, .base_dir = {}});
}

// `bytes` must be refused, with and without the official checker, with a message that holds all of
// `words`.
template <typename... Words>
void ExpectRefused(const std::string& bytes, const Words&... words) {
  for (const bool official : {false, true}) {
    const Result<Model> model = ParseModel(bytes, {.official_check = official, .base_dir = {}});
    ASSERT_FALSE(model.ok());
    EXPECT_EQ(model.error().kind, ErrorKind::kInvalid);
    EXPECT_THAT(model.error().message, ::testing::AllOf(::testing::HasSubstr(words)...));
  }
}

}  // namespace assay::onnxio
