# SPDX-License-Identifier: MIT
# The page of grades.sh: a row for each student, a column for each exercise that anyone has handed in.
def cell: if . == null then "<td class=none>–</td>"
  else "<td class=\(if .passed then "passed" else "failed" end)><a href=\"reports/\(.report | @uri).txt\" title=\"\(.why | @html)\">"
    + (if .passed then "passed" else (.why | @html) end) + "</a></td>" end;
. as $grades
| (map(.exercise) | unique) as $handed_in
| (($exercises[0] | map(select(IN($handed_in[])))) + (if ($handed_in | index("")) then [""] else [] end)) as $columns
| "<!doctype html><html lang=en><meta charset=utf-8><meta name=viewport content=\"width=device-width\"><title>Grades</title>",
  "<style>:root{color-scheme:light dark}body{font:16px/1.4 system-ui,sans-serif;margin:1.5rem}table{border-collapse:collapse}th,td{border:1px solid #8888;padding:.3rem .6rem;text-align:left;vertical-align:top}td a{color:inherit}.passed{background:#2a92}.failed{background:#d332}.none{color:#888}div{overflow-x:auto}</style>",
  "<h1>Grades</h1><p>\($grades | length) submissions, \($grades | map(select(.passed)) | length) passed. A cell leads to what the judge said.</p>",
  "<div><table><thead><tr><th scope=col>student</th><th scope=col>passed</th>" + ($columns | map("<th scope=col>\(if . == "" then "not judged" else . end)</th>") | add) + "</tr></thead><tbody>",
  ($grades | group_by(.student)[] | . as $own
    | "<tr><th scope=row>\($own[0].student | @html)</th><td>\($own | map(select(.passed)) | length)</td>"
      + ($columns | map(. as $e | $own | map(select(.exercise == $e)) | (map(select(.passed)) + .)[0] | cell) | add) + "</tr>"),
  "</tbody></table></div></html>"
