/**
 * `apply-form.js`, the one script tag: registers the element, offers `window.ApplyForm`, and where the tag carries
 * `data-apply-job` or `data-apply-token`, puts a form right after itself.
 */
import { defineApplyForm } from './define.ts';
import { endpointFrom, originOf } from './endpoint.ts';
import { mount } from './mount.ts';

// Only while the script runs for the first time: read later, it is null; it always is for a module.
const tag = document.currentScript;

declare global {
  interface Window {
    ApplyForm?: { readonly mount: typeof mount };
  }
}

/** One that nobody knows is not left out: the form names it to the developer. */
const asking = /^data-apply-(?=[a-z])/;

function mountFrom(script: HTMLScriptElement): void {
  const given = [...script.attributes].filter(({ name }) => asking.test(name));
  if (given.length === 0) return;
  const form = document.createElement('apply-form');
  // Another copy of the script, from elsewhere, may have registered the element first.
  const origin = originOf(script.src);
  if (origin !== null) form.setAttribute('endpoint', origin);
  for (const { name, value } of given) form.setAttribute(name.replace(asking, ''), value);
  place(script, form);
}

/** A script in the head has no place of its own: the form goes to the end of the page. */
function place(script: HTMLScriptElement, form: HTMLElement): void {
  const append = () => document.body.append(form);
  if (script.closest('head') === null) script.after(form);
  else if (document.readyState !== 'loading') append();
  else document.addEventListener('DOMContentLoaded', append, { once: true });
}

/** A module does not know its tag: it runs once for all tags with its address. */
const modulesFrom = (address: string) =>
  [...document.scripts].filter(({ type, src }) => type === 'module' && src === address);

const ownAddress = () => /https?:\S+?(?=:\d+:\d)/.exec(`${new Error().stack}`)?.[0] ?? '';

window.ApplyForm ??= { mount };
const address = tag instanceof HTMLScriptElement ? tag.src : ownAddress();
endpointFrom(address);
defineApplyForm();
for (const script of tag instanceof HTMLScriptElement ? [tag] : modulesFrom(address)) mountFrom(script);
