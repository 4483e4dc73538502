// SPDX-License-Identifier: Apache-2.0
#include "cudart/core/graph.h"

#include <algorithm>
#include <map>
#include <set>

#include "cudart/core/error.h"

namespace lockstep::cudart {

GraphNode& Graph::append(NodeKind kind, std::function<void()> work) {
  std::vector<const GraphNode*> after;
  if (!nodes_.empty()) after.push_back(nodes_.back().get());
  return add(kind, std::move(work), std::move(after));
}

GraphNode& Graph::add(NodeKind kind, std::function<void()> work,
                      std::vector<const GraphNode*> after) {
  for (const GraphNode*& node : after) {
    node = find(node);
    if (node == nullptr) throw Failure(Error::invalid_value);
  }
  nodes_.push_back(std::make_unique<GraphNode>());
  GraphNode& made = *nodes_.back();
  made.kind = kind;
  made.work = std::move(work);
  made.after = std::move(after);
  return made;
}

GraphNode* Graph::find(const GraphNode* node) const {
  for (const auto& own : nodes_)
    if (own.get() == node) return own.get();
  for (const auto& own : nodes_)
    if (node != nullptr && own->identity == node->identity) return own.get();
  return nullptr;
}

std::size_t Graph::edge_count() const {
  std::size_t count = 0;
  for (const auto& node : nodes_) count += node->after.size();
  return count;
}

std::shared_ptr<Graph> Graph::clone() const {
  auto copy = std::make_shared<Graph>();
  for (const auto& node : nodes_)
    copy->nodes_.push_back(std::make_unique<GraphNode>(*node));
  for (const auto& node : copy->nodes_)
    for (const GraphNode*& before : node->after) before = copy->find(before);
  return copy;
}

std::vector<const GraphNode*> Graph::in_order() const {
  std::vector<const GraphNode*> order;
  std::set<const GraphNode*> done;
  const auto is_ready = [&](const GraphNode& node) {
    return std::ranges::all_of(node.after, [&](const GraphNode* before) {
      return done.contains(before);
    });
  };
  while (order.size() < nodes_.size()) {
    const std::size_t before = order.size();
    for (const auto& node : nodes_) {
      if (done.contains(node.get()) || !is_ready(*node)) continue;
      order.push_back(node.get());
      done.insert(node.get());
    }
    if (order.size() == before) throw Failure(Error::invalid_value);
  }
  return order;
}

void Graph::run() const {
  for (const GraphNode* node : in_order())
    if (node->work) node->work();
}

}  // namespace lockstep::cudart
