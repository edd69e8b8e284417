// SPDX-License-Identifier: MIT
// What the parts of the plugin share: GCC's headers; how a submission is refused.
#pragma once

#include <string>

// GCC's headers, in an order that they need.
#include "gcc-plugin.h"

#include "tree.h"

#include "cp/cp-tree.h"

#include "stringpool.h"

#include "attribs.h"

#include "diagnostic.h"

#include "cgraph.h"

#include "basic-block.h"

#include "context.h"

#include "tree-pass.h"

#include "tree-ssa-alias.h"

#include "gimple-expr.h"

#include "gimple.h"

#include "gimple-iterator.h"

#include "builtins.h"

#include "fold-const.h"

#include "gimplify.h"

#include "gimplify-me.h"

#include "ssa.h"

#include "tree-dfa.h"

#include "tree-into-ssa.h"

#include "asan.h"

#define _(english) "not accepted: " english // the judge has the Chinese: ../po

// Each line is refused once for each reason.
void refuse(location_t where, const char *format, const char *name = nullptr);

// The folder of the device's own headers, whose code is trusted.
extern std::string device_headers;

// A line of allowed.txt.
bool is_allowed(const char *kind, const std::string &name);

bool has(tree decl, const char *attribute);

std::string identifier(tree decl);

bool is_of_device(location_t where);

// Where a statement stands; what a pass has made stands where its function does.
location_t place(function *f, gimple *statement);

// rules_accesses.cpp: every load and store is announced to the checks.
opt_pass *all_announced_pass();
