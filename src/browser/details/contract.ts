/** What the form knows of the file that further details come with, and what it gives to it. Types alone. */

import type { OutgoingSubmission } from '../../core/jsonapi/write-submission.ts';
import type { Submission } from '../../core/model/submission.ts';
import type { Form } from '../../form/contract.ts';
import type { DetailParts } from '../../ui/screen.ts';
import type { SpokenLanguage } from '../contract.ts';
import type { RichSettings } from '../element/settings.ts';

export interface DetailsTools {
  readonly speech: SpokenLanguage;
  /** The host's own wording. */
  readonly messages: RichSettings['messages'];
}

/** Everything of a form that asks for more than names and email: reads, draws and writes it. */
export interface DetailsFile extends DetailParts {
  readonly styles: string;
  /** What would be sent now besides answers, after what was sent before. */
  given(form: Form, sent?: Submission): Omit<OutgoingSubmission, 'answers'>;
}
