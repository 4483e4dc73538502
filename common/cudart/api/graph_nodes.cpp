// SPDX-License-Identifier: Apache-2.0
// Nodes of graphs, and new parameters for them in executable ones.
#include "cudart/api/copy3d.h"

using namespace lockstep;
using namespace lockstep::cudart;

namespace {

struct Place {
  cudaGraph_t graph;
  const cudaGraphNode_t* after;
  size_t count;
};

const GraphNode* node_of(cudaGraphNode_t node) {
  return reinterpret_cast<const GraphNode*>(node);
}

void add(Session& s, cudaGraphNode_t* node, const Place& place, NodeKind kind,
         std::function<void()> work) {
  require(node != nullptr && (place.after != nullptr || place.count == 0));
  std::vector<const GraphNode*> after;
  for (size_t i = 0; i < place.count; ++i)
    after.push_back(node_of(place.after[i]));
  *node = handle_as<cudaGraphNode_t>(
      &s.graphs.get(place.graph)->add(kind, std::move(work), std::move(after)));
}

/// The node of an executable graph that stands for one of its origin.
GraphNode& runnable_node(Session& s, cudaGraphExec_t graph,
                         cudaGraphNode_t node) {
  GraphNode* found = s.runnable_graphs.get(graph)->find(node_of(node));
  require(found != nullptr);
  return *found;
}

std::function<void()> work_of(Session& s, const cudaKernelNodeParams& p,
                              const void* caller) {
  if (p.kernelParams == nullptr && p.extra != nullptr)
    throw Failure(Error::not_supported, "unsupported",
                  "parameters of a kernel node in `extra`");
  LaunchShape shape;
  shape.grid = {p.gridDim.x, p.gridDim.y, p.gridDim.z};
  shape.block = {p.blockDim.x, p.blockDim.y, p.blockDim.z};
  shape.dynamic_shared_bytes = p.sharedMemBytes;
  return s.prepared_launch(s.registry.kernel(p.func), shape, p.kernelParams,
                           caller);
}

std::function<void()> work_of(Session& s, const cudaMemsetParams& p) {
  if (p.elementSize == 1)
    return prepared_fill(s, {p.dst, p.pitch, p.width, p.height},
                         static_cast<int>(p.value), {p.width, p.height, 1});
  // Elements of two and four bytes, each written as it is.
  return [=, &s] {
    for (size_t y = 0; y < p.height; ++y)
      for (size_t x = 0; x < p.width; ++x)
        s.memory.copy(address_of(p.dst) + y * p.pitch + x * p.elementSize,
                      address_of(&p.value), p.elementSize,
                      Direction::host_to_device);
  };
}

std::function<void()> work_of(const cudaHostNodeParams& p) {
  require(p.fn != nullptr);
  return [p] { p.fn(p.userData); };
}

std::function<void()> work_of(Session& s, void* to, const void* from,
                              size_t bytes, cudaMemcpyKind kind) {
  const Direction direction = direction_of(kind);
  return [=, &s] {
    s.memory.copy(address_of(to), address_of(from), bytes, direction);
  };
}

}  // namespace

extern "C" {

cudaError_t cudaGraphAddKernelNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                   const cudaGraphNode_t* after, size_t count,
                                   const cudaKernelNodeParams* parameters) {
  return LOCKSTEP_CALL {
    require(parameters != nullptr);
    add(s, node, {graph, after, count}, NodeKind::kernel,
        work_of(s, *parameters, call.caller));
  };
}

cudaError_t cudaGraphAddMemcpyNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                   const cudaGraphNode_t* after, size_t count,
                                   const cudaMemcpy3DParms* parameters) {
  return LOCKSTEP_CALL {
    require(parameters != nullptr);
    add(s, node, {graph, after, count}, NodeKind::copy,
        prepared_copy(s, *parameters));
  };
}

cudaError_t cudaGraphAddMemcpyNode1D(cudaGraphNode_t* node, cudaGraph_t graph,
                                     const cudaGraphNode_t* after, size_t count,
                                     void* to, const void* from, size_t bytes,
                                     cudaMemcpyKind kind) {
  return LOCKSTEP_CALL {
    add(s, node, {graph, after, count}, NodeKind::copy,
        work_of(s, to, from, bytes, kind));
  };
}

cudaError_t cudaGraphAddMemsetNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                   const cudaGraphNode_t* after, size_t count,
                                   const cudaMemsetParams* parameters) {
  return LOCKSTEP_CALL {
    require(parameters != nullptr);
    add(s, node, {graph, after, count}, NodeKind::fill,
        work_of(s, *parameters));
  };
}

cudaError_t cudaGraphAddHostNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                 const cudaGraphNode_t* after, size_t count,
                                 const cudaHostNodeParams* parameters) {
  return LOCKSTEP_CALL {
    require(parameters != nullptr);
    add(s, node, {graph, after, count}, NodeKind::host, work_of(*parameters));
  };
}

cudaError_t cudaGraphAddEmptyNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                  const cudaGraphNode_t* after, size_t count) {
  return LOCKSTEP_CALL {
    add(s, node, {graph, after, count}, NodeKind::empty, {});
  };
}

cudaError_t cudaGraphAddChildGraphNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                       const cudaGraphNode_t* after,
                                       size_t count, cudaGraph_t child) {
  return LOCKSTEP_CALL {
    const std::shared_ptr<Graph> copy = s.graphs.get(child)->clone();
    add(s, node, {graph, after, count}, NodeKind::graph,
        [copy] { copy->run(); });
  };
}

#if CUDART_VERSION >= 13000
cudaError_t cudaGraphAddDependencies(cudaGraph_t graph,
                                     const cudaGraphNode_t* from,
                                     const cudaGraphNode_t* to,
                                     const cudaGraphEdgeData*, size_t count) {
#else
cudaError_t cudaGraphAddDependencies(cudaGraph_t graph,
                                     const cudaGraphNode_t* from,
                                     const cudaGraphNode_t* to, size_t count) {
#endif
  return LOCKSTEP_CALL {
    const Graph& found = *s.graphs.get(graph);
    for (size_t i = 0; i < count; ++i) {
      GraphNode* target = found.find(node_of(to[i]));
      const GraphNode* source = found.find(node_of(from[i]));
      require(target != nullptr && source != nullptr);
      target->after.push_back(source);
    }
  };
}

cudaError_t cudaGraphKernelNodeSetParams(
    cudaGraphNode_t node, const cudaKernelNodeParams* parameters) {
  return LOCKSTEP_CALL {
    require(node != nullptr && parameters != nullptr);
    reinterpret_cast<GraphNode*>(node)->work =
        work_of(s, *parameters, call.caller);
  };
}

cudaError_t cudaGraphExecKernelNodeSetParams(
    cudaGraphExec_t graph, cudaGraphNode_t node,
    const cudaKernelNodeParams* parameters) {
  return LOCKSTEP_CALL {
    require(parameters != nullptr);
    runnable_node(s, graph, node).work = work_of(s, *parameters, call.caller);
  };
}

cudaError_t cudaGraphExecMemcpyNodeSetParams1D(cudaGraphExec_t graph,
                                               cudaGraphNode_t node, void* to,
                                               const void* from, size_t bytes,
                                               cudaMemcpyKind kind) {
  return LOCKSTEP_CALL {
    runnable_node(s, graph, node).work = work_of(s, to, from, bytes, kind);
  };
}

cudaError_t cudaGraphExecMemsetNodeSetParams(
    cudaGraphExec_t graph, cudaGraphNode_t node,
    const cudaMemsetParams* parameters) {
  return LOCKSTEP_CALL {
    require(parameters != nullptr);
    runnable_node(s, graph, node).work = work_of(s, *parameters);
  };
}

cudaError_t cudaGraphExecHostNodeSetParams(
    cudaGraphExec_t graph, cudaGraphNode_t node,
    const cudaHostNodeParams* parameters) {
  return LOCKSTEP_CALL {
    require(parameters != nullptr);
    runnable_node(s, graph, node).work = work_of(*parameters);
  };
}

}  // extern "C"
