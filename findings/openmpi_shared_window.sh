#!/bin/sh
# SPDX-License-Identifier: MIT
# Open MPI 4.1.4 (Debian 12), MPI_Win_allocate_shared() by two ranks of one host: rank 0 asks for 4 bytes, rank 1 for 8.
#
# The guess: each rank's part is memory as from malloc(), aligned for any type.
# Seen: rank 1's part begins 4 bytes after rank 0's, so a double or a 64-bit atomic in it is misaligned. Parts are aligned only if
# their sizes are, or with the info key alloc_shared_noncontig, which gives each part pages of its own.
set -u
work=$(mktemp -d) && cd "$work" || exit 2
trap 'rm -rf "$work"' EXIT
mpicc --showme:version 2>/dev/null | grep -q '4\.1\.4' || { echo "it needs libopenmpi-dev and openmpi-bin 4.1.4-3+b1, installed" && exit 2; }
cat >window.c <<'C'
#include <mpi.h>
#include <stdio.h>
static void show(const char *name, int rank, MPI_Info info)
{
    MPI_Win window;
    MPI_Aint size;
    void *mine;
    char *first, *second;
    int unit;
    MPI_Win_allocate_shared(rank == 0 ? 4 : 8, 1, info, MPI_COMM_WORLD, &mine, &window);
    MPI_Win_shared_query(window, 0, &size, &unit, &first);
    MPI_Win_shared_query(window, 1, &size, &unit, &second);
    if (rank == 0)
        printf("%s: rank 1 is aligned to 8: %s\n", name, (unsigned long)second % 8 == 0 ? "yes" : "no");
    MPI_Win_free(&window);
}
int main(int argc, char **argv)
{
    int rank;
    MPI_Info info;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    show("as it is", rank, MPI_INFO_NULL);
    MPI_Info_create(&info);
    MPI_Info_set(info, "alloc_shared_noncontig", "true");
    show("noncontig", rank, info);
    MPI_Info_free(&info);
    MPI_Finalize();
}
C
mpicc window.c -o window || exit 2
OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 timeout 60 mpirun -q --oversubscribe -n 2 ./window >seen 2>&1
cat seen
printf 'as it is: rank 1 is aligned to 8: no\nnoncontig: rank 1 is aligned to 8: yes\n' | cmp -s - seen
