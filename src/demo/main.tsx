/**
 * The standalone page of sandbox mode: what Apply Form is and its HTML, a careers page as a company would have it, with
 * the form, and beside it a look inside.
 */
import { render } from 'preact';
import { defineApplyForm } from '../browser/element/define.ts';
import { endpointFrom } from '../browser/session/endpoint.ts';
import { Demo } from './demo.tsx';

endpointFrom(location.href);
defineApplyForm();

const place = document.getElementById('demo');
if (place !== null) {
  place.replaceChildren();
  render(<Demo />, place);
}
