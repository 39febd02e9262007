/** What the form knows of the file that further details come with, and what it gives to it. Types alone. */

import type { OutgoingSubmission } from '../../core/jsonapi/write-submission.ts';
import type { Failure } from '../../core/model/failure.ts';
import type { Outcome } from '../../core/model/outcome.ts';
import type { Submission } from '../../core/model/submission.ts';
import type { buildTree } from '../../core/tree/build-tree.ts';
import type { Form, View, WritableForm } from '../../form/contract.ts';
import type { createMessages } from '../../locale/messages.ts';
import type { DetailParts } from '../../ui/screen.ts';
import type { LoadedForm } from '../api/from-document.ts';
import type { InTime } from '../api/in-time.ts';
import type { SpokenLanguage } from '../contract.ts';
import type { RichSettings } from '../element/settings.ts';

/** Passed in rather than imported, because the built file shares no module with the form. */
export interface DetailsTools {
  readonly speech: SpokenLanguage;
  /** The host's own wording. */
  readonly messages: RichSettings['messages'];
  readonly buildTree: typeof buildTree;
  readonly createMessages: typeof createMessages;
  readonly inTime: InTime;
}

/** Everything of a form that asks for more than names and email: reads, draws and writes it. */
export interface DetailsFile extends DetailParts {
  readonly styles: string;
  /** Puts further details, sections and consents around the questions. Rejects where a file of it cannot be loaded. */
  addDetails(loaded: LoadedForm, tools: DetailsTools): Promise<LoadedForm>;
  /** What would be sent now besides answers, after what was sent before. */
  given(form: Form, sent?: Submission): Omit<OutgoingSubmission, 'answers'>;
  /**
   * Says below the questions that nothing of what an application has was changed, where nothing else is asked.
   *
   * @param isKnown the proxy said so
   * @returns whether it is so: then nothing is sent, and the form is filled in further
   */
  tellsUnchanged(form: WritableForm, isKnown?: boolean): boolean;
  /** The host's wording, under what such a form says in the place of others' sentences; null: it says nothing else. */
  replaceWords(view: View, own: RichSettings['messages']): RichSettings['messages'];
  /** Shows what an application has by now; what was changed in the form stays. */
  showHeld(form: WritableForm, read: Outcome<LoadedForm, Failure>): WritableForm | undefined;
}
