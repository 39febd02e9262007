/** The script of `/preview.html`: everything in one file, so that a double click is enough. */
import { mount } from '../element/define.ts';

const questions = document.getElementById('questions')?.textContent ?? '';
mount('#form', { mode: 'preview', document: JSON.parse(questions) });

/** A page from a disk can load no module, and one from our server makes no script tags. */
function loadInspector(): void {
  const address = new URL('preview-inspector.js', location.href).href;
  if (location.protocol !== 'file:') return void import(/* @vite-ignore */ address);
  const script = document.createElement('script');
  script.src = address;
  document.head.append(script);
}

if (new URLSearchParams(location.search).has('inspect')) loadInspector();
