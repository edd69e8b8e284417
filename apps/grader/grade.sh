#!/bin/sh
# SPDX-License-Identifier: MIT
# grade.sh [--points LIST] [--anonymous] FOLDER|FILE.zip RESULTS [JOBS]: judges all submissions of a course: FOLDER has a folder
# for each student, with .cu files in it, or the files themselves. Writes RESULTS/grades.csv, RESULTS/points.csv (a row for each
# student; LIST: add=2,lock=5), canvas.csv and moodle.csv for their importers, RESULTS/grades.json (one line per file), junit.xml,
# RESULTS/index.html (who has passed what, and what deserves a look) and RESULTS/reports (the judge's output). --anonymous: the
# tables and the page have numbers for names.
# Each submission runs in a sandbox (sandbox.sh), JOBS at a time (as many as processors). GRADE_SECONDS limits the
# processor time of each run (20).
# RESULTS/journal gets each row as soon as it is judged: the same command goes on after a power cut or with a full disk.
# grade.sh --inputs N FOLDER FILE: judges one file of FOLDER again, in the sandbox, with the inputs of its row.
# Exit status: 0 each submission has its row; 1 a file or folder could not be read, and its row says so; 2 nothing could be
# judged; 4 the machine could not judge or write all (a full disk): run it again.
here=$(realpath -- "$0") && here=${here%/*}
command -v bwrap >/dev/null 2>&1 || {
    echo "grade: bwrap is missing: apt-get install bubblewrap" >&2
    exit 2
}
exec "$here/start.sh" grade "$@"
