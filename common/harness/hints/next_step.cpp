// SPDX-License-Identifier: Apache-2.0
// The last part of a message: after what, where and which, what to do next.
#include <array>
#include <utility>

#include "harness/hints/hints.h"

namespace lockstep {
namespace {

using Step = std::pair<std::string_view, std::string_view>;
constexpr std::array steps{
    Step{"tail_dropped",
         "Let the threads that have an element there load it, "
         "and the others start from the identity"},
    Step{"last_element_missing",
         "Look for a bound that is off by one, in a loop or in a load"},
    Step{"first_warp_only",
         "Combine the results of all warps of a block, not of the first alone"},
    Step{"first_only",
         "Look at the loop of the tree: at its first stride, its condition and "
         "its step"},
    Step{"operands_swapped",
         "Join what is on the left with what is on its right, in this order"},
    Step{"crash", "Make the kernel run to its end with this launch"},
    Step{"slow",
         "Give each thread several loads that do not wait for each "
         "other, and compare the counters with those of the note"},
    Step{"never_written",
         "Fill in the TODO(student) of this task: its comment says what to "
         "write where"},
    Step{"partly_unwritten",
         "Let one thread of every block store its result, also where the "
         "block has few elements or none"},
    Step{"identity_missing",
         "Start every thread from the identity, and store a result even if "
         "there is nothing to add"},
    Step{"doubled",
         "Look for elements that two threads add, or that are added twice"},
    Step{"last_block",
         "Look at what the block does with a part that is not "
         "full: which threads have an element there?"},
    Step{"from_block",
         "Compute by hand which elements that block reads, from blockIdx.x"},
    Step{"all_but_last",
         "Follow a full block by hand; the last one has fewer elements"},
    Step{"all_wrong", "Follow the replayed case by hand, step by step"},
    Step{"scattered", "Follow the first wrong one by hand, step by step"},
    Step{"wrong", "Follow the replayed case by hand, step by step"},
    Step{"race",
         "Put the missing synchronisation between the two places "
         "shown"},
    Step{"out_of_bounds", "Guard the access at the place shown by n"},
    Step{"misaligned", "Make the address a multiple of the access's size"},
    Step{"uninitialised", "Write the cell before the place shown reads it"},
    Step{"barrier",
         "Let every thread that the synchronisation waits for "
         "reach it"},
    Step{"timeout", "Look for a loop whose condition never becomes false"},
    Step{"gate_loads",
         "Read each element once and keep what you need of it in a register "
         "or in shared memory"},
    Step{"gate_stores", "Store only the block's result to global memory"},
    Step{"gate_barriers",
         "Inside a warp, exchange values by shuffles, which "
         "need no block barrier"},
};

}  // namespace

std::string_view next_step(std::string_view symptom) {
  for (const auto& [key, text] : steps)
    if (key == symptom) return text;
  return {};
}

}  // namespace lockstep
