/**
 * `apply-form.js`, the module of the script tag: registers the element, offers `mount`, and puts a form right after each
 * of its tags that carries `data-apply-job`, `data-apply-token` or `data-apply-posting`.
 */

import { endpointFrom, source } from '../host/host.ts';
import { type ApplyFormElement, defineApplyForm, mount, stayIn } from './define.ts';

export { mount };

declare global {
  interface Window {
    ApplyForm?: { readonly mount: typeof mount };
  }
}

const address = new URL(import.meta.url.replace(/[?#].*/, ''));
/** A tag may name the classic file, which imports this one, and may carry a query of its own. */
const ours = ['', 'apply-form.js', 'apply-form-classic.js'].map(
  (name) => new URL(name || address, address).href,
);
const isOurs = ({ src }: HTMLScriptElement) => ours.includes(src.replace(/[?#].*/, ''));

/** An unknown attribute is passed on, so that the form can name it to the developer. */
const prefix = /^data-apply-(?=[a-z])/;

/** A page restored from a copy, as Turbo does, already has the form. */
const isForm = (element: Element | null): element is ApplyFormElement =>
  element?.matches('apply-form[endpoint]') === true;

function mountFrom(script: HTMLScriptElement): void {
  const ownAttributes = () => [...script.attributes].filter(({ name }) => prefix.test(name));
  if (!ownAttributes()[0]) return;
  const inHead = script.closest('head');
  const next = script.nextElementSibling;
  const form = isForm(next) ? next : document.createElement('apply-form');
  const put = () => {
    const given = ownAttributes();
    // A refresh may have turned it into the tag of another script.
    if (!given[0]) return;
    // Another copy of the script, from another origin, may have registered the element first.
    form.setAttribute('endpoint', source.endpoint ?? '');
    for (const { name, value } of given) form.setAttribute(name.replace(prefix, ''), value);
    // A script in the head has no position in the page: the form goes to the end of the body.
    if (inHead) document.body.append(form);
    else script.after(form);
  };
  const begin = () => {
    if (form !== next) put();
    stayIn(inHead ? document.body : script, form, () => script.isConnected && put());
  };
  if (!inHead || document.readyState !== 'loading') begin();
  else document.addEventListener('DOMContentLoaded', begin, { once: true });
}

const seen = new WeakSet<HTMLScriptElement>();

/** A module runs once for all tags with its address, whenever they are inserted. */
function mountFromTags(): void {
  for (const script of document.scripts) {
    if (seen.has(script) || !isOurs(script)) continue;
    seen.add(script);
    mountFrom(script);
  }
}

// A form needs these: Chrome 93, Firefox 101, Safari 16.4.
if ((!document.adoptedStyleSheets || !Object.hasOwn) && !customElements.get('apply-form'))
  customElements.define(
    'apply-form',
    class extends HTMLElement {
      connectedCallback() {
        // The element was only moved.
        if (this.dataset['state']) return;
        this.dataset['state'] = 'error';
        const sentence = document.createElement('p');
        sentence.lang = 'en';
        sentence.textContent = 'This browser is too old for this form.';
        this.prepend(sentence);
        const detail = { code: 'unsupported_browser', retryable: false, retryAfter: null };
        this.dispatchEvent(new CustomEvent('apply-error', { bubbles: true, composed: true, detail }));
      }
    },
  );
// An element with this id would also be found under this name.
if (!window.ApplyForm?.mount) window.ApplyForm = { mount };
endpointFrom(address.href);
defineApplyForm();
mountFromTags();
new MutationObserver(mountFromTags).observe(document, { childList: true, subtree: true });
