/**
 * Everything of a form that asks for more than names and email: sections, further details and documents, equality
 * monitoring, consents. It is loaded while such a form is being read; the form itself knows nothing of it.
 */
import { jsx } from 'preact/jsx-runtime';
import { list, member } from '../../core/jsonapi/stored-json.ts';
import { detailId } from '../../core/model/details.ts';
import { givenBeside } from '../../form/given-beside.ts';
import { signal } from '../../form/signals.ts';
import { createDetailParts } from '../../ui/details/detail-parts.tsx';
import { fillingOf } from '../../ui/details/honeypot.tsx';
import { takeFocus } from '../../ui/focus/focus.ts';
import styles from '../../ui/styles/details.css?inline';
import { addDetails } from './add-details.ts';
import type { DetailsFile } from './contract.ts';
import { phoneLookup } from './phone.ts';

const parts = createDetailParts(phoneLookup);

export const detailsFile: DetailsFile = {
  ...parts,
  styles,
  async addDetails(loaded, tools) {
    const whole = addDetails(loaded, tools);
    if (!member(whole.meta.stated, 'held')) return whole;
    const file = await tools.inTime(() => import('./held-details.ts'));
    if (!file.ok) throw file.error;
    held = file.value;
    return held.hold(whole, { ...tools, signal, list, member, detailId });
  },
  given(form, sent) {
    const { details, consent } = givenBeside(form, sent);
    const beside = { ...(consent[0] && { consent }), filling: fillingOf(form) };
    return { ...(held?.given(form, sent) ?? { details }), beside };
  },
  drawEnd(screen) {
    const end = parts.drawEnd(screen);
    return held?.drawUnchanged(screen, end, { jsx, signal, takeFocus }) ?? end;
  },
  tellsUnchanged: (form, isKnown = false) => held?.tellsUnchanged(form, isKnown, { signal }) ?? false,
  replaceWords(view, own) {
    const says = view.kind === 'form' && held?.replacedWords(view.form);
    return says ? { ...own, ...says } : null;
  },
  showHeld: (form, read) => held?.showHeld(form, read),
  drawBeside: (props) => parts.drawBeside?.(props) ?? held?.drawHeld(props, jsx) ?? null,
};

/** Of forms that show what an application has. */
let held: typeof import('./held-details.ts') | undefined;
