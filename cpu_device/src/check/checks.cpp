// SPDX-License-Identifier: MIT
#include "checks.h"

#include "../memory/arena.h"
#include "../platform/program_image.h"
#include "../platform/symbols.h"
#include "../settings.h"
#include "global_cells.h"

namespace cpu_device
{
void checks::launch_begins(launch_record &launch, const char *body_type, const char *arguments, size_t arguments_size)
{
    here_.launch = &launch;
    here_.cluster = nullptr;
    here_.body_type = body_type;
    here_.several_devices = setting.devices > 1;
    accesses_.launch_begins(arguments, arguments_size);
    // made here: at a kernel's first access, its thread may have little stack left
    cells_of_variable(nullptr);
    is_constant(nullptr);
    the_arena();
    following_.find();
    see_all(false);
    tell(&observer::core_begins);
    fast_.launch_begins();
}

void checks::launch_ends()
{
    tell(&observer::core_ends);
}

void checks::block_begins(uint64_t block)
{
    here_.number = block;
    if (following_.any()) { // one may have seen all that it wanted
        following_.find();
        see_all(false);
    }
    accesses_.block_begins();
    tell(&observer::block_begins);
}

void checks::block_ends(bool broken)
{
    races_.judge_last_store();
    std::vector<finding> found = races_.take_findings(broken);
    accesses_.block_ends(found);
    tell(&observer::block_ends, broken, found);
    for (const finding &f : found)
        here_.launch->findings.add(f);
}

void checks::joins_cluster(cluster_checks &all, unsigned rank, uint64_t block)
{
    any_clusters = true;
    here_.cluster = &all;
    here_.rank = rank;
    all.of(rank) = {(uint32_t)block, &here_.memory, &fast_.parts().recorded.of_shared(), here_.dynamic_offset(), false};
    races_.joins_cluster(all, rank);
    see_all(false);
}

void checks::leaves_cluster()
{
    races_.judge_last_store();
    accesses_.in_cluster().block_leaves(here_);
}

void checks::cluster_ends()
{
    accesses_.in_cluster().cluster_ends(here_);
}
} // namespace cpu_device
