import { describe, expect, test } from 'vitest';
import { analyst } from './forms/analyst.ts';
import { hostile } from './forms/hostile.ts';
import { translated } from './forms/translated.ts';
import { at } from './json.ts';
import type { SampleQuestion } from './sample-form.ts';
import { sampleForms } from './sample-forms.ts';

const wellFormed = sampleForms.filter((form) => form !== hostile);

const parentOf = (question: SampleQuestion): string | null => {
  const parent = at(question.conditional, 'parent_question_id');
  return parent === undefined ? null : String(parent);
};

/** A second copy of the specification's table, on purpose. */
const operatorsByParent: Readonly<Record<string, readonly string[]>> = {
  boolean: ['equals', 'not_equals'],
  short_text: ['equals', 'not_equals', 'contains', 'not_contains'],
  long_text: ['equals', 'not_equals', 'contains', 'not_contains'],
  url: ['equals', 'not_equals'],
  multiple_choice: ['equals', 'not_equals'],
  number: ['equals', 'not_equals', 'greater_than', 'less_than', 'less_thanThan'],
  date: ['equals', 'not_equals', 'greater_than', 'less_than', 'less_thanThan'],
  document: ['equals', 'not_equals'],
  multi_document: ['equals', 'not_equals'],
  date_range: [],
};

const firstCondition = (question: SampleQuestion): unknown => {
  const conditions = at(question.conditional, 'conditions');
  return Array.isArray(conditions) ? conditions[0] : undefined;
};

test('job ids and question ids are unique, except for one in the hostile form', () => {
  expect(new Set(sampleForms.map((form) => form.job.id)).size).toBe(sampleForms.length);
  const seen = sampleForms.flatMap((form) => form.questions.map((question) => question.id));
  expect(seen.filter((id, place) => seen.indexOf(id) !== place)).toEqual(['5210']);
});

test.each(wellFormed.map((form) => [form.name, form] as const))(
  'every follow-up of the form %s has a parent there, a condition that its parent supports, and a position of its own',
  (_, form) => {
    const byId = new Map(form.questions.map((question) => [question.id, question]));
    const children = form.questions.filter((question) => question.conditional !== undefined);
    for (const child of children) {
      const parent = byId.get(parentOf(child) ?? '');
      expect(operatorsByParent[parent?.type ?? '']).toContain(at(firstCondition(child), 'operator'));
      if (parent?.type !== 'multiple_choice') continue;
      const options = (parent.options ?? []).map((option) =>
        typeof option === 'string' ? option : option.text,
      );
      expect(options).toContain(at(firstCondition(child), 'value'));
    }
    const places = children.map((child) => `${parentOf(child)} ${String(at(child.conditional, 'position'))}`);
    expect(new Set(places).size).toBe(places.length);
  },
);

describe.each([translated, analyst])('the form $name', ({ questions, translations = {} }) => {
  const languages = Object.entries(translations);
  const texts = (question: SampleQuestion): readonly string[] => [
    question.title,
    ...(question.help === undefined ? [] : [question.help]),
    ...(question.options ?? []).map(String),
  ];
  const inLanguage = (locale: string) =>
    questions.map((question) => {
      const translation = languages.find(([name]) => name === locale)?.[1].get(question.id);
      return texts({ ...question, ...translation });
    });

  test('has every text of every question in five languages', () => {
    expect(languages.map(([locale]) => locale)).toEqual(['de', 'es', 'fr', 'pt', 'pt-BR']);
    const shape = questions.map((question) => [
      question.id,
      'title',
      ...(question.help === undefined ? [] : ['help']),
      ...(question.options === undefined ? [] : [`${question.options.length} options`]),
    ]);
    for (const [locale, texts] of languages) {
      const shapes = [...texts].map(([id, translation]) => [
        id,
        ...Object.entries(translation ?? {}).map(([name, value]) =>
          name === 'options' ? `${value.length} options` : name,
        ),
      ]);
      expect(shapes.sort(), locale).toEqual([...shape].sort());
    }
  });

  test('has the same markup in every language', () => {
    const tags = (text: string) => text.match(/<[^>]+>/g) ?? [];
    const canonical = questions.map((question) => texts(question).flatMap(tags));
    for (const [locale] of languages)
      expect(
        inLanguage(locale).map((own) => own.flatMap(tags)),
        locale,
      ).toEqual(canonical);
  });
});
