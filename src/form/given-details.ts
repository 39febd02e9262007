import type { QuestionId } from '../core/model/ids.ts';
import type { Field, Form } from './contract.ts';

/** What a visitor without an application says of themselves; empty when there is an application. */
export const detailFields = ({ order }: Form): readonly Field[] =>
  order.filter(({ question }) => question.detail && !question.confidential);

export const detailIds = (form: Form): readonly QuestionId[] =>
  detailFields(form).map(({ question }) => question.id);
