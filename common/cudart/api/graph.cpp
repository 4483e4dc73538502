// SPDX-License-Identifier: Apache-2.0
// Graphs as wholes: made, copied, made executable, launched.
#include <algorithm>

#include "cudart/api/call.h"

using namespace lockstep::cudart;

namespace {

cudaGraphExec_t instantiated(Session& s, cudaGraph_t graph) {
  const std::shared_ptr<Graph> copy = s.graphs.get(graph)->clone();
  copy->check();
  return handle_as<cudaGraphExec_t>(s.runnable_graphs.add(copy));
}

/// `to` has room for `*count`; null: only the number is asked for.
void list(const std::vector<const GraphNode*>& nodes, cudaGraphNode_t* to,
          size_t* count) {
  require(count != nullptr);
  if (to == nullptr) {
    *count = nodes.size();
    return;
  }
  *count = std::min(*count, nodes.size());
  for (size_t i = 0; i < *count; ++i)
    to[i] = handle_as<cudaGraphNode_t>(nodes[i]);
}

}  // namespace

extern "C" {

cudaError_t cudaGraphCreate(cudaGraph_t* graph, unsigned flags) {
  return LOCKSTEP_CALL {
    require(graph != nullptr && flags == 0);
    *graph = handle_as<cudaGraph_t>(s.graphs.add(std::make_shared<Graph>()));
  };
}

cudaError_t cudaGraphClone(cudaGraph_t* copy, cudaGraph_t graph) {
  return LOCKSTEP_CALL {
    require(copy != nullptr);
    *copy = handle_as<cudaGraph_t>(s.graphs.add(s.graphs.get(graph)->clone()));
  };
}

cudaError_t cudaGraphDestroy(cudaGraph_t graph) {
  return LOCKSTEP_CALL { s.graphs.remove(graph); };
}

#if CUDART_VERSION >= 12000
cudaError_t cudaGraphInstantiate(cudaGraphExec_t* runnable, cudaGraph_t graph,
                                 unsigned long long) {
  return LOCKSTEP_CALL {
    require(runnable != nullptr);
    *runnable = instantiated(s, graph);
  };
}
#else
cudaError_t cudaGraphInstantiate(cudaGraphExec_t* runnable, cudaGraph_t graph,
                                 cudaGraphNode_t*, char*, size_t) {
  return LOCKSTEP_CALL {
    require(runnable != nullptr);
    *runnable = instantiated(s, graph);
  };
}
#endif

cudaError_t cudaGraphInstantiateWithFlags(cudaGraphExec_t* runnable,
                                          cudaGraph_t graph,
                                          unsigned long long) {
  return LOCKSTEP_CALL {
    require(runnable != nullptr);
    *runnable = instantiated(s, graph);
  };
}

cudaError_t cudaGraphUpload(cudaGraphExec_t runnable, cudaStream_t stream) {
  return LOCKSTEP_CALL {
    s.streams.get(stream);
    s.runnable_graphs.get(runnable);
  };
}

cudaError_t cudaGraphLaunch(cudaGraphExec_t runnable, cudaStream_t stream) {
  return LOCKSTEP_CALL {
    const std::shared_ptr<Graph> graph = s.runnable_graphs.get(runnable);
    s.streams.enqueue(stream, NodeKind::graph, [graph] { graph->run(); });
  };
}

cudaError_t cudaGraphExecDestroy(cudaGraphExec_t runnable) {
  return LOCKSTEP_CALL { s.runnable_graphs.remove(runnable); };
}

#if CUDART_VERSION >= 12000
cudaError_t cudaGraphExecUpdate(cudaGraphExec_t runnable, cudaGraph_t graph,
                                cudaGraphExecUpdateResultInfo* result) {
  return LOCKSTEP_CALL {
    const std::shared_ptr<Graph> copy = s.graphs.get(graph)->clone();
    std::shared_ptr<Graph>& old = s.runnable_graphs.get(runnable);
    const bool fits = old->nodes().size() == copy->nodes().size() &&
                      old->edge_count() == copy->edge_count();
    if (result != nullptr) {
      *result = {};
      result->result = fits ? cudaGraphExecUpdateSuccess
                            : cudaGraphExecUpdateErrorTopologyChanged;
    }
    require(fits, Error::graph_update_failed);
    old = copy;
  };
}
#endif

cudaError_t cudaGraphGetNodes(cudaGraph_t graph, cudaGraphNode_t* nodes,
                              size_t* count) {
  return LOCKSTEP_CALL {
    std::vector<const GraphNode*> all;
    for (const auto& node : s.graphs.get(graph)->nodes())
      all.push_back(node.get());
    list(all, nodes, count);
  };
}

cudaError_t cudaGraphGetRootNodes(cudaGraph_t graph, cudaGraphNode_t* nodes,
                                  size_t* count) {
  return LOCKSTEP_CALL {
    std::vector<const GraphNode*> roots;
    for (const auto& node : s.graphs.get(graph)->nodes())
      if (node->after.empty()) roots.push_back(node.get());
    list(roots, nodes, count);
  };
}

cudaError_t cudaGraphNodeGetType(cudaGraphNode_t node,
                                 cudaGraphNodeType* type) {
  return LOCKSTEP_CALL {
    require(node != nullptr && type != nullptr);
    *type = static_cast<cudaGraphNodeType>(
        reinterpret_cast<const GraphNode*>(node)->kind);
  };
}

}  // extern "C"
