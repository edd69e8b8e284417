#!/bin/sh
# SPDX-License-Identifier: MIT
# Microsoft's SARIF validator (npm, @microsoft/sarif-multitool 5.7.0) on a log whose region ends before it begins.
#
# The guess: `sarif-multitool validate` in a CI step fails the step if the log is wrong.
# Seen: it prints "error SARIF1007 ... 'endLine' property '3' is less than the 'startLine' property '9'", then "Analysis
# completed successfully", and exits with 0. A path that leaves the checkout, ../outside/a.cu, gets no message at all.
set -u
work=$(mktemp -d) && cd "$work" || exit 2
trap 'rm -rf "$work"' EXIT
npm install --silent --no-audit --no-fund --ignore-scripts --prefix . @microsoft/sarif-multitool@5.7.0 >log 2>&1 || { cat log && exit 2; }
chmod +x node_modules/@microsoft/sarif-multitool-linux/* 2>/dev/null
cat >one.sarif <<'JSON'
{"version": "2.1.0", "$schema": "https://json.schemastore.org/sarif-2.1.0.json", "runs": [{"tool": {"driver": {"name": "x"}},
 "results": [{"ruleId": "A1", "message": {"text": "A message."}, "locations": [{"physicalLocation": {"artifactLocation":
 {"uri": "../outside/a.cu"}, "region": {"startLine": 9, "endLine": 3}}}]}]}]}
JSON
timeout 100 node_modules/.bin/sarif-multitool validate one.sarif >seen 2>&1
status=$?
grep -o 'error SARIF[0-9]*' seen
grep 'Analysis completed' seen
echo "exit status $status"
[ $status = 0 ] && grep -q 'error SARIF1007' seen && ! grep -q 'outside/a.cu' seen && grep -q 'completed successfully' seen
