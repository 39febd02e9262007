/**
 * `npm run test:deep -- gateway`: the gateways that are on this machine, before real servers on a real Postgres: TLS and
 * HTTP/2, a form, an application, a file of 20 MB, whose address arrives, what is the operator's, and restarts.
 */
import { print } from '../../src/server/app/print.ts';
import { runWithProcesses } from '../support/process-command.ts';
import { checkGateway } from './check-gateway.ts';
import { gatewayNames, isThere } from './start-gateway.ts';

await runWithProcesses(async ({ processes }) => {
  let failed = 0;
  const [wanted] = process.argv.slice(2);
  for (const name of gatewayNames.filter((one) => wanted === undefined || one === wanted)) {
    if (!isThere(name)) {
      print(`${name}: not on this machine, so not looked at`);
      continue;
    }
    for (const { what, fault } of await checkGateway(name, processes)) {
      print(`${name}: ${what}: ${fault ?? 'yes'}`);
      failed += Number(fault !== null);
    }
  }
  return failed === 0 ? 0 : 1;
});
