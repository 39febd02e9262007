/** For tests: a page with which nothing is wrong, to be changed in one place. */
import type { EndpointFact, FormFact, FrameFact, PageFacts, ScriptFact, Tag } from './facts.ts';

export const FORMS = 'https://forms.example.com';

export const tagOf = (
  name: Tag['name'],
  attributes: Tag['attributes'] = {},
  more: Partial<Tag> = {},
): Tag => ({ name, attributes, line: 12, hasContent: true, ...more });

export const DIGEST = 'A'.repeat(64);

/** @param attributes of its tag, beside `src` */
export function scriptFact(more: Partial<ScriptFact> = {}, attributes: Tag['attributes'] = {}): ScriptFact {
  const address = more.address ?? `${FORMS}/apply-form.js`;
  return {
    tag: tagOf('script', { src: address, ...attributes }),
    file: 'apply-form.js',
    address,
    version: null,
    loading: 'loaded',
    answer: { kind: 'script', digests: { sha256: `${DIGEST}256`, sha384: DIGEST, sha512: `${DIGEST}512` } },
    ...more,
  };
}

export function formFact(more: Partial<FormFact> = {}): FormFact {
  const attributes = more.attributes ?? { job: '4711' };
  return {
    tag: tagOf('apply-form', attributes),
    attributes,
    endpoint: FORMS,
    live: { state: 'ready', codes: [], questions: 14 },
    probe: null,
    ...more,
  };
}

export function frameFact(more: Partial<FrameFact> = {}, attributes: Tag['attributes'] = {}): FrameFact {
  const address = more.address ?? `${FORMS}/frame/default#job=4711`;
  return {
    tag: tagOf('iframe', { src: address, title: 'Application form', 'data-apply-frame': '', ...attributes }),
    address,
    showing: 'shown',
    answer: { kind: 'page', status: 200, ancestors: [['*']], frameOptions: null },
    live: { state: 'ready', codes: [], questions: 14 },
    probe: null,
    ...more,
  };
}

export const endpointFact = (more: Partial<EndpointFact> = {}): EndpointFact => ({
  address: FORMS,
  health: { kind: 'alive' },
  movedTo: null,
  secondsAhead: 1,
  published: { version: '1.2.0', files: { '/1.2.0/apply-form.js': `sha384-${DIGEST}` } },
  ...more,
});

export const pageFacts = (more: Partial<PageFacts> = {}): PageFacts => ({
  url: 'https://careers.example.com/jobs/4711',
  examinedBy: 'browser',
  policies: [],
  violations: [],
  said: [],
  hasViewport: true,
  hasNoscript: true,
  isDefined: true,
  scripts: [scriptFact()],
  misspelt: [],
  forms: [formFact()],
  frames: [],
  endpoints: [endpointFact()],
  ...more,
});
