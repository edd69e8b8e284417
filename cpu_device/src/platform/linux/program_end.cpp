// SPDX-License-Identifier: MIT
#include "../program_end.h"

#include <csignal>
#include <cstdlib>
#include <ctime>
#include <dlfcn.h>
#include <pthread.h>
#include <unwind.h>

#include "../../../include/cpu_device/interface.h"
#include "../threads.h"

namespace cpu_device
{
// Then functions of the program stand between those of the C library that end it and those that began it.
bool exit_was_called()
{
    struct walk {
        void *libc;
        bool was_in = false;
        int times_in = 0;
    } w = {};
    Dl_info about;
    if (dladdr(reinterpret_cast<void *>(abort), &about) == 0)
        return false;
    w.libc = about.dli_fbase;
    _Unwind_Backtrace(
        [](_Unwind_Context *context, void *with) {
            walk &w = *static_cast<walk *>(with);
            Dl_info of;
            const bool in =
                dladdr(reinterpret_cast<void *>(_Unwind_GetIP(context)), &of) != 0 && of.dli_fbase == w.libc;
            w.times_in += in && !w.was_in;
            w.was_in = in;
            return _URC_NO_REASON;
        },
        &w);
    return w.times_in > 1;
}

namespace
{
// main() may leave by pthread_exit(), and the program ends with its last thread; the device's do not end, and take no
// signals. So one more takes them, and ends the program.
sigset_t signals_of_main;

void *end_with_last_thread(void *)
{
    pthread_sigmask(SIG_SETMASK, &signals_of_main, nullptr);
    for (unsigned others = 1; others > 0;) {
        const timespec moment = {0, 10000000};
        nanosleep(&moment, nullptr);
        const unsigned threads = threads_of_process();
        others = threads > own_threads + 1 ? threads - own_threads - 1 : 0; // main's is still there
    }
    exit(EXIT_SUCCESS);
}

void when_main_exits_alone()
{
    static pthread_key_t key;
    auto ends = [](void *) {
        pthread_t thread;
        pthread_sigmask(SIG_SETMASK, nullptr, &signals_of_main);
        if (start_thread(end_with_last_thread, nullptr, &thread) == 0)
            pthread_detach(thread);
    };
    if (pthread_key_create(&key, ends) == 0)
        pthread_setspecific(key, &key);
}
} // namespace

void when_program_ends(void (*function)(int status))
{
    on_exit([](int status, void *with) { reinterpret_cast<void (*)(int)>(with)(status); },
            reinterpret_cast<void *>(function));
    when_main_exits_alone();
}

bool is_second()
{
    void *first = dlsym(RTLD_DEFAULT, "cpu_device_code_comes");
    return first != nullptr && first != reinterpret_cast<void *>(cpu_device_code_comes);
}
} // namespace cpu_device
