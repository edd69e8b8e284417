# SPDX-License-Identifier: MIT
"""Cells of a Jupyter notebook in CUDA C++. With this file's folder in Python's path:

    %load_ext cucc_magic

    %%cucc [OPTION...] [-- ARGUMENT...]
    The cell is a program. nvcc compiles it if there is a GPU, otherwise cucc does; it runs, and its output is shown.

    %%check [OPTION...] [-- ARGUMENT...]
    The same with cucc, whether there is a GPU or not: it reports what is wrong, and shows a launch as a page.

OPTIONs are the compiler's, ARGUMENTs the program's. cucc is the one that CUCC names, that in PATH, or the one beside
this folder.
"""

import html
import os
import shlex
import shutil
import subprocess
import tempfile

from IPython.display import HTML, display

PAGE_HEIGHT = 640  # pixels


def cucc():
    beside = os.path.join(os.path.dirname(os.path.realpath(__file__)), "..", "cucc")
    return os.environ.get("CUCC") or shutil.which("cucc") or os.path.normpath(beside)


def has_gpu():
    if shutil.which("nvcc") is None or shutil.which("nvidia-smi") is None:
        return False
    return subprocess.run(["nvidia-smi", "-L"], capture_output=True).returncode == 0


def words_of(line):
    """The options of the compiler, and the arguments of the program, which come after --."""
    words = shlex.split(line)
    end = words.index("--") if "--" in words else len(words)
    return words[:end], words[end + 1 :]


def run(command, folder, **settings):
    """What it prints, on both streams, goes into the cell's output. Returns its exit status."""
    done = subprocess.run(command, cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          env={**os.environ, **settings})
    print(done.stdout.decode(errors="replace"), end="")
    return done.returncode


def show_page(file):
    if os.path.exists(file):
        with open(file, encoding="utf-8") as page:
            source = html.escape(page.read(), quote=True)
        display(HTML(f'<iframe srcdoc="{source}" width="100%" height="{PAGE_HEIGHT}" style="border: 0"></iframe>'))


def compile_and_run(compiler, line, cell, page):
    options, arguments = words_of(line)
    here = os.getcwd()  # options such as -I name folders of the notebook's
    with tempfile.TemporaryDirectory() as folder:
        source, program, trace = (os.path.join(folder, name) for name in ("cell.cu", "cell", "page.html"))
        with open(source, "w", encoding="utf-8") as file:
            file.write(cell)
        if run([compiler, *options, source, "-o", program], here) != 0:
            return
        status = run([program, *arguments], here, **({"CPU_DEVICE_TRACE": trace} if page else {}))
        if status != 0:
            print(f"exit status {status}")
        show_page(trace)


def cucc_cell(line, cell):
    compile_and_run("nvcc" if has_gpu() else cucc(), line, cell, page=False)


def check_cell(line, cell):
    compile_and_run(cucc(), line, cell, page=True)


def load_ipython_extension(ipython):
    ipython.register_magic_function(cucc_cell, "cell", "cucc")
    ipython.register_magic_function(check_cell, "cell", "check")
