#include "lab/message.h"

#include <gtest/gtest.h>

#include <cstring>

#include "assay_worker.h"
#include "base/rng.h"

namespace assay::lab {
namespace {

std::string Flat(const RequestFrame& frame) {
  std::string out;
  for (const std::string_view part : frame.parts()) out += part;
  return out;
}

NamedData SomeInputs() {
  const double values[] = {1.5, -2, 3};
  const int64_t ints[] = {-8, 7};
  std::vector<std::string> texts = {"", "ümlaut"};
  Datum map;
  map.kind = Datum::Kind::kMap;
  map.tensor = Int64Vector(ints);
  map.items = {MakeTensor(DType::kFloat32, {}, std::span(values, 1)),
               MakeTensor(DType::kFloat32, {}, std::span(values, 1))};
  return {{"a", MakeTensor(DType::kFloat32, {3}, values)},
          {"empty", Tensor(DType::kFloat64, {0, 4})},
          {"four bits", MakeIntTensor(DType::kInt4, {2}, ints)},
          {"texts", Tensor({2}, texts)},
          {"large", Tensor(DType::kFloat32, {100, 1000})},
          {"after large", MakeTensor(DType::kFloat16, {3}, values)},
          {"sequence", Datum::Sequence({MakeTensor(DType::kFloat64, {3}, values)})},
          {"nothing", Datum::Optional()},
          {"something", Datum::Optional(MakeTensor(DType::kFloat32, {3}, values))},
          {"map", map}};
}

// The worker's side reads what assay writes, and what it answers comes back the same.
TEST(Message, ValuesSurviveTheRoundTrip) {
  Request request;
  request.key = 7;
  request.mode = "opt=off";
  request.model = "bytes";
  request.inputs = SomeInputs();
  for (const auto& [name, value] : request.inputs) request.wanted.push_back(name);
  const std::string bytes = Flat(RequestFrame(request, 42, true));
  wire::Header header;
  std::memcpy(&header, bytes.data(), sizeof header);
  ASSERT_EQ(header.bytes, bytes.size() - sizeof header);
  EXPECT_EQ(header.id, 42u);
  const std::vector<char> body(bytes.begin() + sizeof header, bytes.end());
  wire::Reader in(body.data(), body.size());
  const worker::internal::Request got = worker::internal::ReadRequest(in);
  ASSERT_TRUE(in.done());
  EXPECT_EQ(got.mode, "opt=off");
  EXPECT_EQ(got.stage, "run");
  EXPECT_EQ(got.model, "bytes");

  wire::Writer out;
  for (const char* text : {"ok", "", "", "", ""}) out.Text(text);
  for (int i = 0; i < 3; ++i) out.Number(0.25);
  out.Number(uint64_t{1 << 20});
  out.Text("1.2.3");
  out.Text("cpu");
  out.Number(static_cast<uint32_t>(got.inputs.size()));
  for (const auto& [name, value] : got.inputs) {
    out.Text(name);
    worker::internal::WriteValue(out, value);
  }
  const auto reply = ParseReply(out.Flat());
  ASSERT_TRUE(reply.ok()) << reply.error().message;
  EXPECT_EQ(reply->outputs, request.inputs);
  EXPECT_EQ(reply->version, "1.2.3");
  EXPECT_EQ(reply->load_ms, 0.25);
}

TEST(Message, MemoryOfADeviceMayFollow) {
  wire::Writer out;
  for (const char* text : {"ok", "", "", "", ""}) out.Text(text);
  for (int i = 0; i < 3; ++i) out.Number(0.5);
  out.Number(uint64_t{0});
  out.Text("1");
  out.Text("cuda:x");
  out.Number(uint32_t{0});
  EXPECT_FALSE(ParseReply(out.Flat())->device_bytes.has_value());
  out.Number(uint64_t{5});
  EXPECT_FALSE(ParseReply(out.Flat()).ok());
  out.Number(uint64_t{7});
  const auto reply = ParseReply(out.Flat());
  ASSERT_TRUE(reply.ok()) << reply.error().message;
  EXPECT_EQ(*reply->device_bytes, std::make_pair(uint64_t{5}, uint64_t{7}));
}

TEST(Message, ElementsAreAligned) {
  Request request;
  request.inputs = SomeInputs();
  const std::string bytes = Flat(RequestFrame(request, 1, true));
  const std::vector<char> body(bytes.begin() + sizeof(wire::Header), bytes.end());
  wire::Reader in(body.data(), body.size());
  for (const auto& [name, value] : worker::internal::ReadRequest(in).inputs)
    if (value.bytes > 0) {
      EXPECT_EQ((value.data - body.data()) % wire::kAlign, 0u) << name;
    }
}

TEST(Message, AKnownModelIsNotSentAgain) {
  Request request;
  const std::string model(100000, 'm');
  request.model = model;
  EXPECT_GT(RequestFrame(request, 1, true).bytes(), 100000u);
  EXPECT_LT(RequestFrame(request, 1, false).bytes(), 200u);
}

// No reply, however damaged, gets past the reader or takes it down.
TEST(Message, ATaskComesLastAndOnlyWhenThereIsOne) {
  Request request;
  request.key = 7;
  const std::string plain = Flat(RequestFrame(request, 1, true));
  request.task = "train";
  request.settings = "{}";
  const std::string bytes = Flat(RequestFrame(request, 1, true));
  EXPECT_EQ(bytes.size(), plain.size() + 2 * sizeof(uint32_t) + 7);
  wire::Reader in(std::string_view(bytes).substr(sizeof(wire::Header)));
  const worker::internal::Request got = worker::internal::ReadRequest(in);
  ASSERT_TRUE(in.done());
  EXPECT_EQ(got.task, "train");
  EXPECT_EQ(got.settings, "{}");
}

// What is looked at closely is served with care: in a clean process, and where memory is measured.
TEST(Message, CareIsAskedForWhereSomebodyLooksClosely) {
  const auto flags = [](const Request& request) {
    wire::Header header;
    const std::string bytes = Flat(RequestFrame(request, 1, true));
    std::memcpy(&header, bytes.data(), sizeof header);
    return header.flags;
  };
  EXPECT_EQ(flags({}), 0);
  EXPECT_EQ(flags({.fresh = true}), wire::kCareful);
  EXPECT_EQ(flags({.measure_memory = true}), wire::kMeasureMemory | wire::kCareful);
}

TEST(Message, OlderWorkersKnowNoTasks) {
  wire::Writer older;
  for (const char* text : {"mine", "1", "cpu", ""}) older.Text(text);
  EXPECT_TRUE(ParseHello(older.Flat())->tasks.empty());
  wire::Writer newer = older;
  newer.Number(uint32_t{1});
  newer.Text("train");
  EXPECT_EQ(ParseHello(newer.Flat())->tasks, std::vector<std::string>{"train"});
  newer.Number(uint8_t{0});
  EXPECT_FALSE(ParseHello(newer.Flat()).ok());
  older.Number(uint32_t{1000000});
  EXPECT_FALSE(ParseHello(older.Flat()).ok());
}

TEST(Message, DamagedRepliesAreRefused) {
  wire::Writer out;
  for (const char* text : {"ok", "", "", "", ""}) out.Text(text);
  for (int i = 0; i < 3; ++i) out.Number(1.0);
  out.Number(uint64_t{0});
  out.Text("1");
  out.Text("cpu");
  out.Number(uint32_t{1});
  out.Text("y");
  worker::Value value;
  value.Allocate(worker::kFloat32, {2, 3});
  worker::internal::WriteValue(out, value);
  ASSERT_TRUE(ParseReply(out.body()).ok());
  for (size_t cut = 0; cut < out.body().size(); ++cut)
    EXPECT_FALSE(ParseReply(out.body().substr(0, cut)).ok()) << cut;
  Rng rng(1);
  for (int i = 0; i < 20000; ++i) {
    std::string damaged = out.body();
    for (int k = 0; k < 3; ++k)
      damaged[rng.Next() % damaged.size()] = static_cast<char>(rng.Next());
    (void)ParseReply(damaged);  // must come back
  }
}

}  // namespace
}  // namespace assay::lab
