/** The files that an operator takes over agree with the code and with one another. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, onTestFinished, test } from 'vitest';
import { readConfiguration } from '../../server/app/configuration/configuration.ts';
import { variableNames } from '../../server/app/configuration/variables.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const folder = `${root}public/docs/operating/`;
const read = (name: string) => readFileSync(`${folder}${name}`, 'utf8');
const [, version = ''] = /^## (\d+\.\d+\.\d+)/m.exec(readFileSync(`${root}CHANGELOG.md`, 'utf8')) ?? [];
const driver: { readonly version: string } = JSON.parse(
  readFileSync(`${root}node_modules/pg/package.json`, 'utf8'),
);

describe('the settings to fill in', () => {
  const lines = read('.env.example').split('\n');
  const isSetting = (line: string | undefined) => /^(?:# )?[A-Z_]+=/.test(line ?? '');
  const nameOf = (line: string) => line.replace(/^# /, '').split('=')[0] ?? '';

  test('are every variable of the server, each once', () => {
    expect(lines.filter(isSetting).map(nameOf).sort()).toEqual([...variableNames].sort());
  });

  test('have a sentence above each', () => {
    const bare = lines.filter((line, place) => isSetting(line) && !/^# .*\.$/.test(lines[place - 1] ?? ''));
    expect(bare.map(nameOf)).toEqual([]);
  });

  test('start a server when the keys are there', () => {
    const set = lines
      .filter((line) => isSetting(line) && !line.startsWith('#'))
      .map((line) => [nameOf(line), line.slice(line.indexOf('=') + 1)]);
    const keys = { APPLY_SERVICE_KEY: 'key', APPLY_SECRET: 'a-secret-of-thirty-two-characters-and-more' };
    expect(readConfiguration(Object.fromEntries(set))).toMatchObject({ ok: false });
    expect(readConfiguration({ ...Object.fromEntries(set), ...keys })).toMatchObject({ ok: true });
  });
});

const known = new Set(
  'FROM ARG LABEL RUN COPY WORKDIR ENV VOLUME EXPOSE USER STOPSIGNAL HEALTHCHECK CMD'.split(' '),
);

/** What would make the image unknown to a builder, or unsafe to run. */
function faultsOfImage(text: string): readonly string[] {
  const instructions = text
    .replace(/^#.*\n/gm, '')
    .replace(/\\\n\s*/g, '')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => [line.split(' ', 1)[0] ?? '', line.slice(line.indexOf(' ') + 1)] as const);
  const last = instructions.slice(instructions.findLastIndex(([word]) => word === 'FROM'));
  const lastOf = (word: string) => last.findLast(([name]) => name === word)?.[1] ?? '';
  return [
    ...instructions.filter(([word]) => !known.has(word)).map(([word]) => `${word} is no instruction`),
    ...(/^[1-9]\d*:[1-9]\d*$/.test(lastOf('USER')) ? [] : ['it runs as root']),
    ...(lastOf('STOPSIGNAL') === 'SIGTERM' ? [] : ['it is stopped by another signal']),
    ...(lastOf('HEALTHCHECK').includes('/healthz') ? [] : ['its health is not asked']),
    ...(lastOf('CMD').startsWith('["node", ') ? [] : ['a shell stands before Node']),
    ...(lastOf('VOLUME') === '/data' && text.includes('APPLY_STORE=file:/data/')
      ? []
      : ['its store is lost']),
  ];
}

describe('the image', () => {
  const image = read('Containerfile');

  test('is one that a builder knows, runs as no root, has a health and takes the signal itself', () => {
    expect(faultsOfImage(image)).toEqual([]);
  });

  test.each([
    ['root', /USER .*/, 'USER 0:0'],
    ['no user', /USER .*\n/, ''],
    ['no health', /HEALTHCHECK[^\n]*\\\n[^\n]*\n/, ''],
    ['a shell', /CMD \["node", "node_modules.*/, 'CMD node server.js'],
    ['an instruction that there is not', 'EXPOSE', 'EXPORT'],
    ['a store that goes with it', 'VOLUME /data\n', ''],
  ])('control: one with %s is found', (_name, from, to) => {
    expect(faultsOfImage(image.replace(from, to))).toHaveLength(1);
  });

  test('is of this release, with the driver that it is tested with', () => {
    expect(version).not.toBe('');
    expect(image).toContain(`ARG VERSION=${version}\n`);
    expect(image).toContain(`ARG PG=${driver.version}\n`);
    expect(read('compose.yaml')).toContain(`image: apply-form-server:${version}\n`);
  });
});

test('each container of the compose file has a read-only disk and no privileges but those it names', () => {
  const compose = read('compose.yaml');
  const [, hardened = ''] = /^x-hardened: &hardened\n((?: {2}.*\n)+)/m.exec(compose) ?? [];
  expect(hardened).toContain('read_only: true');
  expect(hardened).toContain('cap_drop: [ALL]');
  expect(hardened).toContain('no-new-privileges:true');
  const services = compose.slice(compose.indexOf('\nservices:'), compose.indexOf('\nnetworks:'));
  const names = [...services.matchAll(/^ {2}([\w-]+):/gm)].map(([, name]) => name);
  const safe = services.match(/^ {2}[\w-]+:(?: \*server|\n {4}<<: \*hardened)$/gm) ?? [];
  expect([names.length, safe.length]).toEqual([5, 5]);
});

const units = readdirSync(folder).filter((name) => name.endsWith('.service'));
const servers = units.filter((name) => !name.includes('backup'));

describe('the units of systemd', () => {
  test.each(servers)(
    '%s runs the installed command with its keys as credentials, and as long as a stop takes',
    (name) => {
      const unit = read(name);
      expect(unit).toContain('\nExecStart=/opt/apply-form/node_modules/.bin/apply-form-server start\n');
      for (const key of ['secret', 'admin-key', 'service-key']) {
        expect(unit).toContain(`\nLoadCredential=${key}:/etc/apply-form/${key}\n`);
        expect(unit).toContain(`=%d/${key}`);
      }
      expect(unit).toContain('\nTimeoutStopSec=30\n');
      expect(unit).toContain('\nRestartPreventExitStatus=2\n');
    },
  );

  const analyzes = spawnSync('systemd-analyze', ['--version']).status === 0;
  const isSafe = (file: string) =>
    spawnSync('systemd-analyze', ['security', '--offline=yes', '--threshold=20', file]).status === 0;

  test.skipIf(!analyzes).each(units)('%s is exposed by at most 2 of 10, as systemd counts', (name) => {
    expect(isSafe(`${folder}${name}`)).toBe(true);
  });

  test.skipIf(!analyzes)('control: one without what protects it is exposed by more', () => {
    const place = mkdtempSync(join(tmpdir(), 'apply-unit-'));
    onTestFinished(() => rmSync(place, { recursive: true }));
    const bare = join(place, 'apply-form.service');
    writeFileSync(
      bare,
      read('apply-form.service').replace(/^(?:Private|Protect|Restrict|System|Capab).*\n/gm, ''),
    );
    expect(isSafe(bare)).toBe(false);
  });
});

test('the gateways take what a form sends, and keep what is the operator’s', () => {
  for (const [name, size, header] of [
    ['nginx.conf', 'client_max_body_size 31m;', 'X-Forwarded-For $remote_addr;'],
    ['Caddyfile', 'max_size 31MB', 'X-Forwarded-For {remote_host}'],
  ] as const) {
    const gateway = read(name);
    expect(gateway).toContain(size);
    expect(gateway).toContain(header);
    expect(gateway).not.toContain('X-Frame-Options');
    for (const place of ['attention', 'people', 'metrics']) expect(gateway).toContain(place);
  }
});
