import { describe, expect, test } from 'vitest';
import fc from '../../properties.support.ts';
import { createSandbox } from '../../sandbox/create-sandbox.ts';
import { sampleForms } from '../../sandbox/sample-forms.ts';
import { readQuestionDocument } from '../jsonapi/read-questions.ts';
import { defaultSemantics } from '../model/question.ts';
import { buildTree } from '../tree/build-tree.ts';
import { checkQuestions, checkTranslations } from './check-questions.ts';
import { contradictions } from './contradictions.ts';
import { codesIn, findingsIn, onlyFindingIn, question, shownWhen, treeOf } from './question-sets.support.ts';

/** As the service gives it. */
async function sampleIn(job: string, locale: string | null) {
  const sandbox = createSandbox();
  const include = 'conditional_questions'.concat('.conditional_questions'.repeat(4));
  const ask = async (page: number) => {
    const query = `include=${include}&filter[questionable_id][eq]=${job}&page[size]=1000&page[number]=${page}`;
    const language = locale === null ? '' : `&locale=${locale}`;
    const request = new Request(`http://sandbox/api/v1/questions?${query}${language}`, {
      headers: { 'X-API-KEY': 'sandbox-key' },
    });
    const reply = readQuestionDocument(await (await sandbox.fetch(request)).json());
    if (!reply.ok) throw new Error('The sandbox gives no list of questions.');
    return reply.value.records;
  };
  return [...(await ask(1)), ...(await ask(2)), ...(await ask(3))];
}

describe('the sample forms', () => {
  const hostile = new Map<string, number>([
    ['missing_condition', 4],
    ['unknown_operator', 4],
    ['operator_not_allowed', 2],
    ['bad_value', 9],
    ['unsupported_parent_type', 1],
    ['orphan', 2],
    ['self_parent', 1],
    ['cycle', 1],
    ['bad_conditional', 2],
    ['included_without_conditional', 1],
    ['duplicate_id', 1],
    ['missing_child', 1],
    ['ambiguous_date', 1],
    ['value_not_an_option', 1],
    ['unreachable_value', 1],
    ['unknown_type', 4],
    ['lost_below', 1],
    ['ignored_conditions', 2],
    ['no_options', 1],
    ['no_title', 2],
    ['minimum_too_high', 1],
    ['duplicate_option', 1],
    ['unreadable_option', 1],
    ['untranslated', 1],
    ['translation_differs', 2],
  ]);

  test.each(sampleForms.map(({ name, job }) => [name, job.id] as const))(
    '%s has just the faults that it is there for',
    async (name, job) => {
      const languages = new Map<string, Awaited<ReturnType<typeof sampleIn>>>();
      for (const locale of ['de', 'es', 'fr', 'pt', 'pt-BR'])
        languages.set(locale, await sampleIn(job, locale));
      const tree = buildTree(await sampleIn(job, null), defaultSemantics);
      const found = checkQuestions(tree, { languages });
      if (name === 'hostile') {
        const counts = new Map<string, number>();
        for (const { code } of found) counts.set(code, (counts.get(code) ?? 0) + 1);
        expect(Object.fromEntries(counts)).toEqual(Object.fromEntries(hostile));
      } else
        expect(found.map(({ question: id, code }) => `${id} ${code}`)).toEqual(
          name === 'engineer' ? ['129 ambiguous_date'] : [],
        );
    },
  );
});

describe('what no answer meets', () => {
  test.each<readonly [type: string, operator: string, value: string]>([
    ['short_text', 'contains', 'two\nlines'],
    ['long_text', 'equals', 'a\u0000b'],
    ['url', 'equals', 'linkedin.com/in/me'],
    ['number', 'less_than', '-1e41'],
    ['number', 'equals', '1e300'],
    ['date', 'greater_than', '9999-12-31'],
  ])('a %s that %s %j', (type, operator, value) => {
    expect(codesIn([question('1', type), question('2', 'date', shownWhen('1', operator, value))])).toEqual([
      '2 never_shown',
    ]);
  });

  test.each<readonly [type: string, operator: string, value: string]>([
    ['long_text', 'contains', 'two\nlines'],
    ['short_text', 'not_equals', ''],
    ['short_text', 'contains', ' '],
    ['url', 'equals', 'https://linkedin.com/in/me'],
    ['url', 'not_equals', 'https://linkedin.com/in/me'],
    ['number', 'equals', '1e3'],
    ['number', 'equals', '-0.05'],
    ['number', 'less_than', '0'],
    ['date', 'greater_than', '1 September 2027'],
    ['document', 'equals', 'false'],
  ])('control: some answer meets a %s that %s %j', (type, operator, value) => {
    expect(codesIn([question('1', type), question('2', 'date', shownWhen('1', operator, value))])).toEqual(
      [],
    );
  });

  test('with “negated”, what an empty answer meets is shown', () => {
    const options = { multiple_choice_options: ['Yes'], max_num_required_answer_options: 1 };
    const data = [
      question('1', 'multiple_choice', options),
      question('2', 'date', shownWhen('1', 'not_equals', 'Yes')),
    ];
    const codes = (unanswered: 'hidden' | 'negated') =>
      checkQuestions(treeOf(data, { dateOrder: 'dmy', unanswered })).map(({ code }) => code);
    expect([codes('hidden'), codes('negated')]).toEqual([['never_shown'], []]);
  });

  test('all that is lost is told once, at the first fault above it', () => {
    const chain = ['2', '3', '4', '5'].map((id) =>
      question(id, 'boolean', shownWhen(String(Number(id) - 1), id === '2' ? 'is' : 'equals', 'true')),
    );
    const data = [
      question('1', 'boolean'),
      ...chain,
      question('6', 'date', shownWhen('4', 'equals', 'maybe')),
    ];
    expect(codesIn(data)).toEqual(['2 unknown_operator', '2 lost_below', '6 bad_value']);
    expect(findingsIn(data)[1]?.found).toBe(
      '4 questions below it are lost with it and never shown: “Question 3”, “Question 4”, “Question 5” and “Question 6”.',
    );
  });
});

describe('one question several times', () => {
  const fixOf = (parent: object, type: string, ...values: readonly string[]) => {
    const twins = values.map((value, place) =>
      question(String(place + 2), 'date', { title: 'Since when?', ...shownWhen('1', 'equals', value) }),
    );
    return onlyFindingIn([question('1', type, { ...parent }), ...twins]);
  };

  test('below yes and below no, it is one of its own', () => {
    const { code, found, fix } = fixOf({}, 'boolean', 'true', 'false');
    expect([code, found.includes('when that is yes and is no.')]).toEqual(['twin_questions', true]);
    expect(fix).toContain('make that a question of its own: every answer leads to it.');
  });

  test('control: below some answers of a single choice, it is none', () => {
    const { fix } = fixOf({}, 'multiple_choice', 'Early', 'Late');
    expect(fix).toMatch(/^If one question is meant, keep one of them/);
  });

  test('below a choice of several, titles come first, since both can be asked at once', () => {
    const { fix } = fixOf({ max_num_required_answer_options: null }, 'multiple_choice', 'Early', 'Late');
    expect(fix).toMatch(/^Give each a title that says what it follows/);
  });

  const employer = { title: 'Another employer?' };
  const repeated = (between: readonly unknown[], above: string) => [
    question('1', 'boolean', employer),
    ...between,
    question('2', 'boolean', { ...employer, ...shownWhen(above, 'equals', 'true') }),
    question('3', 'boolean', { ...employer, ...shownWhen('2', 'equals', 'true') }),
    question('4', 'boolean', { title: 'Why none?', ...shownWhen('2', 'equals', 'false') }),
    question('5', 'date', shownWhen('4', 'equals', 'true')),
  ];

  test('a block that is repeated below its own “yes” contradicts nothing', () => {
    expect(codesIn(repeated([], '1'))).toEqual([]);
  });

  test('control: nor does it below another question, which may ask for the employer', () => {
    const between = question('x', 'boolean', shownWhen('1', 'equals', 'true'));
    expect(codesIn(repeated([between], 'x'))).toEqual([]);
  });
});

describe('whatever its size or depth', () => {
  test('more follow-ups than a call takes arguments are checked', () => {
    const [parent, child] = treeOf([
      question('1', 'boolean'),
      question('2', 'date', shownWhen('1', 'equals', 'true')),
    ]).nodes.values();
    if (parent === undefined || child === undefined) throw new Error('There is no follow-up.');
    const many = { ...parent, children: Array.from({ length: 130_000 }, () => child.question.id) };
    const nodes = new Map([many, child].map((node) => [node.question.id, node]));
    expect(contradictions({ ...treeOf([]), nodes })).toEqual([]);
  });

  test('a help text that is nested deeper than the call stack is checked', () => {
    const help: unknown = JSON.parse(`${'{"name":"p","children":['.repeat(60_000)}"x"${']}'.repeat(60_000)}`);
    const data = [question('1', 'date', { additional_information: help })];
    expect(() => checkTranslations(treeOf(data), new Map([['de', treeOf(data).records]]))).not.toThrow();
  });
});

describe('other languages', () => {
  const canonical = ['1', '2', '3', '4'].map((id) =>
    question(id, 'short_text', { title: `What is question number ${id} about?` }),
  );
  const inGerman = (texts: Readonly<Record<string, object>>) => {
    const translated = canonical.map((one) => ({
      ...one,
      attributes: { ...one.attributes, ...texts[one.id] },
    }));
    return findingsIn(canonical, { languages: new Map([['de', treeOf(translated).records]]) });
  };

  test('a text that is missing in a language is named', () => {
    const found = inGerman({ 1: { title: 'Eins' }, 2: { title: 'Zwei' }, 3: { title: 'Drei' } });
    expect(found).toMatchObject([
      { code: 'untranslated', question: '4', fix: 'Add the missing translations.' },
    ]);
    expect(found[0]?.found).toContain('the title (German)');
  });

  test('a language that is hardly begun is told once, and one that nothing is translated into not at all', () => {
    const found = inGerman({ 1: { title: 'Eins' } });
    expect(found.map(({ question: id, code }) => `${id} ${code}`)).toEqual(['2 untranslated']);
    expect(found[0]?.found).toContain('Only 1 of 4 questions have texts in German');
    expect(inGerman({})).toEqual([]);
  });

  test('of short titles, those that are translated count, and those that are not are not missed', () => {
    const short = ['Start', 'End', 'CV'].map((title, place) =>
      question(`s${place}`, 'short_text', { title }),
    );
    const data = [...canonical, ...short];
    const translated = data.map((one, place) =>
      place === 4 || place === 5
        ? { ...one, attributes: { ...one.attributes, title: `Wort ${place}` } }
        : one,
    );
    const [finding] = findingsIn(data, { languages: new Map([['de', treeOf(translated).records]]) });
    expect(finding?.found).toContain('Only 2 of 6 questions have texts in German');
  });

  test('a question of another type in a language does not fit', () => {
    const found = inGerman({
      1: { title: 'Eins' },
      2: { title: 'Zwei' },
      3: { title: 'Drei' },
      4: { title: 'Vier', question_type: 'date' },
    });
    expect(found).toMatchObject([{ code: 'translation_differs', question: '4' }]);
  });
});

describe('whatever the document says', () => {
  const resource = fc.record({
    type: fc.constant('questions'),
    id: fc.constantFrom('1', '2', '3', '4', '__proto__'),
    attributes: fc.oneof(
      fc.jsonValue(),
      fc.record(
        {
          title: fc.oneof(fc.constantFrom('CV', 'Same', ''), fc.jsonValue()),
          additional_information: fc.jsonValue(),
          question_type: fc.constantFrom(
            'boolean',
            'number',
            'date',
            'multiple_choice',
            'url',
            'document',
            'x',
          ),
          multiple_choice_options: fc.oneof(fc.array(fc.string()), fc.jsonValue()),
          num_required_answer_options: fc.jsonValue(),
          conditional: fc.oneof(
            fc.jsonValue(),
            fc.record({
              parent_question_id: fc.constantFrom('1', '2', '3', 4, '__proto__'),
              conditions: fc.oneof(
                fc.jsonValue(),
                fc.array(fc.record({ operator: fc.constantFrom('equals', '>', 7), value: fc.jsonValue() })),
              ),
            }),
          ),
        },
        { requiredKeys: [] },
      ),
    ),
  });

  test('a check ends with findings of questions that are there, each with its two sentences', () => {
    fc.assert(
      fc.property(fc.array(resource), fc.array(resource), (data, translated) => {
        const context = {
          details: ['cv'],
          languages: new Map([['de', treeOf(translated).records]]),
        } as const;
        const ids = new Set(data.map(({ id }) => String(id)));
        for (const { question: id, found, fix } of findingsIn(data, context))
          expect([ids.has(id), /^\S.*[.]$/su.test(found), /^\S.*[.]$/su.test(fix)]).toEqual([
            true,
            true,
            true,
          ]);
      }),
    );
  });
});
