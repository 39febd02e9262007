/** Puts further details, sections, equality monitoring and consents around the questions of a form. */
import { addressNames, detailId } from '../../core/model/details.ts';
import { type QuestionId, questionId } from '../../core/model/ids.ts';
import { type Question, type Section, takesFiles } from '../../core/model/question.ts';
import { buildTree } from '../../core/tree/build-tree.ts';
import type { FormNotes, QuestionNode, QuestionTree } from '../../core/tree/question-tree.ts';
import { en } from '../../locale/en.ts';
import { createMessages } from '../../locale/messages.ts';
import type { SpokenLanguage } from '../host/host.ts';
import type { RichSettings } from '../host/settings.ts';
import type { LoadedForm } from '../proxy/questions.ts';
import {
  consentQuestion,
  detailQuestions,
  equalityQuestion,
  type WordKey,
  type Words,
} from './detail-questions.ts';
import { type Asked, linkWords, readAsked } from './read-asked.ts';

interface DetailsTools {
  readonly speech: SpokenLanguage;
  /** The host's own wording. */
  readonly messages: RichSettings['messages'];
}

export function addDetails(loaded: LoadedForm, tools: DetailsTools): LoadedForm {
  const { speech, messages } = tools;
  const words = createMessages<WordKey>(speech.locale, speech.words ?? en, messages);
  const asked = readAsked(loaded.further);
  const questions = [
    ...detailQuestions(asked.details, words),
    ...asked.equality.map((one) => equalityQuestion(one, words)),
    ...asked.consents.map((one) => consentQuestion(one, words)),
  ];
  const own = buildTree(questions.map(recordOf), loaded.tree.semantics);
  const sections = inSections({ own, tree: loaded.tree }, asked, words);
  // One heading over everything would say nothing, unless the operator wants it.
  const isHeaded = sections.length > 1 || asked.sections.length > 0;
  const tree = join(own, loaded.tree, sections, isHeaded);
  return { ...loaded, tree: { ...tree, notes: notesOf(asked, words) } };
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

interface Trees {
  /** Of what is added. */
  readonly own: QuestionTree;
  /** Of the questions, with names and email. */
  readonly tree: QuestionTree;
}

/** About you, documents, questions, equality monitoring, before you send: those in which something stands. */
function inSections({ own, tree }: Trees, asked: Asked, words: Words): readonly Filled[] {
  const details = asked.details
    .flatMap(({ name }) => (name === 'address' ? addressNames : [name]))
    .flatMap((name) => own.nodes.get(detailId(name)) ?? tree.nodes.get(detailId(name)) ?? []);
  const isFile = ({ question }: QuestionNode) => takesFiles(question);
  const beside = (detail: Question['detail']) =>
    [...own.nodes.values()].filter(({ question }) => question.detail === detail);
  const isNeeded = asked.equality.some(({ required }) => required);
  const sections: readonly Filled[] = [
    { title: words.text('section.about'), ids: idsOf(details.filter((node) => !isFile(node))) },
    { title: words.text('section.documents'), ids: idsOf(details.filter(isFile)) },
    ...questionSections({ own, tree }, asked, words),
    {
      title: words.text('section.equality'),
      intro: words.text(isNeeded ? 'section.equalityAsked' : 'section.equalityText'),
      ids: idsOf(beside('equality_monitoring_option_ids')),
    },
    { title: words.text('section.send'), ids: idsOf(beside('consent')) },
  ];
  return sections.filter(({ ids }) => ids.length > 0);
}

const idsOf = (nodes: readonly QuestionNode[]): readonly QuestionId[] =>
  nodes.map(({ question }) => question.id);

/** As the operator has grouped them; those in no group stand last. A question stands where its root does. */
function questionSections({ own, tree }: Trees, asked: Asked, words: Words): readonly Filled[] {
  const families = new Map<QuestionId, QuestionId[]>();
  let family: QuestionId[] = [];
  for (const id of tree.order) {
    const node = tree.nodes.get(id);
    if (node?.parent === null) {
      family = [];
      // A question of the service that calls itself as one of ours does is none.
      if (!node.question.detail && !own.nodes.has(id)) families.set(id, family);
    }
    family.push(id);
  }
  const take = (id: QuestionId) => {
    const found = families.get(id) ?? [];
    families.delete(id);
    return found;
  };
  const groups = asked.sections.map(({ title, questions }) => ({
    title,
    ids: questions.flatMap((id) => take(questionId(id))),
  }));
  return [...groups, { title: words.text('section.questions'), ids: [...families.values()].flat() }];
}

/** One tree in the order of its sections; the first question of each says so. */
function join(
  own: QuestionTree,
  tree: QuestionTree,
  sections: readonly Filled[],
  isHeaded: boolean,
): QuestionTree {
  const nodes = new Map(tree.nodes);
  // The lines of an address stand beside each other, also those that depend on its country.
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

function notesOf({ privacyUrl, next }: Asked, words: Words): FormNotes {
  return { ...next, privacy: privacyUrl === null ? null : linkWords(words.text('privacy.text'), privacyUrl) };
}
