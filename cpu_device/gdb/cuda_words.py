# SPDX-License-Identifier: MIT
"""The words of cuda-gdb, for gdb: $threadIdx("x"), $blockIdx("y"), $blockDim("x"), $gridDim("x"), and the command `cuda`
with thread, block or kernel. `source` this file, or start gdb with -x."""

import gdb


class Index(gdb.Function):
    """One index or size of the CUDA thread that runs: an argument "x", "y" or "z"."""

    def __init__(self, name):
        super().__init__(name)
        self.variable = name

    def invoke(self, axis):
        return gdb.parse_and_eval(self.variable)[axis.string()]


class Cuda(gdb.Command):
    """cuda thread, cuda block, cuda kernel: which one runs. (cuda-gdb can also go to another one: here, a breakpoint
    with a condition such as `if $threadIdx("x") == 5` does.)"""

    def __init__(self):
        super().__init__("cuda", gdb.COMMAND_STATUS)

    def invoke(self, words, from_terminal):
        where = {"thread": "threadIdx", "block": "blockIdx"}
        for word in words.split() or ["kernel", "block", "thread"]:
            if word in where:
                index = gdb.parse_and_eval(where[word])
                print(f"{word} ({int(index['x'])},{int(index['y'])},{int(index['z'])})")
            elif word == "kernel":
                print(f"kernel {kernel()}")
            else:
                raise gdb.GdbError("cuda takes thread, block or kernel")


def kernel():
    """The name of the kernel, whose body is a lambda in a function of this name."""
    frame = gdb.selected_frame()
    while frame is not None:
        symbol = gdb.execute(f"info symbol {frame.pc()}", to_string=True)
        if "::{lambda()" in symbol:
            return symbol.split("::{lambda()")[0]
        frame = frame.older()
    raise gdb.GdbError("no kernel is running here")


for variable in ("threadIdx", "blockIdx", "blockDim", "gridDim"):
    Index(variable)
Cuda()
