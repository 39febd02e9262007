/** The element and its events are known by their names; compiling this is the test. */
import './define.ts';

const form = document.createElement('apply-form');

export const faulty: readonly string[] = form.validate();

form.addEventListener('apply-ready', ({ detail }) => detail.questions.join());
document.querySelector('iframe')?.addEventListener('apply-submitted', ({ detail }) => detail.reference);

// @ts-expect-error this event has no questions
form.addEventListener('apply-error', ({ detail }) => detail.questions);

// @ts-expect-error there is no such method
form.send();
