// SPDX-License-Identifier: MIT
// A module cannot read where a call returns to. The step after the linker's (playground/lib/sites.mjs) finds the
// functions that call this one, has every call of such a function set a variable to its own address before, and puts
// that variable in the place of this call. Included before all else where the device is compiled.
#pragma once

#ifdef __cplusplus
extern "C"
#endif
    __attribute__((import_module("cpu_device"), import_name("return_address"))) void *
    cpu_device_return_address(void);
#define __builtin_return_address(level) cpu_device_return_address()
