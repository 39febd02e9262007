/**
 * The inspector of `/preview.html?inspect`. Everything is in one classic script, because a page that was opened by a
 * double click can load no module.
 */
import { mountInspector } from '../inspector/inspector.tsx';

const element = document.querySelector('apply-form');
const session = element?.session;
if (element && session) {
  const aside = document.createElement('aside');
  aside.setAttribute('aria-label', 'Look inside');
  document.body.append(aside);
  mountInspector(aside, { view: session.view, element });
}
