/** The built widget, used through its public entry points only. */
import { offerBench } from './bench.js';

offerBench(
  (place, document) => window.ApplyForm.mount(place, { mode: 'preview', document }).element.shadowRoot,
);
