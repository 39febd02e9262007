/** The widget as it is built: only its public doors are used. */
import { offerBench } from './bench.js';

offerBench(
  (place, document) => window.ApplyForm.mount(place, { mode: 'preview', document }).element.shadowRoot,
);
