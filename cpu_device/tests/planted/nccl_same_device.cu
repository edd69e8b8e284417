// SPDX-License-Identifier: MIT
// nccl_same_device.cu: the ranks are made without cudaSetDevice() between, so both are on device 0.
//
// Needs 2 devices.
// CPU exits 3
// CPU finds wrong-collective
// CPU says ncclCommInitRank() at nccl_same_device.cu:{init}
// CPU says Ranks 0 and 1 are on device 0: call cudaSetDevice() before ncclCommInitRank()

#include <nccl.h>
#include <stdio.h>

int main()
{
    int devices = 0, ranks = 0;
    cudaGetDeviceCount(&devices);
    if (devices < 2)
        return 77;
    ncclUniqueId id;
    ncclComm_t comms[2];
    ncclGetUniqueId(&id);
    ncclGroupStart();
    for (int rank = 0; rank < 2; ++rank) {
#ifdef FIXED
        cudaSetDevice(rank);
#endif
        ncclCommInitRank(&comms[rank], 2, id, rank); // {init}
    }
    if (ncclGroupEnd() == ncclSuccess) {
        ncclCommCount(comms[0], &ranks);
        for (ncclComm_t comm : comms)
            ncclCommDestroy(comm);
    }
    printf("%d ranks\n", ranks);
    return 0;
}
