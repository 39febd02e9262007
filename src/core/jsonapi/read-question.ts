import type { Conditional } from '../model/condition.ts';
import { type QuestionId, questionId } from '../model/ids.ts';
import { type Option, type Question, questionTypes } from '../model/question.ts';
import { nonBlank, oneOf } from './read-members.ts';
import { readRichText } from './rich-text.ts';
import { finiteNumber, idText, isObject, list, member, path, text, wholeNumber } from './stored-json.ts';

/**
 * The attributes of a question resource (our reading, `src/README.md#3-attributes-of-a-question`). `meta.shown` has the texts in the
 * applicant's language, paired by place; conditions and answers keep the canonical ones.
 */
export function readQuestion(id: QuestionId, resource: unknown): Question {
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
  texts.forEach((canonical, place) => {
    if (canonical !== null && !options.has(canonical))
      options.set(canonical, { text: canonical, shown: nonBlank(paired[place]) ?? canonical });
  });
  return [...options.values()];
}

/** A list of texts or of `{text}`; a single text counts as a list of one. null marks a place where no option can be read. */
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
