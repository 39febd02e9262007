/** @jsxImportSource preact */
/** Preact's JSX knows the element; compiling this is the test. */
import { createRef } from 'preact';
import type { ApplyFormElement } from './define.ts';
import './jsx-preact.ts';

const element = createRef<ApplyFormElement>();

export const everything = (
  <apply-form
    ref={element}
    key="4711"
    class="wide"
    job="4711"
    posting="64711"
    tenant="default"
    endpoint="https://forms.example.com"
    lang="de"
    theme="dark"
    isolation="light"
    draft="off"
    source="careers-site"
    heading-level="3"
    messages={{ 'form.loading': 'One moment' }}
    renewToken={() => Promise.resolve('token')}
    onapply-ready={({ detail }) => detail.questions.length}
    onapply-submitted={(event) => event.detail.reference.toUpperCase()}
  >
    <a href="https://careers.example.com/4711">Apply on our careers page</a>
  </apply-form>
);

// @ts-expect-error there is no such attribute
export const wrongName = <apply-form jobb="4711" />;
