/** `npx apply-form-server sandbox`: the miniature recruitment service on its own, for anyone who builds an integration. */
import { once } from 'node:events';
import { createAdaptorServer } from '@hono/node-server';
import { callerOf } from '../sandbox/caller.ts';
import { createSandbox, DEFAULT_KEY } from '../sandbox/create-sandbox.ts';
import { questionBank } from '../sandbox/forms/question-bank.ts';
import { sampleForms } from '../sandbox/sample-forms.ts';
import type { Duplicates, Rate } from '../sandbox/sandbox-state.ts';
import { printUnexpected } from '../server/process/print.ts';
import { defineCommand, Fault, type Given, Misuse } from './command.ts';
import { createSaver, readData } from './sandbox-data.ts';

const HOST = '127.0.0.1';

const options = {
  port: { type: 'string' },
  form: { type: 'string', multiple: true },
  key: { type: 'string' },
  rate: { type: 'string' },
  duplicates: { type: 'string' },
  data: { type: 'string' },
} as const;

export const sandbox = defineCommand({
  usage:
    'Usage: npx apply-form-server sandbox --port N [--form NAME]… [--key KEY] [--rate N/SECONDS] [--duplicates accept|reject|replace] [--data FILE]\n  starts the sandbox at http://127.0.0.1:N; --data stores its data across restarts',
  options,
  takesWords: false,
  async act({ values, print, printError }) {
    const { port, data, ...settings } = readOptions(values);
    const kept = data === undefined ? undefined : await readData(data);
    const created = createSandbox({
      ...settings,
      bank: questionBank,
      samples: true,
      kept,
      unexpected: printUnexpected,
    });
    const server = createAdaptorServer({
      fetch: (request, { incoming }) => created.fetch(request, callerOf(incoming)),
    });
    await once(server.listen(port, HOST), 'listening').catch((error) => {
      throw listenFault(error, port);
    });
    const saver = data === undefined ? null : createSaver(data, created.keep, printError);
    // Saves at once, so that a read-only folder is noticed before data is lost.
    saver?.changed();
    if (saver !== null && !(await saver.flush())) return close(server, 2);
    if (saver !== null) created.onChange(saver.changed);
    const address = server.address();
    print(`Sandbox  http://${HOST}:${typeof address === 'object' ? address?.port : address}`);
    print(`key: ${created.key}`);
    for (const { name, job, questions, title } of created.forms)
      print(`form: ${name} · job ${job.id} · ${questions.length} questions · ${title}`);
    await Promise.race(['SIGINT', 'SIGTERM'].map((signal) => once(process, signal)));
    return close(server, saver === null || (await saver.flush()) ? 0 : 1);
  },
});

function close<Code extends 0 | 1 | 2>(server: ReturnType<typeof createAdaptorServer>, code: Code): Code {
  server.close();
  if ('closeAllConnections' in server) server.closeAllConnections();
  return code;
}

function listenFault(error: unknown, port: number): Fault {
  const reason = error instanceof Error ? error.message : String(error);
  return reason.includes('EADDRINUSE')
    ? new Fault(`Port ${port} is in use by another program. Choose another with --port.`)
    : new Fault(`Cannot listen on port ${port}: ${reason}`);
}

function readOptions({ form, key = DEFAULT_KEY, data, ...values }: Given<typeof options>['values']) {
  const names = sampleForms.map(({ name }) => name);
  const unknownForm = form?.find((name) => !names.includes(name));
  if (unknownForm !== undefined)
    throw new Misuse(`--form "${unknownForm}" is not a sample form. Known: ${names.join(', ')}.`);
  if (key.trim() === '') throw new Misuse('--key must not be empty.');
  if (data?.trim() === '') throw new Misuse('--data must name a file.');
  const rate = values.rate === undefined ? null : readRate(values.rate);
  const duplicates = readDuplicates(values.duplicates ?? 'accept');
  return { port: readPort(values.port), forms: form ?? names, key, rate, duplicates, data };
}

/** Returns the port; 0 chooses a free one. */
function readPort(text: string | undefined): number {
  if (text === undefined) throw new Misuse('--port is missing.');
  if (/^\d{1,5}$/.test(text) && Number(text) <= 65_535) return Number(text);
  throw new Misuse(`--port must be a whole number from 0 to 65535, not "${text}".`);
}

function readRate(text: string): Rate {
  const match = /^([1-9]\d{0,8})\/([1-9]\d{0,8})$/.exec(text);
  if (match === null) throw new Misuse(`--rate must be N/SECONDS, such as 120/60, not "${text}".`);
  return { requests: Number(match[1]), seconds: Number(match[2]) };
}

function readDuplicates(text: string): Duplicates {
  if (text === 'accept' || text === 'reject' || text === 'replace') return text;
  throw new Misuse(`--duplicates must be accept, reject or replace, not "${text}".`);
}
