#include "tests/unit/onnx/proto_text.h"

namespace assay::onnxio {
namespace {

const ValueType kFloats = TensorType(DType::kFloat32);

Datum Vector(std::vector<double> values) {
  return MakeTensor(DType::kFloat32, Shape{static_cast<int64_t>(values.size())}, values);
}

void ExpectRoundTrip(const Datum& datum, const ValueType& type) {
  const Result<std::string> bytes = SerializeDatum(datum, "v");
  ASSERT_TRUE(bytes.ok()) << bytes.error().message;
  const Result<Datum> again = ParseDatum(*bytes, type);
  ASSERT_TRUE(again.ok()) << again.error().message;
  EXPECT_TRUE(*again == datum) << TypeText(type);
}

TEST(Datum, RoundTrips) {
  const ValueType sequence = ValueType::SequenceOf(kFloats);
  const ValueType optional = ValueType::OptionalOf(sequence);
  ExpectRoundTrip(Vector({1, 2}), kFloats);
  ExpectRoundTrip(Datum::Sequence({Vector({1}), Vector({})}), sequence);
  ExpectRoundTrip(Datum::Sequence({}), sequence);
  ExpectRoundTrip(Datum::Sequence({Datum::Sequence({Vector({1})}), Datum::Sequence({})}),
                  ValueType::SequenceOf(sequence));
  ExpectRoundTrip(Datum::Optional(), optional);
  ExpectRoundTrip(Datum::Optional(Vector({1})), ValueType::OptionalOf(kFloats));
  ExpectRoundTrip(Datum::Optional(Datum::Sequence({Vector({3})})), optional);
  ExpectRoundTrip(Datum::Optional(Datum::Optional()), ValueType::OptionalOf(optional));
}

TEST(Datum, MapsRoundTrip) {
  Datum map;
  map.kind = Datum::Kind::kMap;
  map.items = {Vector({1}), Vector({2, 3})};
  map.tensor = Int64Vector(std::vector<int64_t>{7, -8});
  const ValueType type = ValueType::MapOf(DType::kInt64, kFloats);
  ExpectRoundTrip(map, type);
  ExpectRoundTrip(Datum::Sequence({map, map}), ValueType::SequenceOf(type));
  map.tensor = Tensor(Shape{2}, std::vector<std::string>{"a", "b"});
  ExpectRoundTrip(map, ValueType::MapOf(DType::kString, kFloats));
}

TEST(Datum, DamagedValuesAreRefused) {
  const std::string bytes = *SerializeDatum(Datum::Sequence({Vector({1, 2, 3})}), "v");
  const ValueType sequence = ValueType::SequenceOf(kFloats);
  for (size_t size = 5; size < bytes.size(); ++size)
    (void)ParseDatum(bytes.substr(0, size), sequence).ok();
  EXPECT_FALSE(ParseDatum(bytes.substr(0, bytes.size() - 4), sequence).ok());
  EXPECT_FALSE(ParseDatum(bytes, ValueType()).ok());
  EXPECT_FALSE(ParseDatum("hello\n", kFloats).ok());
  EXPECT_FALSE(ParseDatum("", kFloats).ok());  // a tensor without a type
  const auto map =
      FromText<onnx::MapProto>("key_type: 7 keys: 1 values { elem_type: 1 }").SerializeAsString();
  EXPECT_FALSE(ParseDatum(map, ValueType::MapOf(DType::kInt64, kFloats)).ok());
}

}  // namespace
}  // namespace assay::onnxio
