/** `npx apply-form-server probe` without the process around it. */
import { parseArgs } from 'node:util';
import { failure, type Outcome, success } from '../../core/model/failure.ts';
import type { Environment } from '../../server/process/configuration/variables.ts';
import { visibleInLine } from '../../server/process/print.ts';
import type { Send } from '../../server/service/send-request.ts';
import { faultOfArguments, wantsHelp } from '../arguments.ts';
import { type ChosenTenant, chooseTenant } from '../chosen-tenant.ts';
import { type CommandResult, failed } from '../command-result.ts';
import { noServerToAsk } from '../running-server.ts';
import { explainFailure } from '../service-sentences.ts';
import { createAsker } from './asker.ts';
import { readings } from './readings.ts';
import { type Probed, reportJson, reportLines, toFinding } from './report.ts';
import { findSample, listQuestions } from './sample.ts';

/** Options of `npx apply-form-server probe`. */
interface ProbeCommand {
  /** null: one that the service lists. */
  readonly application: string | null;
  /** null: that of the application. */
  readonly job: string | null;
  /** null: the only one. */
  readonly tenant: string | null;
  readonly json: boolean;
}

export const usage = `Usage: npx apply-form-server probe [--application ID] [--job ID] [--tenant NAME] [--json]
  reads the service with the server's own environment and says of each of our readings whether it holds there
  --application ID   one that has answers, and a phone with its country code; without it one of the newest such
  --job ID           one whose form has questions with follow-ups; without it that of the application`;

/** The error is a sentence for the user. */
function readProbeCommand(args: readonly string[]): Outcome<ProbeCommand, string> {
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

/** Milliseconds between two requests: two a second, because others use the service too. */
const GAP = 500;

interface ProbeDependencies {
  readonly environment: Environment;
  readonly send: Send;
  readonly pause: (milliseconds: number) => Promise<void>;
  /** Reports progress. */
  readonly tell: (step: string) => void;
}

export async function runProbe(
  args: readonly string[],
  dependencies: ProbeDependencies,
): Promise<CommandResult> {
  if (wantsHelp(args)) return { code: 0, stdout: usage, stderr: [] };
  const command = readProbeCommand(args);
  if (!command.ok) return failed(command.error);
  const chosen = chooseTenant(dependencies.environment, command.value.tenant);
  if (!chosen.ok) return failed(chosen.error);
  return probe(command.value, chosen.value, dependencies);
}

async function probe(
  command: ProbeCommand,
  chosen: ChosenTenant,
  dependencies: ProbeDependencies,
): Promise<CommandResult> {
  const { tenant, serviceUrl, isSandbox } = chosen;
  const service = { baseUrl: serviceUrl, key: tenant.serviceKey, gap: isSandbox ? 0 : GAP };
  const asker = createAsker({ ...dependencies, ...service });
  await listQuestions(asker);
  const error = asker.error();
  if (error !== null) {
    const isAlone = isSandbox && error.kind === 'unreachable';
    return failed(isAlone ? noServerToAsk(chosen.address) : await explainFailure(error, chosen));
  }
  const sample = await findSample(asker, command);
  if (command.application !== null && asker.error()?.kind === 'not_found')
    return failed(`There is no application ${command.application} at ${serviceUrl}: name another, or none.`);
  const scene = { ...asker, sample, current: { ...tenant, ...tenant.semantics } };
  const found: Probed['readings'][number][] = [];
  for (const one of readings) found.push(toFinding(one, (await one.look?.(scene)) ?? null));
  const { application, job } = sample;
  const probed: Probed = {
    service: serviceUrl,
    tenant: tenant.name,
    requests: asker.count(),
    rests_on: { application, job },
    readings: found,
  };
  const hasConfig = (dependencies.environment['APPLY_CONFIG'] ?? '') !== '';
  const lines = reportLines(probed, hasConfig).map(visibleInLine);
  return { code: 0, stdout: command.json ? reportJson(probed) : lines.join('\n'), stderr: [] };
}
