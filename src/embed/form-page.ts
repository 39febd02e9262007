/** The page `/form`: the form alone, for links in e-mails and messages. */
import { openPage } from './open-page.ts';

const place = document.getElementById('place');
if (place !== null) {
  openPage(place, { 'heading-level': '1' }).titled = true;
}
