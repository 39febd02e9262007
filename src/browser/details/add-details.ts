/**
 * Puts further details, sections, equality monitoring and consents around the questions of a form. Leaves out what is
 * missing or unknown in the document, and never throws.
 */
import { finiteNumber, idText, list, member, nonBlank, textList } from '../../core/jsonapi/json.ts';
import { type AskedDetail, addressNames, askedNames, detailId, EQUALITY } from '../../core/model/details.ts';
import { type QuestionId, questionId } from '../../core/model/ids.ts';
import { type Question, type RichText, type Section, takesFiles } from '../../core/model/question.ts';
import {
  buildTree,
  type FormNotes,
  type QuestionNode,
  type QuestionTree,
} from '../../core/tree/question-tree.ts';
import { en } from '../../locale/en.ts';
import { createMessages } from '../../locale/messages.ts';
import { plainText } from '../../ui/screen.tsx';
import type { RichSettings, SpokenLanguage } from '../host/host.ts';
import type { LoadedForm } from '../proxy/access.ts';
import { detailQuestions, oneOf, type WordKey, type Words } from './detail-questions.ts';

/** @param messages the host's own wording */
export function addDetails(
  loaded: LoadedForm,
  speech: SpokenLanguage,
  messages: RichSettings['messages'],
): LoadedForm {
  const words = createMessages<WordKey>(speech.locale, speech.words ?? en, messages);
  const meta = member(loaded.further, 'meta');
  const readEach = <Item>(name: string, read: (json: unknown) => Item | null): readonly Item[] =>
    list(member(meta, name)).flatMap((json) => read(json) ?? []);
  const details = readEach('details', readDetail);
  const equality = readEach('equality', (json) => equalityQuestion(json, words));
  const consents = readEach('consent', (json) => consentQuestion(json, words));
  const questions = [...detailQuestions(details, words), ...equality, ...consents];
  const { tree } = loaded;
  const own = buildTree(questions.map(recordOf), tree.semantics);
  const nodes = details
    .flatMap(({ name }) => (name === 'address' ? addressNames : [name]))
    .flatMap((name) => own.nodes.get(detailId(name)) ?? tree.nodes.get(detailId(name)) ?? []);
  const isFile = ({ question }: QuestionNode) => takesFiles(question);
  const isNeeded = equality.some(({ required }) => required);
  const groups = readEach('sections', readGroup);
  const sections: readonly Filled[] = [
    { title: words.text('section.about'), ids: idsOf(nodes.filter((node) => !isFile(node))) },
    { title: words.text('section.documents'), ids: idsOf(nodes.filter(isFile)) },
    ...questionSections(own, tree, groups, words.text('section.questions')),
    {
      title: words.text('section.equality'),
      intro: words.text(isNeeded ? 'section.equalityAsked' : 'section.equalityText'),
      ids: idsOf(equality.map((question) => ({ question }))),
    },
    { title: words.text('section.send'), ids: idsOf(consents.map((question) => ({ question }))) },
  ].filter(({ ids }) => ids.length > 0);
  // A single heading over everything is useless, unless the operator configured it.
  const isHeaded = sections.length > 1 || groups.length > 0;
  return { ...loaded, tree: { ...join(own, tree, sections, isHeaded), notes: readNotes(meta, words) } };
}

const recordOf = (question: Question) => ({
  question,
  from: 'data' as const,
  relatedChildren: [],
  attributes: question.id,
});

interface Filled extends Section {
  readonly ids: readonly QuestionId[];
}

const idsOf = (nodes: readonly Pick<QuestionNode, 'question'>[]): readonly QuestionId[] => [
  ...new Set(nodes.map(({ question }) => question.id)),
];

/** Groups questions as the operator configured; ungrouped ones come last. A follow-up belongs to its root's group. */
function questionSections(
  own: QuestionTree,
  tree: QuestionTree,
  groups: readonly Filled[],
  title: string,
): readonly Filled[] {
  const families = new Map<QuestionId, QuestionId[]>();
  let family: QuestionId[] = [];
  for (const id of tree.order) {
    const node = tree.nodes.get(id);
    if (node?.parent === null) {
      family = [];
      // Ignores a question of the service whose id looks like a detail's.
      if (!node.question.detail && !own.nodes.has(id)) families.set(id, family);
    }
    family.push(id);
  }
  const take = (id: QuestionId) => {
    const found = families.get(id) ?? [];
    families.delete(id);
    return found;
  };
  const grouped = groups.map((group) => ({ title: group.title, ids: group.ids.flatMap(take) }));
  return [...grouped, { title, ids: [...families.values()].flat() }];
}

/** Joins the trees in the order of the sections; the first question of each carries its section. */
function join(
  own: QuestionTree,
  tree: QuestionTree,
  sections: readonly Filled[],
  isHeaded: boolean,
): QuestionTree {
  const nodes = new Map(tree.nodes);
  // Lines of an address are not indented, even those that depend on its country.
  for (const [id, node] of own.nodes) nodes.set(id, { ...node, depth: 0 });
  for (const { ids, title, intro } of sections) {
    const [first] = ids;
    const node = first && nodes.get(first);
    if (!node || !isHeaded) continue;
    const section = { title, ...(intro && { intro }) };
    nodes.set(first, { ...node, question: { ...node.question, section } });
  }
  return {
    ...tree,
    nodes,
    roots: [...own.roots, ...tree.roots],
    order: sections.flatMap(({ ids }) => ids),
    records: [...own.records, ...tree.records],
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

function readGroup(json: unknown): Filled | null {
  const title = nonBlank(member(json, 'title'));
  const ids = list(member(json, 'questions')).flatMap((id) => questionId(idText(id) ?? ''));
  return title === null ? null : { title, ids };
}

function readNotes(meta: unknown, { text }: Words): FormNotes {
  const privacyUrl = webAddress(member(meta, 'privacyUrl'));
  return {
    nextText: nonBlank(member(meta, 'nextText')),
    nextUrl: webAddress(member(meta, 'nextUrl')),
    isWatched: member(meta, 'filling') === true,
    privacy: privacyUrl === null ? null : linkWords(text('privacy.text'), privacyUrl),
  };
}

function equalityQuestion(json: unknown, words: Words): Question | null {
  const id = idText(member(json, 'id'));
  const title = nonBlank(member(json, 'title'));
  const options = list(member(json, 'options')).flatMap((option) => {
    const [optionId, shown] = [idText(member(option, 'id')), nonBlank(member(option, 'text'))];
    const isUndisclosed = member(option, 'undisclosed') === true;
    return optionId && shown ? [{ text: optionId, shown, isUndisclosed }] : [];
  });
  if (!id || !title || options.length === 0) return null;
  // "Prefer not to say" is the last option.
  options.sort((first, second) => Number(first.isUndisclosed) - Number(second.isUndisclosed));
  return {
    ...confidential(`equality:${id}`, title, isRequired(json), words.text('need.equality')),
    ...oneOf(options.map(({ text, shown }) => ({ text, shown }))),
    detail: EQUALITY,
  };
}

/** Its only option is the version, so consent to another version does not count. */
function consentQuestion(json: unknown, words: Words): Question | null {
  const id = idText(member(json, 'id'));
  const version = idText(member(json, 'version'));
  const text = nonBlank(member(json, 'text'));
  const language = nonBlank(member(json, 'language'));
  if (!id || !version || !text) return null;
  const help = readLinks(text);
  const title = plainText(help);
  return {
    ...confidential(`consent:${id}`, title, isRequired(json), words.text('need.consent')),
    ...oneOf([{ text: version, shown: title }]),
    help,
    detail: 'consent',
    ...(language && { language }),
  };
}

const confidential = (name: string, title: string, required: boolean, need: string) => ({
  id: detailId(name),
  title,
  canonicalTitle: title,
  help: [],
  required,
  conditional: { kind: 'none' } as const,
  says: (sentence: string) => (sentence === 'required' ? need : undefined),
  confidential: true as const,
});

/** Returns null for other addresses: a `javascript:` address in a link would run on the host's page. */
function webAddress(json: unknown): string | null {
  const address = nonBlank(json);
  return address !== null && /^https?:\/\//i.test(address) ? address : null;
}

/** Turns `[words]` into a link; the address is separate, because it may contain any character. */
const linkWords = (sentence: string, href: string): RichText =>
  sentence.split(/\[([^[\]]+)\]/).flatMap<RichText[number]>((piece, index) => {
    if (index % 2 === 1) return [{ tag: 'a', href, children: [piece] }];
    return piece ? [piece] : [];
  });

/** Turns `[words](https://…)` into a link; other brackets stay. */
function readLinks(text: string): RichText {
  const pieces = text.split(/\[([^[\]]+)\]\((https?:\/\/[^\s()[\]]+)\)/i);
  return pieces.flatMap<RichText[number]>((piece, index) => {
    if (index % 3 === 1) return [{ tag: 'a', href: pieces[index + 1] ?? '', children: [piece] }];
    return index % 3 === 0 && piece ? [piece] : [];
  });
}
