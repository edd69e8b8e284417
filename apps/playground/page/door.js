// SPDX-License-Identifier: MIT
// In the page itself, for a browser runs no module of a page that it opened from a file: says what to do then.
if (location.protocol === 'file:') {
  const status = document.getElementById('status');
  status.className = 'bad';
  document.querySelectorAll('#language, #bar, #columns').forEach(part => part.hidden = true);
  status.textContent = navigator.language.startsWith('zh')
    ? '浏览器不会从文件运行试验场：请在本仓库里运行 ./run playground --serve，再打开它给出的地址。'
    : 'A browser does not run this page from a file: type ./run playground --serve in the repository, and open the address that it prints.';
}
