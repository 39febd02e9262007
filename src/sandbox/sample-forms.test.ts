import { describe, expect, test } from 'vitest';
import { analyst } from './forms/analyst.ts';
import { deep } from './forms/deep.ts';
import { engineer } from './forms/engineer.ts';
import { graduate } from './forms/graduate.ts';
import { hostile } from './forms/hostile.ts';
import { nurse } from './forms/nurse.ts';
import { oneOfEach } from './forms/one-of-each.ts';
import { thousand } from './forms/thousand.ts';
import { translated } from './forms/translated.ts';
import { wide } from './forms/wide.ts';
import { at } from './json.ts';
import type { SampleForm, SampleQuestion } from './sample-form.ts';
import { sampleForms } from './sample-forms.ts';

const wellFormed = sampleForms.filter((form) => form !== hostile);

const parentOf = (question: SampleQuestion): string | null => {
  const parent = at(question.conditional, 'parent_question_id');
  return parent === undefined ? null : String(parent);
};

/** Follow-ups above this question; a ring never ends and is counted to 1,000. */
function depthOf(form: SampleForm, question: SampleQuestion): number {
  const byId = new Map(form.questions.map((each) => [each.id, each]));
  let depth = 0;
  for (let parent = parentOf(question); parent !== null && depth < 1000; depth += 1) {
    const above = byId.get(parent);
    parent = above === undefined ? null : parentOf(above);
  }
  return depth;
}

/** Written again from the specification's table, on purpose. */
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

describe('the list of sample forms', () => {
  test('has the forms of the documents, once each', () => {
    expect(sampleForms.map((form) => form.name)).toEqual([
      'engineer',
      'nurse',
      'graduate',
      'translated',
      'analyst',
      'one-of-each',
      'hostile',
      'deep',
      'wide',
      'thousand',
    ]);
  });

  test('has no job id twice, and every job is open with three paragraphs of text', () => {
    expect(new Set(sampleForms.map((form) => form.job.id)).size).toBe(sampleForms.length);
    for (const { job } of sampleForms) {
      expect(job.id).toMatch(/^\d+$/);
      expect(job.state).toBe('open');
      expect(job.paragraphs).toHaveLength(3);
    }
  });

  test('has no question id twice, except the one that the hostile form has twice on purpose', () => {
    const seen = sampleForms.flatMap((form) => form.questions.map((question) => question.id));
    expect(seen.filter((id, place) => seen.indexOf(id) !== place)).toEqual(['5210']);
  });
});

describe.each(wellFormed.map((form) => [form.name, form] as const))('the form %s', (_, form) => {
  const byId = new Map(form.questions.map((question) => [question.id, question]));
  const children = form.questions.filter((question) => question.conditional !== undefined);

  test('has ids of digits and titles that stand alone', () => {
    for (const question of form.questions) {
      expect(question.id).toMatch(/^\d+$/);
      expect(question.title.trim()).not.toBe('');
    }
  });

  test('has only types of the specification', () => {
    expect(form.questions.map(({ type }) => type).filter((type) => !(type in operatorsByParent))).toEqual([]);
  });

  test('leads every follow-up to a question of its own by a condition that this question supports', () => {
    for (const child of children) {
      const parent = byId.get(parentOf(child) ?? '');
      expect(parent, child.id).toBeDefined();
      expect(operatorsByParent[parent?.type ?? '']).toContain(at(firstCondition(child), 'operator'));
    }
  });

  test('has no ring', { tags: 'deep' }, () => {
    expect(Math.max(...form.questions.map((question) => depthOf(form, question)))).toBeLessThan(100);
  });

  test('offers at least two options for every choice, and names one of them in every condition on it', () => {
    for (const choice of form.questions.filter(({ type }) => type === 'multiple_choice')) {
      const options = (choice.options ?? []).map((option) =>
        typeof option === 'string' ? option : option.text,
      );
      expect(options.length, choice.id).toBeGreaterThan(1);
      const below = children.filter((child) => parentOf(child) === choice.id);
      expect(options).toEqual(
        expect.arrayContaining(below.map((child) => at(firstCondition(child), 'value'))),
      );
    }
  });

  test('gives the follow-ups of one question different positions', () => {
    const places = children.map((child) => `${parentOf(child)} ${String(at(child.conditional, 'position'))}`);
    expect(new Set(places).size).toBe(places.length);
  });
});

describe('the form engineer', () => {
  test('has all ten types and fourteen roots', () => {
    expect(new Set(engineer.questions.map(({ type }) => type)).size).toBe(10);
    expect(engineer.questions.filter(({ conditional }) => conditional === undefined)).toHaveLength(14);
  });

  test('has follow-ups to four levels', () => {
    expect(Math.max(...engineer.questions.map((question) => depthOf(engineer, question)))).toBe(4);
  });

  test('uses every operator of the specification, both spellings of less than included', () => {
    const used = new Set(engineer.questions.map((question) => at(firstCondition(question), 'operator')));
    const known = new Set(Object.values(operatorsByParent).flat());
    expect([...known].filter((operator) => !used.has(operator))).toEqual([]);
  });

  test('stores dates in other than ISO form and numbers with a comma, as recruiters write them', () => {
    const values = engineer.questions.map((question) => at(firstCondition(question), 'value'));
    expect(values).toEqual(
      expect.arrayContaining(['1 September 2027', '05/06/2027', '5 June 2028', '1,000', '84,000']),
    );
  });
});

describe.each([
  [nurse, ['boolean', 'multiple_choice', 'date', 'date_range', 'number', 'document', 'multi_document']],
  [graduate, ['boolean', 'multiple_choice', 'date', 'date_range', 'number', 'document', 'url', 'long_text']],
] as const)('a form as an employer would write it: $name', (form, types) => {
  const operatorsAfter = (type: string) =>
    form.questions
      .filter((question) => form.questions.find(({ id }) => id === parentOf(question))?.type === type)
      .map((question) => at(firstCondition(question), 'operator'));

  test('has twenty to thirty questions, with follow-ups to three levels', () => {
    expect(form.questions.length).toBeGreaterThanOrEqual(20);
    expect(form.questions.length).toBeLessThanOrEqual(30);
    expect(Math.max(...form.questions.map((question) => depthOf(form, question)))).toBe(3);
  });

  test('has the types that it is there for', () => {
    const used = new Set(form.questions.map(({ type }) => type));
    expect(types.filter((type) => !used.has(type))).toEqual([]);
  });

  test('decides by numbers, and has a single choice of more than seven and several with a minimum and a maximum', () => {
    expect(new Set(operatorsAfter('number'))).toEqual(new Set(['less_than', 'greater_than']));
    const choices = form.questions.filter(({ type }) => type === 'multiple_choice');
    expect(choices.some(({ maximum, options = [] }) => maximum === 1 && options.length > 7)).toBe(true);
    expect(choices.some(({ minimum = 0, maximum = 1 }) => minimum > 1 && maximum > minimum)).toBe(true);
  });
});

describe('the form nurse', () => {
  test('asks for several files, and decides by whether one is there', () => {
    const files = nurse.questions.filter(({ type }) => type === 'document' || type === 'multi_document');
    expect(files.length).toBeGreaterThanOrEqual(4);
    const fileIds = new Set(files.map(({ id }) => id));
    expect(nurse.questions.filter((question) => fileIds.has(parentOf(question) ?? ''))).toHaveLength(2);
  });
});

describe('the form deep', () => {
  test('is one chain of sixty, of five types', () => {
    expect(deep.questions.map((question) => depthOf(deep, question))).toEqual(
      Array.from({ length: 60 }, (_, level) => level),
    );
    expect(new Set(deep.questions.map(({ type }) => type)).size).toBe(5);
  });

  test('can be reached whole by five levels of include, and by no fewer', () => {
    const listed = deep.questions.flatMap(({ conditional, place }, level) =>
      conditional === undefined || place === 'data' ? [level] : [],
    );
    expect(listed).toEqual([0, 6, 12, 18, 24, 30, 36, 42, 48, 54]);
  });
});

describe('the form wide', () => {
  test('shows two hundred questions of all ten types after one answer', () => {
    const children = wide.questions.filter((question) => parentOf(question) === '30002');
    expect(children).toHaveLength(200);
    expect(new Set(children.map(({ type }) => type)).size).toBe(10);
    expect(wide.questions).toHaveLength(203);
  });
});

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

  test('is there in five languages, every text of every question', () => {
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

  test('leaves no English behind, and writes both kinds of Portuguese', () => {
    for (const [locale] of languages)
      inLanguage(locale).forEach((own, place) => {
        const canonical = questions[place];
        expect(own.filter((text) => canonical !== undefined && texts(canonical).includes(text))).toEqual(
          // The one word that Spanish and English share.
          locale === 'es' && canonical?.id === '6104' ? ['No'] : [],
        );
      });
    const [european, brazilian] = [inLanguage('pt').flat(), inLanguage('pt-BR').flat()];
    const same = european.filter((text, place) => text === brazilian[place]);
    expect(same.length).toBeLessThan(european.length / 3);
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

describe('the form translated', () => {
  test('shows most of its follow-ups after an option, named in canonical English', () => {
    const choices = new Map(translated.questions.map(({ id, options = [] }) => [id, options.map(String)]));
    const children = translated.questions.filter(({ conditional }) => conditional !== undefined);
    const afterOption = children.filter((child) => (choices.get(parentOf(child) ?? '') ?? []).length > 0);
    expect(afterOption.length).toBeGreaterThan(children.length / 2);
    for (const child of afterOption)
      expect(choices.get(parentOf(child) ?? '')).toContain(at(firstCondition(child), 'value'));
  });
});

describe('the form analyst', () => {
  test('is short, with follow-ups to two levels and a file, and its job demands what no question asks', () => {
    expect(analyst.questions).toHaveLength(8);
    expect(analyst.questions.map((question) => depthOf(analyst, question))).toEqual([0, 0, 1, 0, 1, 2, 0, 0]);
    expect(analyst.questions.filter(({ type }) => type === 'document')).toHaveLength(1);
    expect(analyst.job).toMatchObject({ id: '4720', requires: ['phone', 'cv', 'address'] });
  });
});

describe('the form one-of-each', () => {
  const pairs = oneOfEach.questions.flatMap((question) => {
    const parent = oneOfEach.questions.find(({ id }) => id === parentOf(question));
    return parent === undefined ? [] : [`${parent.type} ${String(at(firstCondition(question), 'operator'))}`];
  });

  test.each(Object.entries(operatorsByParent))(
    'has a follow-up of a %s for every operator',
    (type, operators) => {
      expect(pairs).toEqual(expect.arrayContaining(operators.map((operator) => `${type} ${operator}`)));
    },
  );
});

describe('the form thousand', () => {
  const listed = thousand.questions.filter(
    ({ conditional, place }) => conditional === undefined || place === 'data',
  );

  test('has 2,500 questions, of which 2,250 stand in the list: three pages of 1,000', () => {
    expect(thousand.questions).toHaveLength(2500);
    expect(listed).toHaveLength(2250);
  });

  test('has follow-ups whose parent stands on another page', () => {
    const page = new Map(listed.map(({ id }, place) => [id, Math.floor(place / 1000)]));
    const apart = listed.filter((question) => {
      const parent = parentOf(question);
      return parent !== null && page.get(parent) !== page.get(question.id);
    });
    expect(apart.length).toBeGreaterThan(100);
  });

  test('has follow-ups that only a second level of include brings', () => {
    const inList = new Set(listed.map(({ id }) => id));
    const second = thousand.questions.filter(
      (question) => !inList.has(question.id) && !inList.has(parentOf(question) ?? ''),
    );
    expect(second).toHaveLength(5);
  });
});

describe('the form hostile', () => {
  const titled = (code: string) => hostile.questions.filter(({ title }) => title.startsWith(`${code}:`));
  const known = new Set(hostile.questions.map(({ id }) => id));
  const typeOfParent = (question: SampleQuestion) =>
    hostile.questions.find(({ id }) => id === parentOf(question))?.type ?? '';
  const operatorOf = (question: SampleQuestion) => at(firstCondition(question), 'operator');
  const allOperators: readonly unknown[] = Object.values(operatorsByParent).flat();

  type Symptom = readonly [code: string, isSo: (question: SampleQuestion) => boolean];

  const symptoms: readonly Symptom[] = [
    ['missing_condition', (question) => (firstCondition(question) ?? null) === null],
    ['unknown_operator', (question) => !allOperators.includes(operatorOf(question))],
    [
      'operator_not_allowed',
      (question) =>
        allOperators.includes(operatorOf(question)) &&
        !operatorsByParent[typeOfParent(question)]?.some((allowed) => allowed === operatorOf(question)),
    ],
    [
      'bad_value',
      (question) =>
        operatorsByParent[typeOfParent(question)]?.some((allowed) => allowed === operatorOf(question)) ===
        true,
    ],
    ['unsupported_parent_type', (question) => typeOfParent(question) === 'date_range'],
    ['unknown_parent_type', (question) => !(typeOfParent(question) in operatorsByParent)],
    ['orphan', (question) => !known.has(parentOf(question) ?? '')],
    ['self_parent', (question) => parentOf(question) === question.id],
    ['cycle', (question) => parentOf(question) !== question.id && depthOf(hostile, question) === 1000],
    ['bad_conditional', ({ conditional }) => conditional !== null && typeof conditional !== 'object'],
    [
      'included_without_conditional',
      ({ conditional, place }) => conditional === undefined && place === 'included',
    ],
    ['duplicate_id', ({ id }) => hostile.questions.filter((each) => each.id === id).length === 2],
    ['missing_child', ({ alsoRelated = [] }) => alsoRelated.some((id) => !known.has(id))],
    ['ambiguous_date', (question) => /^0\d\/0\d\/\d{4}$/.test(String(at(firstCondition(question), 'value')))],
    ['value_not_an_option', (question) => typeOfParent(question) === 'multiple_choice'],
    ['unreachable_value', (question) => /^\s/.test(String(at(firstCondition(question), 'value')))],
  ];

  test.each(symptoms)('has a question with the problem %s, and each that says so has it', (code, isSo) => {
    expect(titled(code).length).toBeGreaterThan(0);
    expect(titled(code).filter((question) => !isSo(question))).toEqual([]);
  });

  test.each(['<script>', 'onerror=', 'javascript:', '</form>', '<iframe', '\u202E', '🚀', 'كم'])(
    'has %s in a text',
    (attack) => {
      expect(hostile.questions.some(({ title, help = '' }) => `${title}${help}`.includes(attack))).toBe(true);
    },
  );

  test('has types that do not exist, a choice without options, ids that are no digits and a very long title', () => {
    expect(hostile.questions.some(({ type }) => type === 'constructor')).toBe(true);
    expect(
      hostile.questions.some(({ type, options = [] }) => type === 'multiple_choice' && options.length === 0),
    ).toBe(true);
    expect(hostile.questions.some(({ id }) => !/^\d+$/.test(id))).toBe(true);
    expect(hostile.questions.some(({ title }) => title.length > 1500)).toBe(true);
  });
});
