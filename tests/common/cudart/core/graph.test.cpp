// SPDX-License-Identifier: Apache-2.0
#include "cudart/core/graph.h"

#include <catch2/catch_test_macros.hpp>
#include <string>

#include "cudart/core/error.h"
#include "cudart/core/streams.h"

using namespace lockstep::cudart;

namespace {

struct Fixture {
  std::string log;
  Graph graph;

  GraphNode& add(char letter, std::vector<const GraphNode*> after) {
    return graph.add(
        NodeKind::host, [this, letter] { log += letter; }, std::move(after));
  }
};

}  // namespace

TEST_CASE_METHOD(Fixture, "graph: a node runs behind all it depends on",
                 "[cudart]") {
  GraphNode& a = add('a', {});
  GraphNode& b = add('b', {});
  GraphNode& c = add('c', {&a});
  a.after.push_back(&b);
  b.after = {};
  graph.run();
  CHECK(log == "bac");
  CHECK(graph.edge_count() == 2);
  b.after.push_back(&c);  // a circle
  CHECK_THROWS_AS(graph.check(), Failure);
}

TEST_CASE_METHOD(Fixture, "graph: a copy is one of its own", "[cudart]") {
  GraphNode& a = add('a', {});
  add('b', {&a});
  const auto copy = graph.clone();
  GraphNode* copied = copy->find(&a);
  REQUIRE(copied != nullptr);
  CHECK(copied != &a);
  copied->work = [this] { log += 'A'; };
  copy->run();
  CHECK(log == "Ab");
  graph.run();
  CHECK(log == "Abab");
  CHECK_THROWS_AS(Graph().add(NodeKind::empty, {}, {&a}), Failure);
}

TEST_CASE("streams: a captured stream collects its work", "[cudart]") {
  Streams streams;
  std::string log;
  const auto work = [&](char letter) { return [&, letter] { log += letter; }; };
  const StreamHandle one = streams.create(0, 0), two = streams.create(0, 0);
  const EventHandle fork = streams.create_event(0);
  streams.begin_capture(one);
  streams.enqueue(one, NodeKind::host, work('1'));
  streams.enqueue(two, NodeKind::host, work('n'));  // not of the capture yet
  CHECK(log == "n");
  streams.record(fork, one);
  streams.wait(two, fork);
  streams.enqueue(two, NodeKind::host, work('2'));
  CHECK_THROWS_AS(streams.get_to_wait(one), Failure);
  const auto graph = streams.end_capture(one);
  CHECK(log == "n");
  streams.enqueue(two, NodeKind::host, work('o'));
  graph->run();
  graph->run();
  CHECK(log == "no1212");
  CHECK_THROWS_AS(streams.end_capture(one), Failure);
  CHECK_THROWS_AS(streams.begin_capture(nullptr), Failure);
}
