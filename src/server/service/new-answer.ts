/** An answer that is to be made: which question, of which application, and its value by kind. */

import type { ApplicationId, QuestionId } from '../../core/model/ids.ts';
import type { FileSource } from '../file-source.ts';
import type { DataUri, DayText } from './written-text.ts';

export type NewAnswerValue =
  /** Of a short or a long text. */
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'boolean'; readonly value: boolean }
  /** Decimal, as text, so that no digit is lost. */
  | { readonly kind: 'number'; readonly text: `${number}` }
  | { readonly kind: 'date'; readonly day: DayText }
  | { readonly kind: 'date_range'; readonly from: DayText; readonly to: DayText }
  | { readonly kind: 'url'; readonly text: string }
  /** Texts of options as the question has them: the canonical English ones. */
  | { readonly kind: 'choice'; readonly options: readonly string[] }
  /** A file of any size, read while it is sent. */
  | { readonly kind: 'document'; readonly file: FileSource }
  /** A file that is in memory already. */
  | { readonly kind: 'document_data'; readonly data: DataUri; readonly filename: string }
  /** A file that the service has already. */
  | { readonly kind: 'document_signed_id'; readonly signedId: string };

/** Several files of one question are several answers. */
export interface NewAnswer {
  readonly application: ApplicationId;
  readonly question: QuestionId;
  readonly value: NewAnswerValue;
}
