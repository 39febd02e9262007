/** What the form knows of the file that further details come with, and what it gives to it. Types alone. */

import type { OutgoingSubmission } from '../../core/jsonapi/write-submission.ts';
import type { Submission } from '../../core/model/submission.ts';
import type { buildTree } from '../../core/tree/build-tree.ts';
import type { Form } from '../../form/contract.ts';
import type { createMessages } from '../../locale/messages.ts';
import type { DetailParts } from '../../ui/screen.ts';
import type { LoadedForm } from '../api/from-document.ts';
import type { SpokenLanguage } from '../contract.ts';
import type { RichSettings } from '../element/settings.ts';

/** Passed in rather than imported, because the built file shares no module with the form. */
export interface DetailsTools {
  readonly speech: SpokenLanguage;
  /** The host's own wording. */
  readonly messages: RichSettings['messages'];
  readonly buildTree: typeof buildTree;
  readonly createMessages: typeof createMessages;
}

/** Everything of a form that asks for more than names and email: reads, draws and writes it. */
export interface DetailsFile extends DetailParts {
  readonly styles: string;
  /** Puts further details, sections and consents around the questions. */
  addDetails(loaded: LoadedForm, tools: DetailsTools): LoadedForm;
  /** What would be sent now besides answers, after what was sent before. */
  given(form: Form, sent?: Submission): Omit<OutgoingSubmission, 'answers'>;
}
