// SPDX-License-Identifier: MIT
// The check of accesses to the shared memory of a cluster's blocks. Those to the block's own memory come here, too, for
// other blocks may access it at the same time: all are checked like accesses of global memory.
#pragma once

#include "cluster_checks.h"
#include "events.h"
#include "races.h"

namespace cpu_device
{
// One for each core, for the block that it runs, which is in a cluster.
class cluster_accesses
{
  public:
    explicit cluster_accesses(race_check &races) : races_(races) {}
    // An access of the memory of the block with that rank, `owner`, and its part that comes with an atomic operation.
    access_error begins(const running_block &here, unsigned thread, const announced_access &access, unsigned owner);
    void on_access(const running_block &here, unsigned thread, const announced_access &access, unsigned owner);
    // The block has run to its end; and, after the last one, all blocks have.
    void block_leaves(const running_block &here);
    void cluster_ends(const running_block &here);

  private:
    access_error fits_in_block(const running_block &here, const announced_access &access, unsigned owner) const;
    void visit_peer(const running_block &here, unsigned thread, const announced_access &access, unsigned owner);
    void note_visit(const running_block &here, report_kind kind, const cluster_checks::visit &which, unsigned owner);

    race_check &races_;
};
} // namespace cpu_device
