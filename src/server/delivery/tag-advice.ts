/** What an operator does about a tag that was given up. */
const create =
  'Create the category of this context and the tag in the user interface of the recruitment service, or correct the tag of this tenant. To this application the tag is added by hand.';
const allow =
  'Let the key of this tenant change applications and read their tags. To this application the tag is added by hand.';
// The service may have refused each try for a while, which is no refusal of the tag.
const createOrAllow =
  'Create the category of this context and the tag in the user interface of the recruitment service, or correct the tag of this tenant; are both there, let its key change applications. To this application the tag is added by hand.';
const addByHand = 'Nothing is wrong with the submission. To this application the tag is added by hand.';

const advices: ReadonlyMap<string, string> = new Map([
  ['invalid', create],
  ['bad_request', create],
  ['never seen', createOrAllow],
  ['unauthorized', allow],
  ['forbidden', allow],
  ['impossible', allow],
]);

/** @param cause of the failure, as the log names it */
export const adviseOnTag = (cause: string): string => advices.get(cause) ?? addByHand;
