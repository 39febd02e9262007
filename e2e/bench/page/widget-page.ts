/** The widget as it is built: only its public doors are used. */
import { offerBench } from './bench-page.ts';

offerBench((host, document) => {
  const root = window.ApplyForm?.mount(host, { mode: 'preview', document }).element.shadowRoot;
  if (!root) throw new Error('The script of the widget is not there.');
  return root;
});
