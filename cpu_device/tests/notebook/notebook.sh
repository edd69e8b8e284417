#!/bin/sh
# SPDX-License-Identifier: MIT
# notebook.sh CUCC NOTEBOOK: runs the notebook as Jupyter does: a right program, a race and a divergent barrier; then one with
# options, arguments and a compile error. Needs jupyter-nbconvert and IPython's kernel.
set -u
cucc=$1 notebook=$2
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
export CUCC="$cucc" CPU_DEVICE="${cucc%/*}" CUDA_VISIBLE_DEVICES='' HOME="$work" IPYTHONDIR="$work"
unset CPU_DEVICE_TRACE CPU_DEVICE_REPORT

execute() { # NOTEBOOK
    jupyter nbconvert --to notebook --execute --ExecutePreprocessor.timeout=300 --output-dir "$work" --output done.ipynb "$1" \
        >"$work/log" 2>&1 || { cat "$work/log" && exit 1; }
}
has() { # TEXT
    grep -qF -- "$1" "$work/done.ipynb" || { echo "FAILED: the outputs have not: $1" && grep '"text"' -A 12 "$work/done.ipynb" && exit 1; }
}
execute "$notebook"
has '65280, and it should be 65280'
has 'Error: race on shared memory'
has 'cell.cu:13'
has 'Error: divergent barrier'
[ "$(grep -c '<iframe srcdoc=' "$work/done.ipynb")" = 2 ] || { echo 'FAILED: not two pages' && exit 1; }

cat >"$work/other.ipynb" <<'END'
{"cells": [
 {"cell_type": "code", "execution_count": null, "id": "a", "metadata": {}, "outputs": [], "source": [
  "import os, sys\n", "sys.path.insert(0, os.environ['CPU_DEVICE'] + '/notebook')\n", "%load_ext cucc_magic"]},
 {"cell_type": "code", "execution_count": null, "id": "b", "metadata": {}, "outputs": [], "source": [
  "%%check -DFACTOR=6 -O1 -- 'a b' 7\n", "#include <stdio.h>\n", "#include <stdlib.h>\n",
  "int main(int count, char **argument) { printf(\"%s %d %d\\n\", argument[1], count, FACTOR * atoi(argument[2])); return 5; }"]},
 {"cell_type": "code", "execution_count": null, "id": "c", "metadata": {}, "outputs": [], "source": [
  "%%check\n", "int main() { return nothing; }"]}],
 "metadata": {"kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"}}, "nbformat": 4, "nbformat_minor": 5}
END
execute "$work/other.ipynb"
has 'a b 3 42'
has 'exit status 5'
has 'cell.cu:1:'
has 'nothing'
