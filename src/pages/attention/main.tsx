import { render } from 'preact';
import { AttentionPage } from './attention-page.tsx';

const main = document.querySelector('main');
// Only a server in sandbox mode leaves the links to the demo in the page.
const isSandbox = document.querySelector('[data-demo]') !== null;
if (main !== null) render(<AttentionPage isSandbox={isSandbox} />, main);
