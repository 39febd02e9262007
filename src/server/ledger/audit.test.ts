import { expect, test } from 'vitest';
import { questionId } from '../../core/model/ids.ts';
import type { HeldAnswer } from './http-gateway.ts';
import type { AnswerItem } from './record.ts';
import { countCopies } from './serve.ts';

/** `1#a`: an answer to question 1 that the service calls a; `?#a` does not say to which question. */
function read(words: string): readonly [question: string, id: string] {
  const [question = '', id = ''] = words.split('#');
  return [question, id];
}

function delivered(words: string, part: number): AnswerItem {
  const [question, id] = read(words);
  return {
    question: questionId(question),
    part,
    place: part,
    parent: null,
    fingerprint: '',
    payload: null,
    files: [],
    state: 'delivered',
    code: null,
    members: [],
    version: 2,
    unclearPosts: 0,
    failures: 0,
    markedAt: 1,
    dueAt: 1,
    serviceId: id,
  };
}

function held(words: string): HeldAnswer {
  const [question, id] = read(words);
  const [name, title = name] = question.split(':');
  return {
    id,
    question: name === '?' || name === undefined ? null : questionId(name),
    title: title ?? '',
    type: 'short_text',
    attributes: {},
    createdAt: null,
  };
}

const table: [name: string, items: string[], held: string[], duplicates: number, missing: number][] = [
  ['each once', ['1#a', '2#b'], ['1#a', '2#b', '3#c'], 0, 0],
  ['one twice', ['1#a'], ['1#a', '1#x'], 1, 0],
  ['one not at all', ['1#a', '2#b'], ['2#b'], 0, 1],
  ['one replaced by another copy of it', ['1#a'], ['1#x'], 0, 0],
  ['all files of one question', ['9#a', '9#b'], ['9#a', '9#b'], 0, 0],
  ['a file twice', ['9#a', '9#b'], ['9#a', '9#b', '9#x'], 1, 0],
  ['a file not at all', ['9#a', '9#b'], ['9#b'], 0, 1],
  ['no question told: each once', ['1#a', '2#b'], ['?:Name#a', '?:Town#b'], 0, 0],
  ['no question told: one twice', ['1#a', '2#b'], ['?:Name#a', '?:Town#b', '?:Town#x'], 1, 0],
  ['no question told: one not at all', ['1#a', '2#b'], ['?:Town#b'], 0, 1],
];

test.each(table)('%s', (_name, items, all, duplicates, missing) => {
  expect(countCopies(items.map(delivered), all.map(held))).toEqual({ duplicates, missing });
});
