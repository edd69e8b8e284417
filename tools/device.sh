#!/bin/sh
# SPDX-License-Identifier: MIT
# device.sh BUILD: prints gpu if a GPU runs programs here, else cpu. The probe decides (probe.cu), which CMake compiles in the
# build folder where there is a CUDA toolkit.
if timeout 60 "$1/gpu/probe" >/dev/null 2>&1; then echo gpu; else echo cpu; fi
