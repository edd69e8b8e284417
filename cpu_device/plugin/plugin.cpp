// SPDX-License-Identifier: MIT
// cucc's plugin of g++. It checks execution spaces (spaces.cpp) and the formats of printf() (printf_formats.cpp),
// leaves functions of the host out of the device's pass (host_functions.cpp), and warns of barriers that not all
// threads of a block may reach (divergent_barriers.cpp). It changes code so that the checks see all loads and stores
// (announced_calls.cpp, misaligned_accesses.cpp) and where a result is stored that only one thread gets
// (results_of_one.cpp). It leaves out their calls in loops whose loads they have recorded (silent_loops.cpp). It lets
// functions return whose return is missing (missing_returns.cpp). It lets arithmetic be a GPU's: shifts and conversions
// (defined_arithmetic.cpp), products that are fused with sums (fused_products.cpp), NaNs (computed_nans.cpp), notes of
// values that C++ leaves undefined (noted_values.cpp), and remainders beside their quotients (paired_remainders.cpp).
// It makes loops over threads of kernels whose threads never wait, or only at barriers of their whole block
// (thread_loops.cpp, staged_threads.cpp). And it keeps large functions out of slow passes (large_functions.cpp).
// plugin.h has its arguments, -fplugin-arg-spaces-NAME[=VALUE].
#include "plugin.h"

#include "plugin-version.h"

int plugin_is_GPL_compatible; // by this name GCC asks whether a plugin's licence is compatible with its own

plugin_arguments given;

namespace
{
// `#pragma cpu_device instantiate` at the end of the device's own header: what of templates its inline functions use,
// g++ would instantiate at the end of each program, hundreds of functions. So they are in the precompiled header.
void instantiate(cpp_reader *)
{
    instantiate_pending_templates(0);
}

void register_pragma(void *, void *)
{
    c_register_pragma("cpu_device", "instantiate", instantiate);
}

constexpr int every_place = 0; // of g++'s pass, which comes several times

void add_pass(const char *plugin, opt_pass *added, const char *near, pass_positioning_ops where, int place = 1)
{
    register_pass_info pass = {added, near, place, where};
    register_callback(plugin, PLUGIN_PASS_MANAGER_SETUP, nullptr, &pass);
}
} // namespace

int plugin_init(plugin_name_args *info, plugin_gcc_version *version)
{
    if (!plugin_default_version_check(version, &gcc_version))
        return 1;
    for (int i = 0; i < info->argc; ++i) {
        const plugin_argument &a = info->argv[i];
        if (strcmp(a.key, "pass") == 0)
            given.device_pass = strcmp(a.value, "device") == 0;
        else if (strcmp(a.key, "include") == 0)
            given.include = a.value;
        else if (strcmp(a.key, "relaxed") == 0)
            given.relaxed = true;
        else if (strcmp(a.key, "lambdas") == 0)
            given.lambdas = true;
        else if (strcmp(a.key, "relocatable") == 0)
            given.relocatable = true;
        else if (strcmp(a.key, "rtc") == 0)
            given.rtc = true;
        else if (strcmp(a.key, "default-device") == 0)
            given.default_device = true;
        else if (strcmp(a.key, "fmad") == 0)
            given.fuses = strcmp(a.value, "false") != 0;
        else if (strcmp(a.key, "no-divergent-barrier") == 0)
            given.no_divergent_barrier = true;
    }
    check_spaces(info->base_name);
    check_printf_formats(info->base_name);
    if (given.device_pass && !given.no_divergent_barrier)
        warn_of_divergent_barriers(info->base_name);
    register_callback(info->base_name, PLUGIN_PRAGMAS, register_pragma, nullptr);
    add_pass(info->base_name, results_of_one_pass(), "tsan", PASS_POS_INSERT_BEFORE);
    for (const char *announcing : {"tsan", "tsan0"}) { // the latter without optimization
        add_pass(info->base_name, misaligned_accesses_pass(), announcing, PASS_POS_INSERT_BEFORE);
        add_pass(info->base_name, announced_calls_pass(), announcing, PASS_POS_INSERT_BEFORE);
    }
    add_pass(info->base_name, host_accesses_pass(), "tsan", PASS_POS_INSERT_BEFORE);
    add_pass(info->base_name, silent_loops_pass(), "tsan", PASS_POS_INSERT_BEFORE);
    add_pass(info->base_name, silent_loops_end_pass(), "tsan", PASS_POS_INSERT_AFTER);
    add_pass(info->base_name, large_functions_pass(), "ccp", PASS_POS_INSERT_BEFORE, every_place);
    add_pass(info->base_name, missing_returns_pass(), "*warn_function_return", PASS_POS_INSERT_AFTER);
    add_pass(info->base_name, defined_arithmetic_pass(), "*warn_function_return", PASS_POS_INSERT_AFTER);
    add_pass(info->base_name, unchecked_bodies_pass(), "cunrolli", PASS_POS_INSERT_BEFORE);
    add_pass(info->base_name, unnoted_values_pass(), "cunrolli", PASS_POS_INSERT_BEFORE);
    add_pass(info->base_name, thread_loops_pass(), "cunrolli", PASS_POS_INSERT_BEFORE);
    add_pass(info->base_name, loop_indices_pass(true), "laddress", PASS_POS_INSERT_BEFORE);
    add_pass(info->base_name, loop_indices_pass(false), "sancov", PASS_POS_INSERT_BEFORE);
    add_pass(info->base_name, fused_products_pass(true), "laddress", PASS_POS_INSERT_BEFORE);
    add_pass(info->base_name, computed_nans_pass(true), "laddress", PASS_POS_INSERT_BEFORE);
    add_pass(info->base_name, fused_products_pass(false), "widening_mul", PASS_POS_INSERT_BEFORE);
    add_pass(info->base_name, paired_remainders_pass(), "widening_mul", PASS_POS_INSERT_BEFORE);
    add_pass(info->base_name, computed_nans_pass(false), "isel", PASS_POS_INSERT_BEFORE);
    return 0;
}
