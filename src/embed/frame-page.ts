/** The page `/frame/{tenant}`: the form inside the iframe of a partner's portal. */
import { linkToHost } from './frame-link.ts';
import { openPage } from './open-page.ts';

const place = document.getElementById('place');
const tenant = /^\/frame\/([^/]+)/.exec(location.pathname)?.[1] ?? 'default';

if (place !== null) {
  const element = openPage(place, { tenant });
  if (parent !== window) linkToHost({ page: window, element, measured: document.body });
}
