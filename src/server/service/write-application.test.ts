import { expect, test } from 'vitest';
import { applicationId, fileId, jobId, reference } from '../../core/model/ids.ts';
import type { AttachedFile } from '../../core/model/question.ts';
import { applicationFiles, splitAtContents, writeAddedDocument, writeApplication } from './bodies.ts';

const details = { first_name: 'Ada', last_name: 'Example', email: 'ada@example.com' };
const destination = { kind: 'job', job: jobId('4711'), details, locale: null, source: null } as const;

test('an application is written with the three details, its job and our reference', () => {
  expect(writeApplication(destination, reference('AB-1'))).toEqual({
    data: {
      type: 'applications',
      attributes: { ...details, external_system_reference: 'AB-1' },
      relationships: { job: { data: { type: 'jobs', id: '4711' } } },
    },
  });
});

test('with the language, when the service has it', () => {
  const { attributes } = writeApplication({ ...destination, locale: 'pt-BR' }, reference('AB-1')).data;
  expect(attributes['locale']).toBe('pt-BR');
});

test('what else a caller carries does not go out', () => {
  const more = { ...details, concealed: true };
  const { attributes } = writeApplication({ ...destination, details: more }, reference('AB-1')).data;
  expect(attributes).not.toHaveProperty('concealed');
});

const file = (name: string, type = 'application/pdf'): AttachedFile => ({
  id: fileId(name),
  name,
  size: 3,
  type,
});
const files = {
  documents: [file('a.png', 'image/png'), file('b.pdf')],
  cover_letter: file('letter.txt', 'text/plain'),
  cv: file('cv "1".pdf'),
};

/** With the names of its files in place of their contents. */
const filled = (body: object, contents: readonly AttachedFile[]): unknown =>
  JSON.parse(
    splitAtContents(body)
      .map((piece, place) => piece + JSON.stringify(contents[place]?.name ?? '').slice(1, -1))
      .join(''),
  );

test('its files stand in it as data URIs, in the order in which they are read', () => {
  const body = writeApplication({ ...destination, files }, reference('AB-1'));
  expect(filled(body, applicationFiles(files))).toMatchObject({
    data: {
      attributes: {
        cv_base64_data: 'data:application/pdf;base64,cv "1".pdf',
        cv_base64_filename: 'cv "1".pdf',
        cover_letter_base64_data: 'data:text/plain;base64,letter.txt',
        cover_letter_base64_filename: 'letter.txt',
        documents_base64: [
          { data: 'data:image/png;base64,a.png', filename: 'a.png' },
          { data: 'data:application/pdf;base64,b.pdf', filename: 'b.pdf' },
        ],
        external_system_reference: 'AB-1',
      },
    },
  });
});

test('without files it names none', () => {
  const { attributes } = writeApplication(
    { ...destination, files: { documents: [] } },
    reference('AB-1'),
  ).data;
  expect(Object.keys(attributes)).toEqual([...Object.keys(details), 'external_system_reference']);
  expect(applicationFiles(undefined)).toEqual([]);
});

test('the chosen options of equality monitoring go under their one name, and none where none is chosen', () => {
  const written = (equality: readonly string[]) =>
    writeApplication({ ...destination, equality }, reference('AB-1')).data.attributes;
  expect(written(['7', '9'])['equality_monitoring_option_ids']).toEqual(['7', '9']);
  expect(written([])).not.toHaveProperty('equality_monitoring_option_ids');
});

test('a document that follows is all that is changed of its application', () => {
  const one = file('a.png', 'image/png');
  expect(filled(writeAddedDocument(applicationId('99'), one), [one])).toEqual({
    data: {
      type: 'applications',
      id: '99',
      attributes: { documents_base64: [{ data: 'data:image/png;base64,a.png', filename: 'a.png' }] },
    },
  });
});
