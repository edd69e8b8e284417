// SPDX-License-Identifier: MIT
// Switching stacks: how a fiber begins, stops and continues.
//
// A stopped fiber is its stack pointer. The callee-saved registers lie on its stack; nothing else is saved, so the
// rounding mode is shared. Boost.Context does the same for more kinds of processor, but saves the floating-point
// control registers too and returns by a jump, which the processor's return predictor does not expect: 15 ns a switch
// against 2 ns on one AMD EPYC, and a barrier of 256 threads is 256 switches (bench/switch.cpp measures both).
#pragma once

#include <cstddef>
#include <cstdint>

// Stores the caller's stack pointer in *left, and continues the fiber whose stack pointer is `to`.
extern "C" void cpu_device_switch_stack(void **left, void *to);
// Stores the caller's stack pointer in *left, and calls entry(), which must not return, on the stack that ends at
// `top`, a multiple of 16.
extern "C" void cpu_device_begin_stack(void **left, char *top, void (*entry)());
// Continues the fiber `to` and drops the caller's.
extern "C" void cpu_device_resume_stack(const void *to);

#if defined(__x86_64__)
asm(R"(
    .macro CPU_DEVICE_SAVE
    push %rbp
    push %rbx
    push %r12
    push %r13
    push %r14
    push %r15
    mov %rsp, (%rdi)
    mov %rsi, %rsp
    .endm
    .macro CPU_DEVICE_RESTORE
    pop %r15
    pop %r14
    pop %r13
    pop %r12
    pop %rbx
    pop %rbp
    .endm

    .pushsection .text
    .type cpu_device_switch_stack, @function
cpu_device_switch_stack:
    CPU_DEVICE_SAVE
    CPU_DEVICE_RESTORE
    ret
    .size cpu_device_switch_stack, . - cpu_device_switch_stack

    .type cpu_device_begin_stack, @function
cpu_device_begin_stack:
    CPU_DEVICE_SAVE
    xor %ebp, %ebp
    push %rbp # a return address of 0: where a debugger stops
    jmp *%rdx
    .size cpu_device_begin_stack, . - cpu_device_begin_stack

    .type cpu_device_resume_stack, @function
cpu_device_resume_stack:
    mov %rdi, %rsp
    CPU_DEVICE_RESTORE
    pop %rcx
    jmp *%rcx # the return predictor keeps the caller's place, to which what goes on here may return
    .size cpu_device_resume_stack, . - cpu_device_resume_stack
    .popsection
)");
#elif defined(__aarch64__)
asm(R"(
    .macro CPU_DEVICE_SAVE
    sub sp, sp, 160
    stp x19, x20, [sp]
    stp x21, x22, [sp, 16]
    stp x23, x24, [sp, 32]
    stp x25, x26, [sp, 48]
    stp x27, x28, [sp, 64]
    stp d8, d9, [sp, 80]
    stp d10, d11, [sp, 96]
    stp d12, d13, [sp, 112]
    stp d14, d15, [sp, 128]
    stp x29, x30, [sp, 144]
    mov x3, sp
    str x3, [x0]
    mov sp, x1
    .endm

    .pushsection .text
    .type cpu_device_switch_stack, %function
cpu_device_switch_stack:
    CPU_DEVICE_SAVE
cpu_device_restore:
    ldp x19, x20, [sp]
    ldp x21, x22, [sp, 16]
    ldp x23, x24, [sp, 32]
    ldp x25, x26, [sp, 48]
    ldp x27, x28, [sp, 64]
    ldp d8, d9, [sp, 80]
    ldp d10, d11, [sp, 96]
    ldp d12, d13, [sp, 112]
    ldp d14, d15, [sp, 128]
    ldp x29, x30, [sp, 144]
    add sp, sp, 160
    ret
    .size cpu_device_switch_stack, . - cpu_device_switch_stack

    .type cpu_device_begin_stack, %function
cpu_device_begin_stack:
    CPU_DEVICE_SAVE
    mov x29, 0
    mov x30, 0
    br x2
    .size cpu_device_begin_stack, . - cpu_device_begin_stack

    .type cpu_device_resume_stack, %function
cpu_device_resume_stack:
    mov sp, x0
    b cpu_device_restore
    .size cpu_device_resume_stack, . - cpu_device_resume_stack
    .popsection
)");
#elif !defined(__wasm__) // wasm/switch_stack.cpp
#error "the CPU device switches stacks on x86-64 and 64-bit ARM, the processors that CUDA 13 runs on"
#endif
