# SPDX-License-Identifier: MIT
# Debian with this collection, built, in /workspace, and with cucc installed for all programs. No GPU, no toolkit.
#
#     docker build -t cucc .
#     docker run --rm -it cucc                                          # a shell in /workspace: ./run dot_unsynced
#     docker run --rm -v "$PWD:/mine" -w /mine --user "$(id -u)" cucc cucc mine.cu -o mine -run
#
# tests/container.sh runs these steps in a root of the release, without Docker.
FROM debian:bookworm-slim

# What ./run needs; then other useful tools.
RUN apt-get -q update \
    && apt-get -q install -y --no-install-recommends \
        cmake ninja-build gcc g++ binutils libglut-dev libgl-dev libpng-dev gcc-12-plugin-dev \
        libthrust-dev libcu++-dev ca-certificates cmark-gfm gdb git \
    && rm -rf /var/lib/apt/lists/*
RUN useradd --create-home --uid 1000 student && install -d -o student -g student /workspace

COPY --chown=student:student . /workspace
WORKDIR /workspace
USER student
RUN ./run demo --no-install

# cucc is installed separately on the PATH, so that it is there even if another folder covers /workspace.
USER root
RUN cmake --install build --prefix /usr/local
USER student
CMD ["bash"]
