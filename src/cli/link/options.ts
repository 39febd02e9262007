import { parseArgs } from 'node:util';
import { failure, type Outcome, success } from '../../core/model/failure.ts';
import { faultOfArguments } from '../arguments.ts';
import { readPhone } from './phone.ts';

/** Options of `npx apply-form-server link`. */
export interface LinkCommand {
  readonly by: 'application' | 'phone';
  /** An id, or a phone number in E.164. */
  readonly value: string;
  readonly json: boolean;
  /** null: the only one. */
  readonly tenant: string | null;
}

export const usage = `Usage: npx apply-form-server link --application ID | --phone +44… [--json] [--tenant NAME]
  --application ID   a link to the form of this application
  --phone +44…       a link for each application of the candidate with this phone, confidential jobs included`;

/** The error is a sentence for the user. */
export function readLinkCommand(args: readonly string[]): Outcome<LinkCommand, string> {
  const parsed = parse(args);
  if (typeof parsed === 'string') return misused(parsed);
  const { application, phone, json, tenant = null } = parsed.values;
  // `--phone +44 7700 900123` without quotes arrives as three words.
  const rest = parsed.positionals;
  const isPhoneAlone = phone !== undefined && application === undefined;
  const strange = isPhoneAlone ? rest.find((word) => !/^[\d()./-]+$/.test(word)) : rest[0];
  if (strange !== undefined) return misused(`"${strange}" belongs to no option.`);
  if (isPhoneAlone) {
    const read = readPhone([phone, ...rest].join(' '));
    return read.ok ? success({ by: 'phone', value: read.value, json, tenant }) : read;
  }
  if (phone !== undefined || application === undefined)
    return misused('Give either --application or --phone.');
  if (application.trim() === '') return misused('The id after --application is empty.');
  return success({ by: 'application', value: application.trim(), json, tenant });
}

const misused = (fault: string) => failure(`${fault}\n${usage}`);

/** A string is an error message. */
function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        application: { type: 'string' },
        phone: { type: 'string' },
        json: { type: 'boolean', default: false },
        tenant: { type: 'string' },
      },
    });
  } catch (error) {
    return faultOfArguments(error);
  }
}
