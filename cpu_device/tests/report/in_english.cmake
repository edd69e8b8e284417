# SPDX-License-Identifier: MIT
# CTest reads this when it begins: what tests compare is English, also for a developer whose locale is Chinese.
set(ENV{CPU_DEVICE_LANGUAGE} en)
