/**
 * Drafts between two visits: turns a form into a draft, and a draft back into a form that may have changed. Drafts are
 * sealed in the browser's storage: an application's on this device or in this tab, a visitor's in this tab, and on this
 * device only if they ask for it.
 */

import type { FormMeta } from '../../core/jsonapi/read-questions.ts';
import { type QuestionId, questionId } from '../../core/model/ids.ts';
import type { Answer, Option, Question } from '../../core/model/question.ts';
import type { Field, Form, FormChange, WritableForm } from '../../form/contract.ts';
import { isRefused, prefilled } from '../../form/field-state.ts';
import { adopt, type EarlierEntry, fill } from '../../form/fill.ts';
import { type Signal, signal } from '../../form/signals.ts';
import { type Host, orNull } from '../host/host.ts';
import { draftName, storedNames } from './has-draft.ts';

interface DraftEntry extends EarlierEntry {
  /** True for an answer corrected since the refusal and not sent yet. */
  readonly isCorrected?: boolean;
}

export interface Draft {
  /** Milliseconds since 1970 by this browser's clock, used only to expire the draft and to find the newest. */
  readonly at: number;
  /** Every question of the form, with a hash that changes with its wording or options. */
  readonly marks: Readonly<Record<string, number>>;
  readonly entries: readonly DraftEntry[];
  /** Reference of the receipt, once there is one. */
  readonly reference: string | null;
}

/** Milliseconds: seven days. */
const LIFE = 7 * 24 * 60 * 60 * 1000;

/** null if too old, or of another format. A date in the future is accepted, since a wrong clock may have written it. */
function readDraft(text: string): Draft | null {
  const draft: Draft = JSON.parse(text);
  return draft.entries && Date.now() - draft.at <= LIFE ? draft : null;
}

/**
 * Includes answers of hidden questions, which may be shown again. Leaves out unchanged prefilled answers before sending,
 * because the host's page fills them in again.
 *
 * @param corrected questions corrected on an earlier visit, which the form does not know before it shows the receipt
 */
export const entriesOf = (
  { order, correcting, submission }: Form,
  corrected: ReadonlySet<QuestionId>,
): readonly DraftEntry[] =>
  order.flatMap((field) => {
    const answer = field.entry.peek();
    if (answer && submission.peek().kind === 'editing' && prefilled.has(answer)) return [];
    const isOpen = correcting.peek() && field.editable.peek();
    return entryOf(field, isOpen || corrected.has(field.question.id)) ?? [];
  });

function entryOf(field: Field, isOpen: boolean): DraftEntry | null {
  const { question, shown, entry, visible, touched } = field;
  const answer = entry.peek();
  if (question.confidential || answer === null) return null;
  // Only files that the proxy has: an unfinished upload is lost with the page.
  const staged = field.files.peek().filter(({ progress }) => progress.kind === 'staged');
  const files = staged.map(({ id, name, size, type }) => ({ id, name, size, type }));
  if (answer.kind === 'files' && files.length === 0) return null;
  const isWhole = answer.kind !== 'files' || files.length === answer.files.length;
  return {
    question: question.id,
    asked: reduced(shown, answer),
    answer: answer.kind === 'files' ? { kind: 'files', files } : answer,
    ...(visible.peek() ? {} : { isHidden: true }),
    ...(isOpen && isWhole && !isRefused(touched.peek(), answer) && { isCorrected: true }),
  };
}

/** Only the parts of the question needed to read its answer: a country is one of 249. */
function reduced({ section: _section, ...question }: Question, answer: Answer): Question {
  if (question.type !== 'multiple_choice') return { ...question, help: [] };
  const isChosen = ({ text }: Option) => answer.kind === 'choice' && answer.options.includes(text);
  return { ...question, help: [], options: question.options.filter(isChosen) };
}

/** Omits confidential questions. */
export const marksOf = ({ order }: Form): Draft['marks'] =>
  Object.fromEntries(
    order.flatMap(({ question }) => (question.confidential ? [] : [[question.id, markOf(question)]])),
  );

/** The same in every language. FNV-1a, 32 bits: distinguishes wordings; not meant to be secret. */
function markOf(question: Question): number {
  const { type, canonicalTitle, required } = question;
  const options = question.type === 'multiple_choice' ? question.options.map(({ text }) => text) : [];
  let sum = 0x811c9dc5;
  for (const letter of JSON.stringify([type, canonicalTitle, required, options]))
    sum = Math.imul(sum ^ letter.charCodeAt(0), 0x01000193) >>> 0;
  return sum;
}

/**
 * Keeps answers typed meanwhile, and replaces prefilled ones.
 *
 * @returns the changes since the draft was stored; null if there are none
 */
export function fillFromDraft(form: WritableForm, { entries, marks: before }: Draft): FormChange | null {
  const missing = entries.filter(({ question }) => {
    const entry = form.fields.get(question)?.entry.peek() ?? null;
    return entry === null || prefilled.has(entry);
  });
  const lost = adopt(form, missing);
  const questions = Object.entries(marksOf(form)).flatMap(([id, mark]) =>
    mark === before[id] ? [] : questionId(id),
  );
  return questions.length + lost.length > 0 ? { questions, lost } : null;
}

/** Copies name, email and similar details to a form that also asks for them; never files, consents or equality monitoring. */
export function bringDetails(form: WritableForm, previous: Form): void {
  const entries = previous.order.flatMap(({ question, entry }) => {
    const answer = entry.peek();
    const isFree = form.fields.get(question.id)?.entry.peek() === null;
    return question.detail && !question.confidential && answer && answer.kind !== 'files' && isFree
      ? [{ question: question.id, answer }]
      : [];
  });
  fill(form, entries);
}

/** The visitor's draft on this device, outside this tab. */
export type OnDevice =
  | 'nothing'
  /** Belongs to another visit, perhaps of another person, so nothing of it is shown. */
  | 'another'
  /** This tab's draft, stored until then: milliseconds since 1970. */
  | number;

type Keys = Pick<FormMeta, 'draftKey' | 'olderDraftKeys'>;

/** Names a visitor's draft; null if the host's page has an application, or there is no form. */
export function visitorName({ settings }: Pick<Host, 'settings'>): string | null {
  const { token, job, tenant, endpoint } = settings();
  return token !== null || job === null ? null : JSON.stringify([endpoint, tenant, job]);
}

/** The item of a visitor's draft in this tab. */
export const visitorItem = (name: string) => createItem(() => sessionStorage, draftName + name);

/** The item of a visitor's draft on this device; its name reveals neither job nor employer. */
const deviceItem = async (name: string) => createItem(() => localStorage, await hiddenName(name));

/** null without a key or cryptography. */
export async function openStorage(
  host: Pick<Host, 'settings'>,
  { draftKey, olderDraftKeys }: Keys,
  handle: () => string | null,
): Promise<DraftStorage | null> {
  const keys = draftKey === null ? [] : [draftKey, ...olderDraftKeys];
  const seal = await createSeal(keys);
  if (seal === null) return null;
  removeEnded();
  const visitor = visitorName(host);
  if (visitor !== null)
    return new DraftStorage(seal, [visitorItem(visitor)], await deviceItem(visitor), handle);
  // Its name comes from the key, which the proxy gives to every holder of a valid token of the application.
  const names = await Promise.all(keys.map((key) => hiddenName(key)));
  const [device, tab] = [() => localStorage, () => sessionStorage];
  const places = host.settings().draft === 'session' ? [tab, device] : [device, tab];
  const items = places.flatMap((place) => names.map((name) => createItem(place, name)));
  return new DraftStorage(seal, items, null, () => '');
}

type Item = ReturnType<typeof createItem>;

export class DraftStorage {
  /** null for an application, which has one storage only. */
  readonly onDevice: Signal<OnDevice | null>;
  #seal: Seal;
  /** The first is written; the others belong to older keys or settings. */
  readonly #items: readonly Item[];
  /** The device's item of a visitor's draft. */
  readonly #device: Item | null;
  readonly #handle: () => string | null;
  /** The last seen text on the device. */
  #looked: string | null = null;
  /** The text that this tab wrote last. */
  #written: string | null = null;

  constructor(seal: Seal, items: readonly Item[], device: Item | null, handle: () => string | null) {
    this.#seal = seal;
    this.#items = items;
    this.#device = device;
    this.#handle = handle;
    this.onDevice = signal(device && 'nothing');
  }

  /** The newest draft that can be opened. */
  async read(): Promise<Draft | null> {
    await this.look();
    const items = this.#isOwn() ? [this.#device, ...this.#items] : this.#items;
    const drafts = await Promise.all(items.map((item) => this.#open(item)));
    this.#written = this.#items[0]?.get() ?? null;
    return drafts.reduce((newest, draft) => ((draft?.at ?? 0) > (newest?.at ?? 0) ? draft : newest), null);
  }

  /** Reads what another tab has written since; null if nothing. */
  async readOther(): Promise<Draft | null> {
    const isSame = this.#items[0]?.get() === this.#written && this.#onDevice() === this.#looked;
    return isSame ? null : this.read();
  }

  /** @returns false if it cannot be stored */
  async write(draft: Draft): Promise<boolean> {
    const [item, ...older] = this.#items;
    const sealed = await this.#seal.seal(JSON.stringify(draft));
    await this.look();
    const handle = this.#handle();
    const until = this.onDevice.peek();
    const text = `${typeof until === 'number' ? until : 0} ${handle ?? ''} ${sealed}`;
    // If the device has no room, its older copy is removed: it would win over this tab's.
    if (this.#isOwn() && !this.#device?.set(text)) this.forget();
    this.#looked = this.#onDevice();
    if (handle === null || !item?.set(text)) return false;
    this.#written = text;
    for (const each of older) each.remove();
    return true;
  }

  /** Removes the stored text; later entries are stored as before. */
  empty(): void {
    for (const item of this.#items) item.remove();
    this.#written = null;
    if (!this.#isOwn()) return;
    this.#device?.remove();
    this.#looked = null;
  }

  /** Writes to the device as well from now on, replacing what is there, under this key. */
  keep(seal: Seal, until: number): void {
    this.#seal = seal;
    this.#looked = this.#onDevice();
    this.onDevice.value = until;
  }

  /** Keeps the draft in this tab only; another visit's draft on the device stays. */
  release(): void {
    if (this.#isOwn()) this.forget();
  }

  /** Deletes the draft on this device, even another visit's. */
  forget(): void {
    this.#device?.remove();
    this.#looked = null;
    this.onDevice.value &&= 'nothing';
  }

  /** Makes this tab continue the device's draft, once its form is loaded again. */
  takeOver(): void {
    const text = this.#onDevice();
    if (text) this.#items[0]?.set(text);
  }

  /** Looks whether another tab has changed the draft on this device. */
  async look(): Promise<void> {
    const text = this.#onDevice();
    if (text === this.#looked) return;
    this.#looked = text;
    const { until, sealed } = split(text);
    const isOwn = until > 0 && (await this.#seal.open(sealed)) !== null;
    this.onDevice.value = isOwn ? until : until > 0 ? 'another' : 'nothing';
  }

  #onDevice(): string | null {
    return this.#device?.get() ?? null;
  }

  #isOwn(): boolean {
    return typeof this.onDevice.peek() === 'number';
  }

  /** Opens a stored draft; deletes one that is unreadable or too old. */
  async #open(item: Item | null): Promise<Draft | null> {
    const text = item?.get() ?? null;
    const opened = text && (await this.#seal.open(split(text).sealed));
    const draft = opened ? readDraft(opened) : null;
    if (text !== null && draft === null) item?.remove();
    return draft;
  }
}

/** Deletes all that may be stored for a form. */
export async function removeStored(host: Pick<Host, 'settings'>, keys: Keys): Promise<void> {
  const visitor = visitorName(host);
  if (visitor === null) return (await openStorage(host, keys, () => null))?.empty();
  visitorItem(visitor).remove();
  if (crypto.subtle) (await deviceItem(visitor)).remove();
}

/**
 * Splits `UNTIL HANDLE SEALED`: the expiry in milliseconds since 1970 by this device's clock, or 0 for a draft of this tab
 * only; the handle, for which the proxy gives a visitor's key again; and the sealed draft.
 */
export function split(text: string | null) {
  const [until, handle = '', sealed = ''] = text?.split(' ') ?? [];
  return { until: Number(until) || 0, handle, sealed };
}

/** Removes expired drafts of visitors on this device, for any form: the proxy no longer gives their keys. */
function removeEnded(): void {
  for (const name of storedNames(() => localStorage)) {
    const item = createItem(() => localStorage, name);
    const { until } = split(item.get());
    if (until > 0 && until <= Date.now()) item.remove();
  }
}

/** One item of a storage, which may throw on every access: it can be full, blocked, or belong to another site. */
const createItem = (storage: () => Storage, name: string) => ({
  get: () => orNull(() => storage().getItem(name)),
  /** @returns whether it is stored */
  set: (text: string) => orNull(() => storage().setItem(name, text)) !== null,
  remove: () => void orNull(() => storage().removeItem(name)),
});

/** AES-GCM with a key that the proxy gives for a valid session: without it the text is unreadable. */
export interface Seal {
  seal(text: string): Promise<string>;
  /** null if it was sealed under another key, or not sealed. */
  open(sealed: string): Promise<string | null>;
}

/** Bytes (NIST SP 800-38D). */
const IV = 12;

/**
 * @param keys base64url of 256 bits each: the first seals, all open
 * @returns null if there is no key, or the browser offers no cryptography, as on pages loaded over plain HTTP
 */
export async function createSeal(keys: readonly string[]): Promise<Seal | null> {
  const { subtle } = crypto;
  if (!subtle) return null;
  const all = await Promise.all(
    keys.map((key) => subtle.importKey('raw', bytesOf(key), 'AES-GCM', false, ['encrypt', 'decrypt'])),
  );
  const [first] = all;
  if (first === undefined) return null;
  return {
    async seal(text) {
      const iv = crypto.getRandomValues(new Uint8Array(IV));
      const sealed = await subtle.encrypt({ name: 'AES-GCM', iv }, first, new TextEncoder().encode(text));
      // Joins texts, as twelve bytes are whole groups of base64: joining the bytes of a long draft took longer than sealing it.
      return `${textOf(iv)}${textOf(new Uint8Array(sealed))}`;
    },
    async open(text) {
      const sealed = bytesOf(text);
      const [iv, data] = [sealed.subarray(0, IV), sealed.subarray(IV)];
      for (const key of all) {
        const opened = await subtle.decrypt({ name: 'AES-GCM', iv }, key, data).catch(() => null);
        if (opened !== null) return new TextDecoder().decode(opened);
      }
      return null;
    },
  };
}

/** A name that reveals nothing: the beginning of a hash. */
async function hiddenName(name: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(`draft ${name}`));
  return draftName + textOf(new Uint8Array(digest).subarray(0, 16));
}

/** Base64url. */
export function textOf(bytes: Uint8Array): string {
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary).replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '');
}

function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  const binary = orNull(() => atob(text.replace(/-/g, '+').replace(/_/g, '/')));
  return Uint8Array.from(binary ?? '', (letter) => letter.charCodeAt(0));
}
