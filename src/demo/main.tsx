/** The page of sandbox mode: the form, the tree of its questions next to it, and the HTML to copy. */
import { render } from 'preact';
import { defineApplyForm } from '../browser/element/define.ts';
import '../browser/frame/frame-host.ts';
import { endpointFrom } from '../browser/host/host.ts';
import { Demo } from './demo.tsx';

endpointFrom(location.href);
defineApplyForm();

const container = document.getElementById('demo');
if (container !== null) {
  container.replaceChildren();
  render(<Demo />, container);
}
