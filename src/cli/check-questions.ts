/**
 * `npx apply-form-server check-questions FILE… | --job ID… [--tenant NAME] [--json]`: tells a recruiter what is wrong with a set
 * of questions, and what to do. Sends only reads. Exit 0: nothing found; 1: something; 2: not read.
 */
import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { runCheckQuestions } from './check-questions/check-command.ts';
import { finish } from './command-result.ts';

finish(
  await runCheckQuestions(process.argv.slice(2), {
    environment: process.env,
    send: fetch,
    pause: (milliseconds) => pause(milliseconds),
    readFile: (file) => readFileSync(file, 'utf8'),
  }),
);
