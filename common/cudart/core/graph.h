// SPDX-License-Identifier: Apache-2.0
// Graphs of work: nodes run one after another, each behind all it depends on.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <utility>
#include <vector>

namespace lockstep::cudart {

/// The numbers of cudaGraphNodeType.
enum class NodeKind : std::uint8_t {
  kernel,
  copy,
  fill,
  host,
  graph,
  empty,
  wait_event,
  record_event,
};

class Graph;

struct GraphNode {
  NodeKind kind = NodeKind::empty;
  std::function<void()> work;
  std::vector<const GraphNode*> after;  ///< nodes of the same graph
  /// Nodes of which this is a copy have the same.
  std::shared_ptr<int> identity = std::make_shared<int>();
};

class Graph {
 public:
  /// Behind all nodes that are there: what a capture does.
  GraphNode& append(NodeKind kind, std::function<void()> work);
  /// Behind the nodes given only.
  GraphNode& add(NodeKind kind, std::function<void()> work,
                 std::vector<const GraphNode*> after);
  /// Null for a node that is not of this graph, nor copied from or to it.
  GraphNode* find(const GraphNode* node) const;

  const std::vector<std::unique_ptr<GraphNode>>& nodes() const {
    return nodes_;
  }
  std::size_t edge_count() const;

  /// With the same dependencies among the copies.
  std::shared_ptr<Graph> clone() const;
  /// Throws Failure where nodes depend on each other in a circle; else runs
  /// all, in the order of their making where dependencies leave a choice.
  void run() const;
  /// The same without running.
  void check() const { in_order(); }

  bool is_capturing = false;

 private:
  std::vector<const GraphNode*> in_order() const;

  std::vector<std::unique_ptr<GraphNode>> nodes_;
};

}  // namespace lockstep::cudart
