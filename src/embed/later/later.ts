/**
 * What comes after the first answer, or instead of the form: sending, files, the receipt, failures, with their
 * sentences and styles. Nobody waits for it before the form is there: it is loaded at the first touch of the form.
 */

import type { Form } from '../../form/contract.ts';
import { enLater } from '../../locale/en-later.ts';
import styles from '../../widget/later/later.css?inline';
import { laterParts } from '../../widget/later/later-parts.ts';
import type { Access } from '../access.ts';
import type { CreatePlace } from '../places.ts';
import { checkSettings } from './check-settings.ts';
import { followMoves } from './follow-moves.ts';
import { createRenewal } from './renewal.ts';
import { createSending, type Sending, type SendingTools } from './sending.ts';
import { createShowInstead, type InsteadTools, type ShowInstead } from './show-instead.ts';
import { createStartOver } from './start-over.ts';
import { createTranslation, type TranslationTools } from './translation.ts';
import { createUploads, type Uploads } from './uploads.ts';
import { warnBeforeLeaving } from './warn-leaving.ts';
import { browserWays, type Ways } from './ways.ts';

export interface Later {
  readonly parts: typeof laterParts;
  readonly sentences: typeof enLater;
  readonly styles: string;
  /** The element stands elsewhere now. */
  moved(): void;
  /** null where it cannot be loaded now, or the browser is too old for it. */
  loadLightPlace(): Promise<CreatePlace | null>;
  readonly uploads: Uploads;
  readonly sending: Sending;
  readonly showInstead: ShowInstead;
  /** Empties the form, and tells of it. */
  startOver(form: Form): void;
  /** Speaks the language that is wanted now. */
  translate(): Promise<void>;
}

/** What the session hands over of itself. */
export type LaterTools = Omit<
  SendingTools & InsteadTools & TranslationTools,
  'renewal' | 'sending' | 'uploads' | keyof Ways
> & {
  readonly access: Access;
};

export interface LaterFile {
  createLater(tools: LaterTools): Later;
}

export function createLater(tools: LaterTools, ways: Ways = browserWays): Later {
  const { upload, wait } = ways;
  const renewal = createRenewal({ ...tools, ...ways });
  const uploads = createUploads({ ...tools, renewal }, upload);
  const sending = createSending({ ...tools, renewal, uploads, wait });
  const showInstead = createShowInstead({ ...tools, ...ways, renewal, sending });
  const startOver = createStartOver({ ...tools, uploads });
  const translate = createTranslation({ ...tools, renewal });
  warnBeforeLeaving({ ...tools, ...ways });
  checkSettings({ ...tools, ...ways });
  const acts = { uploads, sending, showInstead, startOver, translate };
  return {
    parts: laterParts,
    sentences: enLater,
    styles,
    moved: followMoves(tools.host.element, tools.signal),
    loadLightPlace: () =>
      import('./light-place.ts').then((file) => file.lightPlace(styles)).catch(() => null),
    ...acts,
  };
}
