import { HandWrittenForm } from '../hand-written/hand-written-form.ts';
import { offerBench } from './bench-page.ts';

offerBench((host, document, containment) => {
  new HandWrittenForm(host, document, { containment });
  if (host.shadowRoot === null) throw new Error('The hand-written form drew nothing.');
  return { root: host.shadowRoot, evaluations: () => null };
});
