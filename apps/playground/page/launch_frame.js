// SPDX-License-Identifier: MIT
// Inside of the frame: asks for the trace, puts it where the page looks for it, and starts the page's own script.
import { launchPage } from 'virtual:built';

window.addEventListener('message', event => {
  if (event.origin !== location.origin || event.source !== parent || typeof event.data?.trace !== 'string')
    return;
  document.getElementById('trace').textContent = event.data.trace;
  const script = document.createElement('script');
  script.src = launchPage;
  document.body.append(script);
}, { once: true });
parent.postMessage('ready', location.origin);
