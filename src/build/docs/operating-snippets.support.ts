/** For tests: how the commands are run that the pages for operators give. */
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { readConfiguration } from '../../server/app/configuration/configuration.ts';
import type { Shell } from './shell.support.ts';

/** Where a block is run. */
interface Place {
  readonly shell: Shell;
  /** Before a server, in its environment; it fails where the script does. Resolves to what is printed. */
  run(script: string): Promise<string>;
}

export interface ShellRunner {
  /** What the block has that this runs. */
  readonly has: string;
  /** Why it is only parsed, and what else runs the same; absent: it is run. */
  readonly elsewhere?: string;
  run?(text: string, place: Place): Promise<void>;
}

/** Of that server. */
export const secret = 'a secret of thirty-two characters';

/** The places of an operator's machine in a folder, with one file of a key; what is the machine's own is left out. */
function ownPlaces(shell: Shell, file: string, content: string): string {
  const folder = mkdtempSync(join(shell.home, 'machine-'));
  mkdirSync(join(folder, 'etc'));
  mkdirSync(join(folder, 'lib/apply-form'), { recursive: true });
  writeFileSync(join(folder, 'etc', file), `${content}\n`, { mode: 0o640 });
  for (const name of ['systemctl', 'chgrp', 'apply-form']) shell.standIn(name, 'exit 0');
  return folder;
}

const inFolder = (text: string, folder: string) =>
  text.replaceAll('/etc/apply-form', `${folder}/etc`).replaceAll('/var/lib/', `${folder}/lib/`);

export const operatingRunners: readonly ShellRunner[] = [
  ...[
    'latest-v22.x',
    'useradd --system',
    'enable --now apply-form apply-form-backup.timer',
    'certbot certonly',
  ].map((has) => ({
    has,
    elsewhere: 'it sets up a machine, by root: `shell-snippets.deep.test.ts` looks for what it names',
  })),
  {
    has: 'docker build',
    elsewhere: 'it wants a builder of images',
  },
  {
    has: 'does it run?',
    run: async (text, { run }) => expect(await run(text)).toMatch(/alive.*ready/s),
  },
  {
    has: 'read -rs key',
    async run(text, { shell, run }) {
      const folder = ownPlaces(shell, 'service-key', 'the old key');
      await run(inFolder(text.replace('read -rs key ', "key='the new key'"), folder));
      expect(readFileSync(join(folder, 'etc/service-key'), 'utf8')).toBe('the new key\n');
    },
  },
  {
    has: '# NEW,OLD',
    async run(text, { shell, run }) {
      const folder = ownPlaces(shell, 'secret', secret);
      await run(inFolder(text, folder));
      expect(readFileSync(join(folder, 'etc/secret'), 'utf8')).toMatch(
        new RegExp(`^[0-9a-f]{64},${secret}\n$`),
      );
      const { mode } = statSync(join(folder, 'etc/secret'));
      expect(mode & 0o777).toBe(0o640);
    },
  },
  {
    has: '# NEW\n',
    async run(text, { shell, run }) {
      const folder = ownPlaces(shell, 'secret', 'the new one,the old one');
      await run(inFolder(text, folder));
      expect(readFileSync(join(folder, 'etc/secret'), 'utf8')).toBe('the new one\n');
    },
  },
  {
    has: 'apply-form.before',
    async run(text, { shell, run }) {
      const folder = ownPlaces(shell, 'secret', secret);
      const copy = 'lib/apply-form-backups/2026-12-01T023512';
      await run(`npx apply-form-server backup --to '${join(folder, copy)}'`);
      await run(inFolder(text, folder));
      expect(readdirSync(join(folder, 'lib/apply-form')).sort()).toEqual(['apply.db', 'apply.db-files']);
      expect(existsSync(join(folder, 'lib/apply-form.before'))).toBe(true);
    },
  },
  {
    has: 'clamdscan',
    async run(text, { shell, run }) {
      // The hash of the test file, which a scanner of this machine would take away from here.
      const eicar = '275a021bbfb6489e54d471899f7db9d1663fc695ec2fe2a2c4538aabf651fd0f';
      shell.standIn('clamdscan', `[ "$(sha256sum | cut -d' ' -f1)" = ${eicar} ] && exit 1\nexit 0`);
      shell.standIn('docker', 'exit 0');
      shell.standIn('apt-get', 'exit 0');
      const printed = await run(`mkdir -p ~/.apply-form\nset +e\n${text}\nprintf '%s' "$APPLY_SCAN"`);
      const [said, scan] = printed.split('\n');
      expect(said).toBe('exit 1');
      const service = {
        APPLY_SERVICE_URL: 'https://company.example.com',
        APPLY_SERVICE_KEY: 'k',
        APPLY_SECRET: secret,
      };
      const read = readConfiguration({ ...service, APPLY_SCAN: scan });
      if (!read.ok) throw new Error(read.error.join());
      const file = `${shell.home}/.apply-form/clamd.conf`;
      expect(read.value.scan).toEqual(['clamdscan', `--config-file=${file}`, '--no-summary', '-']);
      expect(readFileSync(file, 'utf8').trim().split('\n')).toHaveLength(3);
    },
  },
  {
    has: '# 2. The new release, in the folder of the old one',
    elsewhere:
      'it wants the package and systemd: `e2e/specs/package.deep.ts` installs it, and `released-stores.deep.test.ts` starts on an earlier store',
  },
  {
    has: 'backup --to /backups/2026',
    async run(text, { shell, run }) {
      const to = join(shell.home, 'backup');
      expect(await run(text.replace('/backups/2026-03-01', to))).toContain(to);
      expect(statSync(join(to, 'apply.db')).mode & 0o777).toBe(0o600);
    },
  },
];
