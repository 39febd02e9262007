/** The page `/frame/{tenant}`: the form inside the iframe of a partner's portal. */

import { openPage } from '../pages/open-page.ts';
import { takeLink } from '../pages/take-link.ts';
import { followSeenPart, linkToHost } from './frame-link.ts';

// Our files have come, and this browser reads them (`frame.html`).
document.body.dataset['runs'] = '';
const place = document.getElementById('place');
const tenant = /\/frame\/([^/]+)$/.exec(location.pathname)?.[1] ?? 'default';

if (place !== null) {
  const element = openPage(place, takeLink().attributes, { tenant });
  // With an opaque origin the proxy refuses every request, and the host cannot tell which messages are its form's.
  if (origin === 'null')
    console.warn(
      '<apply-form> needs its own origin here: sandbox="allow-scripts allow-same-origin allow-forms allow-popups" on the iframe.',
    );
  if (parent !== window) {
    const parts = { page: window, element, measured: document.body };
    linkToHost(parts);
    followSeenPart(parts);
  }
}
