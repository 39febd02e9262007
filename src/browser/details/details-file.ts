/**
 * Everything of a form that asks for more than names and email: sections, further details and documents, equality
 * monitoring, consents. It is loaded while such a form is being read; the form itself knows nothing of it.
 */
import { givenBeside } from '../../form/given-beside.ts';
import { createDetailParts } from '../../ui/details/detail-parts.tsx';
import { fillingOf } from '../../ui/details/honeypot.tsx';
import styles from '../../ui/styles/details.css?inline';
import type { DetailsFile } from './contract.ts';
import { phoneLookup } from './phone.ts';

export const detailsFile: DetailsFile = {
  ...createDetailParts(phoneLookup),
  styles,
  given(form, sent) {
    const { details, consent } = givenBeside(form, sent);
    return { details, beside: { ...(consent[0] && { consent }), filling: fillingOf(form) } };
  },
};
