import { expect, test } from 'vitest';
import { plainFailure } from '../../core/jsonapi/read-failure.ts';
import { failure } from '../../core/model/outcome.ts';
import { buildTree } from '../../core/tree/build-tree.ts';
import { createMessages } from '../../locale/messages.ts';
import { fromDocument, type LoadedForm } from '../api/from-document.ts';
import { type InTime, inTime } from '../api/in-time.ts';
import type { DetailsTools } from './contract.ts';
import { asked, documentWith } from './details.support.ts';
import { detailsFile } from './details-file.ts';

function loadedWith(stated: object): LoadedForm {
  const loaded = fromDocument(documentWith({ details: asked('phone'), ...stated }));
  if (!loaded.ok) throw new Error('The document cannot be read.');
  return loaded.value;
}

const toolsWith = (within: InTime): DetailsTools => ({
  speech: { language: 'en', locale: 'en', words: null },
  messages: null,
  buildTree,
  createMessages,
  inTime: within,
});

const timedOut = plainFailure('timed_out');
/** The line is stalled: what is loaded never comes. */
const stalled: InTime = async () => failure(timedOut);
const held = { held: 'read' };

test('a form that shows what an application has fails where its file does not come in time', async () => {
  await expect(detailsFile.addDetails(loadedWith(held), toolsWith(stalled))).rejects.toBe(timedOut);
  // Control: the same form is read where it comes, and another one does not wait for it.
  expect((await detailsFile.addDetails(loadedWith(held), toolsWith(inTime))).tree.order).toHaveLength(5);
  expect((await detailsFile.addDetails(loadedWith({}), toolsWith(stalled))).tree.order).toHaveLength(5);
});

test.each(['read', 'unread'])('a form of changes alone, %s, names no other way to apply', async (read) => {
  const fallback = 'https://careers.example.com/apply';
  const meta = { details: read === 'read' ? asked('phone') : [], held: read, fallback };
  const alone = fromDocument({ data: [], meta });
  if (!alone.ok) throw new Error('The document cannot be read.');
  const loaded = await detailsFile.addDetails(alone.value, toolsWith(inTime));
  expect(loaded.meta.fallback).toBeNull();
  expect(loaded.tree.notes?.says?.['way.none']).toBe('To have something changed, contact the employer.');
  expect(loaded.meta.notice?.startsWith('Your details cannot be shown') ?? false).toBe(read === 'unread');
  // Control: where questions are asked as well, it does.
  const beside = await detailsFile.addDetails(loadedWith({ held: read, fallback }), toolsWith(inTime));
  expect(beside.meta.fallback).toBe(fallback);
  expect(beside.tree.notes?.says).toBeUndefined();
});
