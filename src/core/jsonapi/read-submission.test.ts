import { describe, expect, test } from 'vitest';
import { readSubmission } from './submissions.ts';

const read = (application: unknown, attributes: object = {}) =>
  readSubmission({ data: { id: 'R-1', attributes: { state: 'attention', application, ...attributes } } });

describe('the application of a submission', () => {
  test('has the fields that the service refused', () => {
    const application = { state: 'refused', code: 'invalid_details', fields: ['email'] };
    expect(read(application)?.application).toEqual(application);
  });

  test.each([
    [null, null],
    ['delivered', null],
    [{ fields: ['email'] }, null],
    // An application cannot be held, because nothing comes before it.
    [{ state: 'held' }, null],
    [{ state: 'delivered' }, { state: 'delivered', code: null, fields: [] }],
    [
      { state: 'refused', code: 'because', fields: ['Shoe size', 'email', 7] },
      { state: 'refused', code: null, fields: ['email'] },
    ],
  ])('%j is read as %j', (given, expected) => {
    expect(read(given)?.application).toEqual(expected);
  });

  test('counts as under way in a state that only a newer proxy has', () => {
    expect(read({ state: 'sending' }, { state: 'resting' })?.state).toBe('delivering');
  });
});
