/**
 * The inspector of `/preview.html?inspect`. A classic script with all it needs in it, because a page that was opened by a
 * double click can load no module.
 */
import { mountInspector } from '../inspector/inspector.tsx';

const element = document.querySelector('apply-form');
const session = element?.session;
if (element && session) {
  const place = document.createElement('aside');
  place.setAttribute('aria-label', 'Look inside');
  document.body.append(place);
  mountInspector(place, { view: session.view, element });
}
