/**
 * The inspector of `/preview.html?inspect`. A classic script with all it needs in it, because a page that was opened by a
 * double click can load no module; so it draws with a copy of preact of its own.
 */
import { batch, computed, effect, Signal, signal } from '@preact/signals';
import { Fragment, h, render } from 'preact';
import { mountInspector } from '../inspector/inspector.tsx';

const element = document.querySelector('apply-form');
const session = element?.session;
if (element && session) {
  const place = document.createElement('aside');
  place.setAttribute('aria-label', 'Look inside');
  document.body.append(place);
  mountInspector(place, {
    preact: { h, Fragment, render, Signal, batch, computed, effect, signal },
    view: session.view,
    element,
  });
}
