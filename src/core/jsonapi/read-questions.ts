/*
 * The one tolerant reader of question documents, the service's and the proxy's.
 * Below the list of resources nothing fails or throws: faults are found later, in `tree`.
 */

import { type BasicDetailName, basicDetailNames, detailId } from '../model/details.ts';
import { failure, type Outcome, success } from '../model/failure.ts';
import {
  type QuestionId,
  questionId,
  type Reference,
  type Revision,
  reference,
  revision,
} from '../model/ids.ts';
import {
  type Conditional,
  defaultSemantics,
  type FileLimits,
  type Option,
  type Question,
  type QuestionRecord,
  type QuestionRecords,
  questionTypes,
  type RichText,
  type RichTextElement,
  richTextTags,
  type Semantics,
} from '../model/question.ts';
import {
  amount,
  finiteNumber,
  idText,
  isObject,
  list,
  member,
  nonBlank,
  oneOf,
  path,
  text,
  textList,
  wholeNumber,
} from './json.ts';

/**
 * Reads a JSON:API document of questions. Resources of another type, or without an id, are skipped.
 * `bad_document`: it is not an object, or has no `data` list.
 */
export function readQuestionDocument(document: unknown): Outcome<QuestionRecords, 'bad_document'> {
  const data = member(document, 'data');
  if (!Array.isArray(data)) return failure('bad_document');
  const records = [
    ...readRecords(data, 'data'),
    ...readRecords(list(member(document, 'included')), 'included'),
  ];
  return success({ records });
}

function readRecords(resources: readonly unknown[], from: QuestionRecord['from']): readonly QuestionRecord[] {
  return resources.flatMap((resource) => {
    const id = readIdentity(resource);
    return id === null ? [] : [readRecord(id, resource, from)];
  });
}

function readRecord(id: QuestionId, resource: unknown, from: QuestionRecord['from']): QuestionRecord {
  return {
    question: readQuestion(id, resource),
    from,
    relatedChildren: readRelatedChildren(resource),
    attributes: member(resource, 'attributes'),
  };
}

/** Identity is type plus id. */
function readIdentity(resource: unknown): QuestionId | null {
  const id = idText(member(resource, 'id'));
  return id !== null && member(resource, 'type') === 'questions' ? questionId(id) : null;
}

function readRelatedChildren(resource: unknown): readonly QuestionId[] {
  const related = list(path(resource, 'relationships', 'conditional_questions', 'data'));
  return related.flatMap((identifier) => readIdentity(identifier) ?? []);
}

/**
 * The attributes of a question resource (our reading). `meta.shown` has the texts in the
 * applicant's language, paired by position; conditions and answers keep the canonical ones.
 */
function readQuestion(id: QuestionId, resource: unknown): Question {
  const attributes = member(resource, 'attributes');
  const shown = path(resource, 'meta', 'shown');
  const canonicalTitle = text(member(attributes, 'title')) ?? '';
  const base = {
    id,
    title: nonBlank(member(shown, 'title')) ?? canonicalTitle,
    canonicalTitle,
    help: readHelp(attributes, shown),
    required: member(attributes, 'required') === true,
    conditional: readConditional(member(attributes, 'conditional')),
  };
  const typeName = member(attributes, 'question_type');
  const type = oneOf(questionTypes, typeName);
  if (type === null) return { ...base, type: 'unknown', typeName: text(typeName) ?? '' };
  if (type !== 'multiple_choice') return { ...base, type };
  const options = readOptions(attributes, shown);
  return { ...base, type, options, ...readLimits(attributes, options.length) };
}

function readHelp(attributes: unknown, shown: unknown) {
  const translated = readRichText(member(shown, 'additional_information'));
  return translated.length > 0 ? translated : readRichText(member(attributes, 'additional_information'));
}

function readConditional(conditional: unknown): Conditional {
  if (conditional === null || conditional === undefined) return { kind: 'none' };
  if (!isObject(conditional)) return { kind: 'bad' };
  const parent = idText(member(conditional, 'parent_question_id'));
  return {
    kind: 'child',
    parent: parent === null ? null : questionId(parent),
    position: finiteNumber(member(conditional, 'position')),
    condition: list(member(conditional, 'conditions'))[0],
  };
}

/** Two options with the same text count as one, because the text is the key everywhere. */
function readOptions(attributes: unknown, shown: unknown): readonly Option[] {
  const texts = optionTexts(member(attributes, 'multiple_choice_options'));
  const translations = optionTexts(member(shown, 'multiple_choice_options'));
  const paired = translations.length === texts.length ? translations : [];
  const options = new Map<string, Option>();
  texts.forEach((canonical, index) => {
    if (canonical !== null && !options.has(canonical))
      options.set(canonical, { text: canonical, shown: nonBlank(paired[index]) ?? canonical });
  });
  return [...options.values()];
}

/** A list of texts or of `{text}`; a single text counts as a list of one. null marks an item that cannot be read. */
export function optionTexts(json: unknown): readonly (string | null)[] {
  const items = typeof json === 'string' ? [json] : list(json);
  return items.map((item) => (isObject(item) ? text(member(item, 'text')) : text(item)) || null);
}

/** A minimum that no choice could reach would block the form for ever, so it is capped. */
function readLimits(attributes: unknown, optionCount: number) {
  const most = wholeNumber(member(attributes, 'max_num_required_answer_options'));
  const fewest = wholeNumber(member(attributes, 'num_required_answer_options'));
  const maximum = most !== null && most >= 1 ? most : null;
  return { minimum: Math.max(0, Math.min(fewest ?? 0, maximum ?? optionCount, optionCount)), maximum };
}

type Nodes = (string | RichTextElement)[];

interface Waiting {
  readonly node: unknown;
  readonly into: Nodes;
  readonly depth: number;
}

/** Deeper elements lose their tag and keep their text, so that rendering can safely recurse. */
const deepestElement = 20;

/** Shared by all questions without help text, which are most. */
const none: RichText = [];

/** Another scheme, such as `javascript:`, could run a script on the host's page. */
const allowedAddress = /^(?:https?:|mailto:)/i;

/**
 * Help text: one text as it is, or the proxy's list of nodes `[text | {tag, href?, children}]`.
 * An element that is not allowed is replaced by its children.
 */
export function readRichText(json: unknown): RichText {
  if (json === undefined) return none;
  if (typeof json === 'string') return json.trim() === '' ? none : [json];
  const top: Nodes = [];
  const waiting: Waiting[] = [];
  const add = (nodes: readonly unknown[], into: Nodes, depth: number) => {
    for (const node of [...nodes].reverse()) waiting.push({ node, into, depth });
  };
  add(list(json), top, 0);
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { node, into, depth } = next;
    const children: Nodes = [];
    const element = depth < deepestElement ? readElement(node, children) : null;
    if (typeof node === 'string') into.push(node);
    else if (element === null) add(list(member(node, 'children')), into, depth);
    else {
      into.push(element);
      add(list(member(node, 'children')), children, depth + 1);
    }
  }
  return top;
}

function readElement(node: unknown, children: RichText): RichTextElement | null {
  const tag = oneOf(richTextTags, member(node, 'tag'));
  if (tag === null) return null;
  if (tag !== 'a') return { tag, children };
  const href = member(node, 'href');
  return typeof href === 'string' && allowedAddress.test(href) ? { tag, href, children } : null;
}

/** Reads the details that the proxy asks of a visitor (`meta.details`) as questions; skips unknown names. */
export const readDetails = (document: unknown): readonly QuestionRecord[] =>
  list(path(document, 'meta', 'details')).flatMap((json) => {
    const detail = oneOf(basicDetailNames, member(json, 'name'));
    return detail === null ? [] : [detailRecord(detail, member(json, 'required'))];
  });

/** The label shown comes from the catalogues of `src/locale`; this title is used by the browser's autofill. */
export function detailRecord(detail: BasicDetailName, required: unknown): QuestionRecord {
  const attributes = { title: detail.replace('_', ' '), question_type: 'short_text', required };
  const question = readQuestion(detailId(detail), { attributes });
  return {
    question: { ...question, detail, basic: detail },
    from: 'data',
    relatedChildren: [],
    attributes,
  };
}

/*
 * Reads `meta` of the proxy's question document (`src/server/http/README.md#get-apiv1questions`): what a form knows
 * apart from its questions. Anything missing or invalid reads as its default; nothing throws.
 */

const formStates = ['open', 'sent', 'closed'] as const;

export interface FormMeta {
  /** null in a document that did not come from the proxy: such a form can be shown but not sent. */
  readonly revision: Revision | null;
  readonly semantics: Semantics;
  /** `sent`: the application already holds answers to these questions. */
  readonly state: (typeof formStates)[number];
  /** Our submission for this application, unfinished or finished, to be followed. */
  readonly submission: Reference | null;
  /** Title of the job. */
  readonly title: string | null;
  /** Where an applicant can apply instead: an `http:` or `https:` address. */
  readonly fallback: string | null;
  readonly limits: FileLimits;
  /** base64url of 256 bits, under which the browser may keep a draft; null when it may not keep one. */
  readonly draftKey: string | null;
  /** Draft keys of earlier secrets, with which older drafts can still be read. */
  readonly olderDraftKeys: readonly string[];
  /** Seconds until the token expires. */
  readonly expiresIn: number | null;
  /** A notice to show above the form, in the requested language. */
  readonly notice: string | null;
  /** The prefill of a back end, unread: `browser/details/prefill.ts` reads it. */
  readonly prefill?: unknown;
  /** The whole `meta`: our own pages show employer, place, minutes and logo. */
  readonly stated: unknown;
}

export function readFormMeta(document: unknown): FormMeta {
  const meta = member(document, 'meta');
  return {
    revision: revision(nonBlank(member(meta, 'revision'))),
    semantics: readSemantics(member(meta, 'semantics')),
    state: oneOf(formStates, member(meta, 'state')) ?? 'open',
    submission: reference(nonBlank(member(meta, 'submission'))),
    title: nonBlank(member(meta, 'title')),
    fallback: readFallback(document),
    limits: readFileLimits(member(meta, 'limits')),
    draftKey: nonBlank(member(meta, 'draftKey')),
    olderDraftKeys: textList(member(meta, 'olderDraftKeys')),
    expiresIn: amount(member(meta, 'expiresIn')),
    notice: nonBlank(member(meta, 'notice')),
    prefill: member(meta, 'prefill'),
    stated: meta,
  };
}

function readSemantics(json: unknown): Semantics {
  return {
    dateOrder: oneOf(['dmy', 'mdy'], member(json, 'dateOrder')) ?? defaultSemantics.dateOrder,
    unanswered: oneOf(['hidden', 'negated'], member(json, 'unanswered')) ?? defaultSemantics.unanswered,
  };
}

function readFileLimits(json: unknown): FileLimits {
  return { bytes: amount(member(json, 'bytes')), types: textList(member(json, 'types')) };
}

/** Only web addresses, because a `javascript:` address in a link would run on the host's page. */
export function readFallback(document: unknown): string | null {
  const address = nonBlank(path(document, 'meta', 'fallback'));
  return address !== null && /^https?:\/\//i.test(address) ? address : null;
}
