/** What a form says of changes, where it would say it of an application: by the key of what it says otherwise. */
import type { EveryKey, HeldKey } from '../../locale/catalogue.ts';

const ofChanges = {
  'form.send': 'held.send',
  'way.send': 'held.send',
  'way.kept': 'held.kept',
  'way.none': 'held.contact',
  'foot.sending': 'held.sending',
  'foot.long': 'held.long',
  'offline.over': 'held.online',
  'kept.back': 'held.back',
  'kept.clear': 'held.clear',
  'kept.cleared': 'held.gone',
  'kept.ask': 'held.ask',
  'kept.askSent': 'held.askSent',
  'kept.yes': 'held.yes',
  'kept.no': 'held.no',
  'wait.offline': 'held.offline',
  'wait.busy': 'held.waiting',
  'wait.unreached': 'held.waiting',
  'wait.slow': 'held.waiting',
  'wait.long': 'held.later',
  'title.cannotSend': 'held.notSent',
  'title.already': 'held.already',
  'failure.already_submitted': 'held.again',
  'failure.body_too_large': 'held.tooBig',
  'receipt.title': 'held.sent',
  'receipt.unclear': 'held.unclear',
  'receipt.passing': 'held.passing',
  'receipt.slow': 'held.slow',
  'receipt.complete': 'held.complete',
  'receipt.attentionNone': 'held.attention',
} as const satisfies Readonly<Partial<Record<EveryKey, HeldKey>>>;

/** The receipt of an answer to what was asked about, which was to leave things as they are. */
const ofNone = {
  'receipt.title': 'held.unchanged',
  'receipt.unclear': 'held.unchanged',
  'receipt.passing': 'held.stays',
  'receipt.slow': 'held.stays',
  'receipt.complete': 'held.stays',
  'receipt.attentionNone': 'held.stays',
} as const satisfies Partial<Record<keyof typeof ofChanges, HeldKey>>;

type Sentences = Readonly<Record<string, string>>;

const inWords = (own: Readonly<Record<string, HeldKey>>, text: (key: HeldKey) => string): Sentences =>
  Object.fromEntries(Object.entries(own).map(([key, said]) => [key, text(said)]));

export const sentencesOfChanges = (text: (key: HeldKey) => string): Sentences => inWords(ofChanges, text);

export const sentencesOfNone = (text: (key: HeldKey) => string): Sentences => inWords(ofNone, text);
