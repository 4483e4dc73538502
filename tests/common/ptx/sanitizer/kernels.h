// SPDX-License-Identifier: Apache-2.0
// Small kernels as PTX text, with parts that a test can leave out.
#pragma once

#include <string>

namespace lockstep::ptx {

inline std::string kernel_text(const std::string& name,
                               const std::string& body) {
  return ".version 7.0\n.target sm_80\n.address_size 64\n"
         ".visible .entry " +
         name +
         "(.param .u64 in, .param .u64 out, .param .u64 ticket)\n{\n"
         ".reg .pred %p<9>;\n.reg .b32 %r<30>;\n.reg .b64 %rd<20>;\n" +
         body + "}\n.file 1 \"kernel.cu\"\n";
}

/// A reduction tree over blocks of 256 threads; out[b] is the sum of block b.
/// Line 3 stores to tile, 4 is a barrier, 6 the loop's sum, 7 its barrier.
inline std::string tree_text(bool has_barrier, bool has_loop_barrier) {
  return kernel_text("tree", std::string(R"(.shared .align 4 .b8 tile[1024];
.loc 1 3 0
ld.param.u64 %rd1, [in];
ld.param.u64 %rd2, [out];
mov.u32 %r1, %tid.x;
mov.u32 %r2, %ctaid.x;
mad.lo.u32 %r3, %r2, 256, %r1;
mul.wide.u32 %rd3, %r3, 4;
add.u64 %rd4, %rd1, %rd3;
ld.global.u32 %r4, [%rd4];
mov.u32 %r5, tile;
shl.b32 %r6, %r1, 2;
add.u32 %r7, %r5, %r6;
st.shared.u32 [%r7], %r4;
.loc 1 4 0
)") + (has_barrier ? "bar.sync 0;\n" : "") +
                                 R"(mov.u32 %r8, 128;
LOOP:
.loc 1 6 0
setp.ge.u32 %p1, %r1, %r8;
@%p1 bra NEXT;
shl.b32 %r9, %r8, 2;
add.u32 %r10, %r7, %r9;
ld.shared.u32 %r11, [%r10];
ld.shared.u32 %r12, [%r7];
add.u32 %r13, %r11, %r12;
st.shared.u32 [%r7], %r13;
NEXT:
.loc 1 7 0
)" + (has_loop_barrier ? "bar.sync 0;\n" : "") +
                                 R"(shr.u32 %r8, %r8, 1;
setp.ne.u32 %p2, %r8, 0;
@%p2 bra LOOP;
.loc 1 9 0
setp.ne.u32 %p3, %r1, 0;
@%p3 bra END;
ld.shared.u32 %r14, [tile];
mul.wide.u32 %rd5, %r2, 4;
add.u64 %rd6, %rd2, %rd5;
st.global.u32 [%rd6], %r14;
END:
ret;
)");
}

/// Thread 0 of each block stores its number plus 1 to out[block] in line 3
/// and takes a ticket in line 5; the last one adds them up in line 8, into
/// out[gridDim].
inline std::string ticket_text(bool has_fence) {
  return kernel_text("ticket", std::string(R"(.loc 1 3 0
ld.param.u64 %rd2, [out];
ld.param.u64 %rd3, [ticket];
mov.u32 %r1, %tid.x;
setp.ne.u32 %p1, %r1, 0;
@%p1 bra END;
mov.u32 %r2, %ctaid.x;
mov.u32 %r3, %nctaid.x;
mul.wide.u32 %rd4, %r2, 4;
add.u64 %rd5, %rd2, %rd4;
add.u32 %r4, %r2, 1;
st.global.u32 [%rd5], %r4;
.loc 1 4 0
)") + (has_fence ? "membar.gl;\n" : "") +
                                   R"(.loc 1 5 0
atom.global.add.u32 %r5, [%rd3], 1;
add.u32 %r6, %r5, 1;
setp.ne.u32 %p2, %r6, %r3;
@%p2 bra END;
membar.gl;
mov.u32 %r7, 0;
mov.u32 %r8, 0;
mov.u64 %rd6, %rd2;
LOOP:
.loc 1 8 0
ld.global.u32 %r9, [%rd6];
add.u32 %r7, %r7, %r9;
add.u64 %rd6, %rd6, 4;
add.u32 %r8, %r8, 1;
setp.lt.u32 %p3, %r8, %r3;
@%p3 bra LOOP;
.loc 1 9 0
st.global.u32 [%rd6], %r7;
END:
ret;
)");
}

/// One warp: a store to tile in line 3, then the neighbour's cell is read in
/// line 5. `past_end` makes lane 31 read in[32 + 1] in line 6.
inline std::string neighbour_text(bool has_warp_barrier, bool past_end) {
  return kernel_text("neighbour", std::string(R"(.shared .align 4 .b8 tile[132];
.loc 1 3 0
ld.param.u64 %rd1, [in];
mov.u32 %r1, %tid.x;
shl.b32 %r2, %r1, 2;
mov.u32 %r3, tile;
add.u32 %r3, %r3, %r2;
st.shared.u32 [%r3], %r1;
.loc 1 4 0
)") + (has_warp_barrier ? "bar.warp.sync 0xffffffff;\n" : "") +
                                      R"(.loc 1 5 0
ld.shared.u32 %r4, [%r3+4];
.loc 1 6 0
mul.wide.u32 %rd2, %r1, 4;
add.u64 %rd3, %rd1, %rd2;
)" + (past_end ? "ld.global.u32 %r5, [%rd3+4];\n" : "") +
                                      "ret;\n");
}

}  // namespace lockstep::ptx
