/** Reads what the document asks besides its questions. Anything missing or unknown is left out; nothing throws. */
import { nonBlank, textList } from '../../core/jsonapi/read-members.ts';
import { finiteNumber, idText, list, member } from '../../core/jsonapi/stored-json.ts';
import { type AskedDetail, askedNames } from '../../core/model/details.ts';
import type { RichText } from '../../core/model/rich-text.ts';
import type { FormNotes } from '../../core/tree/question-tree.ts';

export interface Asked {
  readonly details: readonly AskedDetail[];
  readonly consents: readonly AskedConsent[];
  readonly equality: readonly AskedEquality[];
  readonly sections: readonly AskedSection[];
  readonly privacyUrl: string | null;
  readonly next: Omit<FormNotes, 'privacy'>;
}

export interface AskedConsent {
  readonly id: string;
  readonly version: string;
  /** One sentence; `[words](https://…)` is a link. */
  readonly text: string;
  /** In which it is written (BCP 47); empty where the proxy does not say. */
  readonly language: string;
  readonly required: boolean;
}

export interface AskedEquality {
  readonly id: string;
  readonly title: string;
  readonly options: readonly { readonly id: string; readonly text: string }[];
  readonly required: boolean;
}

export interface AskedSection {
  readonly title: string;
  readonly questions: readonly string[];
}

export function readAsked(document: unknown): Asked {
  const meta = member(document, 'meta');
  const every = <Item>(name: string, read: (json: unknown) => Item | null): readonly Item[] =>
    list(member(meta, name)).flatMap((json) => read(json) ?? []);
  return {
    details: every('details', readDetail),
    consents: every('consent', readConsent),
    equality: every('equality', readEquality),
    sections: every('sections', readSection),
    privacyUrl: webAddress(member(meta, 'privacyUrl')),
    next: {
      nextText: nonBlank(member(meta, 'nextText')),
      nextUrl: webAddress(member(meta, 'nextUrl')),
      isWatched: member(meta, 'filling') === true,
    },
  };
}

const isRequired = (json: unknown): boolean => member(json, 'required') === true;

function readDetail(json: unknown): AskedDetail | null {
  const name = askedNames.find((known) => known === member(json, 'name'));
  if (name === undefined) return null;
  const limits = member(json, 'limits');
  const bytes = finiteNumber(member(limits, 'bytes'));
  const types = textList(member(limits, 'types'));
  return { name, required: isRequired(json), ...(bytes !== null && { limits: { bytes, types } }) };
}

function readConsent(json: unknown): AskedConsent | null {
  const id = idText(member(json, 'id'));
  const version = idText(member(json, 'version'));
  const text = nonBlank(member(json, 'text'));
  const language = nonBlank(member(json, 'language')) ?? '';
  return id && version && text ? { id, version, text, language, required: isRequired(json) } : null;
}

function readEquality(json: unknown): AskedEquality | null {
  const id = idText(member(json, 'id'));
  const title = nonBlank(member(json, 'title'));
  const options = list(member(json, 'options')).flatMap((option) => {
    const optionId = idText(member(option, 'id'));
    const text = nonBlank(member(option, 'text'));
    const isUndisclosed = member(option, 'undisclosed') === true;
    return optionId && text ? [{ id: optionId, text, isUndisclosed }] : [];
  });
  // "Prefer not to say" is offered last.
  options.sort((one, other) => Number(one.isUndisclosed) - Number(other.isUndisclosed));
  return id && title && options.length > 0 ? { id, title, options, required: isRequired(json) } : null;
}

function readSection(json: unknown): AskedSection | null {
  const title = nonBlank(member(json, 'title'));
  const questions = list(member(json, 'questions')).flatMap((id) => idText(id) ?? []);
  return title === null ? null : { title, questions };
}

/** A `javascript:` address in a link would run on the host's page. */
function webAddress(json: unknown): string | null {
  const address = nonBlank(json);
  return address !== null && /^https?:\/\//i.test(address) ? address : null;
}

/** `[words]` become a link to this address, which is never a part of the sentence: it may have any character. */
export const linkWords = (sentence: string, href: string): RichText =>
  sentence.split(/\[([^[\]]+)\]/).flatMap<RichText[number]>((piece, place) => {
    if (place % 2 === 1) return [{ tag: 'a', href, children: [piece] }];
    return piece ? [piece] : [];
  });

/** `[words](https://…)` becomes a link; brackets with anything else stay as they are. */
export function readLinks(text: string): RichText {
  const pieces = text.split(/\[([^[\]]+)\]\((https?:\/\/[^\s()[\]]+)\)/i);
  const nodeOf = (piece: string, place: number): RichText => {
    if (place % 3 === 1) return [{ tag: 'a', href: pieces[place + 1] ?? '', children: [piece] }];
    return place % 3 === 0 && piece ? [piece] : [];
  };
  return pieces.flatMap<RichText[number]>(nodeOf);
}
