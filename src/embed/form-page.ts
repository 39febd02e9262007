/** The page `/form`: the form alone, for links in e-mails and messages. */
import { openPage } from './open-page.ts';

const place = document.getElementById('place');
if (place !== null) {
  const element = openPage(place, { 'heading-level': '1' });
  element.titled = true;
  element.addEventListener('apply-ready', () => {
    const view = element.session?.view.peek();
    if (view?.kind === 'form' && view.title !== null) document.title = view.title;
  });
}
