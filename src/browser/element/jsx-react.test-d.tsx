/** @jsxImportSource react */
/** React's JSX knows the element; compiling this is the test. */
import { createRef } from 'react';
import type { ApplyFormElement } from './define.ts';
import './jsx-react.ts';

const element = createRef<ApplyFormElement>();

export const everything = (
  <apply-form
    ref={element}
    key="4711"
    className="wide"
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

export const asPreview = (
  <apply-form
    mode="preview"
    document={{ data: [] }}
    semantics={{ dateOrder: 'mdy', unanswered: 'hidden' }}
    headingLevel={1}
  />
);

// @ts-expect-error there is no such theme
export const wrongValue = <apply-form theme="pink" />;

// @ts-expect-error there is no such attribute
export const wrongName = <apply-form jobb="4711" />;

// @ts-expect-error a level is a number
export const wrongLevel = <apply-form heading-level="high" />;

// @ts-expect-error this event has no reference
export const wrongDetail = <apply-form onapply-ready={({ detail }) => detail.reference} />;
