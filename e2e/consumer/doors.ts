/** Uses the types and functions that hosts import from every entry point; the compiler is the test. */
import { type MountedForm, type MountOptions, mount } from 'apply-form';
import { type Answer, type Explanation, explain, judge, type Semantics } from 'apply-form/conditions';
import { ApplyFormElement, defineApplyForm } from 'apply-form/define';
import type { Delivery, ProxyOptions, Staging, TenantOptions } from 'apply-form-server/proxy';
import type { Faults, SampleForm, SandboxOptions } from 'apply-form-server/sandbox';
import { type AnswerBody, questionId, type ServiceError, writeAnswer } from 'apply-form-server/service';

const semantics: Semantics = { dateOrder: 'dmy', unanswered: 'hidden' };
const answer: Answer = { kind: 'boolean', value: true };
const judgement = judge({ type: 'boolean', options: null }, { operator: 'equals', value: 'true' }, semantics);
export const explanation: Explanation = explain(judgement, answer);

const options: MountOptions = { token: 'sealed', theme: 'dark', renewToken: async () => 'sealed' };
export const open = (): MountedForm => mount('#form', options);
export const isForm = (element: Element): boolean => element instanceof ApplyFormElement;
export const register = (): void => defineApplyForm('careers-form');

// @ts-expect-error an id is a string
questionId(4711);

export type Names = [
  AnswerBody,
  Delivery,
  Faults,
  ProxyOptions,
  SampleForm,
  SandboxOptions,
  ServiceError,
  Staging,
];
export type Tenants = readonly TenantOptions[];
export const write = writeAnswer;
