import { PlainForm } from '../plain/plain-form.ts';
import { offerBench } from './bench-page.ts';

offerBench((host, document) => {
  new PlainForm(host, document);
  return host;
});
