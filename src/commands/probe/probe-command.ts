/** `npm run probe` without the process around it. */
import { visibleInLine } from '../../server/print.ts';
import type { Environment } from '../../server/variables.ts';
import type { Send } from '../../service/send-request.ts';
import { wantsHelp } from '../arguments.ts';
import { type ChosenTenant, chooseTenant } from '../chosen-tenant.ts';
import { type CommandResult, failed } from '../command-result.ts';
import { nobodyToAsk } from '../running-server.ts';
import { explainFailure } from '../service-sentences.ts';
import { createAsker } from './asker.ts';
import { collect } from './collect.ts';
import { judge } from './judge.ts';
import { formIn, questionsIn } from './judge-questions.ts';
import { type ProbeCommand, readProbeCommand, usage } from './options.ts';
import type { Replies } from './replies.ts';
import { type Probed, type Rest, reportJson, reportLines } from './report.ts';

/** Milliseconds between two requests to a service that others use, too: two a second. */
const GAP = 500;

export interface ProbeMeans {
  readonly environment: Environment;
  readonly send: Send;
  readonly pause: (milliseconds: number) => Promise<void>;
  /** What is being done, while it is done. */
  readonly tell: (step: string) => void;
}

export async function runProbe(args: readonly string[], means: ProbeMeans): Promise<CommandResult> {
  if (wantsHelp(args)) return { code: 0, stdout: usage, stderr: [] };
  const command = readProbeCommand(args);
  if (!command.ok) return failed(command.error);
  const chosen = chooseTenant(means.environment, command.value.tenant);
  if (!chosen.ok) return failed(chosen.error);
  return probe(command.value, chosen.value, means);
}

async function probe(command: ProbeCommand, chosen: ChosenTenant, means: ProbeMeans): Promise<CommandResult> {
  const { tenant, serviceUrl, isSandbox } = chosen;
  const service = { baseUrl: serviceUrl, key: tenant.serviceKey, gap: isSandbox ? 0 : GAP };
  const asker = createAsker({ ...means, ...service });
  const replies = await collect(asker, command);
  if (!replies.ok) {
    const isAlone = isSandbox && replies.error.kind === 'unreachable';
    return failed(isAlone ? nobodyToAsk(chosen.address) : await explainFailure(replies.error, chosen));
  }
  if (command.application !== null && replies.value.single?.status === 404)
    return failed(`There is no application ${command.application} at ${serviceUrl}: name another, or none.`);
  const current = { ...tenant, ...tenant.semantics };
  const probed: Probed = {
    serviceUrl,
    tenant: tenant.name,
    hasConfig: (means.environment['APPLY_CONFIG'] ?? '') !== '',
    requests: asker.count(),
    rest: restOf(replies.value),
    chapters: judge(replies.value, { current, limited: asker.limited() }),
  };
  const stdout = command.json ? reportJson(probed) : reportLines(probed).map(visibleInLine).join('\n');
  return { code: 0, stdout, stderr: [] };
}

const restOf = (replies: Replies): Rest => ({
  application: replies.sample.application,
  job: replies.sample.job,
  questionsOfJob: formIn(replies).length,
  questions: questionsIn(replies).length,
});
