/*
 * The live form: answers, visibility, validity and the state of sending, as signals. It knows no screen and no
 * network. Whatever changes goes through one place, which derives visibility below the change and then looks
 * again only at the fields that were touched. A hidden answer is remembered, reads as null and is never sent.
 */
import type { QuestionTree } from '../tree/question-tree.ts';
import type { Form } from './contract.ts';
import { LiveForm } from './live-form.ts';

export const createForm = (tree: QuestionTree): Form => new LiveForm(tree);
