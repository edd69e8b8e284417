// SPDX-License-Identifier: MIT
// A question in the middle of the page. ask(text, accept) is answered by true or false, and with a value in `given`, by the
// text that the user has made of it, or null. objection(text) says what is wrong with an answer, or ''.
const $ = id => document.getElementById(id);

export function ask(text, accept, given, objection = () => '') {
  const dialog = $('question'), answer = $('answer'), isText = given !== undefined;
  $('question-text').textContent = text;
  $('accept').textContent = accept;
  $('objection').textContent = '';
  answer.hidden = !isText;
  answer.value = given ?? '';
  dialog.returnValue = '';
  dialog.querySelector('form').onsubmit = event => {
    const wrong = isText && event.submitter === $('accept') ? objection(answer.value.trim()) : '';
    $('objection').textContent = wrong;
    if (wrong)
      event.preventDefault();
  };
  dialog.showModal();
  answer.select();
  return new Promise(answered => {
    dialog.onclose = () => {
      const accepted = dialog.returnValue === 'yes';
      answered(isText ? (accepted ? answer.value.trim() : null) : accepted);
    };
  });
}

// What opens under its button: near it, and inside of the window.
export function placePopovers() {
  for (const button of document.querySelectorAll('[popovertarget]')) {
    const box = $(button.getAttribute('popovertarget'));
    box.addEventListener('toggle', () => {
      const at = button.getBoundingClientRect(), left = Math.min(at.left, innerWidth - box.offsetWidth - 8);
      box.style.left = `${Math.max(8, left)}px`;
      box.style.top = `${at.bottom + 4}px`;
    });
  }
}
