/** The page `/form`: the form alone, for links in e-mails and messages. */
import { openLink } from './open-link.tsx';
import { openPage } from './open-page.ts';
import { headPage } from './page-header.tsx';
import { takeLink } from './take-link.ts';

async function open(place: HTMLElement): Promise<void> {
  // A page that is loaded ahead must not use up a link, and what it stores would be lost.
  if (/[#&](code|token)=/.test(location.hash)) await isShown();
  const link = takeLink();
  const attributes = link.code === null ? link.attributes : await openLink(place, link);
  const element = openPage(place, attributes, { 'heading-level': '1' });
  element.titled = true;
  headPage(place, element);
}

/** Chromium loads pages ahead of a press that may never come. */
const isShown = () =>
  new Promise<void>((resolve) => {
    if ('prerendering' in document && document.prerendering === true)
      document.addEventListener('prerenderingchange', () => resolve(), { once: true });
    else resolve();
  });

// Our files have come, and this browser reads them (`form.html`).
document.body.dataset['runs'] = '';
const place = document.getElementById('place');
if (place !== null) void open(place);
