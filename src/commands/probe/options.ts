import { parseArgs } from 'node:util';
import { failure, type Outcome, success } from '../../model/outcome.ts';
import { faultOfArguments } from '../arguments.ts';

/** What `npm run probe` was asked for. */
export interface ProbeCommand {
  /** null: one that the service lists. */
  readonly application: string | null;
  /** null: that of the application. */
  readonly job: string | null;
  /** null: the only one. */
  readonly tenant: string | null;
  readonly json: boolean;
}

export const usage = `Usage: npm run --silent probe -- [--application ID] [--job ID] [--tenant NAME] [--json]
  reads the service with the server's own environment and says of each of our readings whether it holds there
  --application ID   one that has answers, and a phone with its country code; without it one of the newest such,
                     of the job that asks most
  --job ID           one whose form has questions with follow-ups; without it that of the application`;

/** The error is what to say. */
export function readProbeCommand(args: readonly string[]): Outcome<ProbeCommand, string> {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        application: { type: 'string' },
        job: { type: 'string' },
        tenant: { type: 'string' },
        json: { type: 'boolean', default: false },
      },
    });
    const { application = null, job = null, tenant = null, json } = values;
    const isEmpty = [application, job].some((id) => id?.trim() === '');
    return isEmpty ? failure(`An id is empty.\n${usage}`) : success({ application, job, tenant, json });
  } catch (error) {
    return failure(`${faultOfArguments(error)}\n${usage}`);
  }
}
