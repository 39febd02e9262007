/** The files that an operator takes over agree with the code and with one another. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, onTestFinished, test } from 'vitest';
import { readConfiguration } from '../../server/app/configuration/configuration.ts';
import { variableNames } from '../../server/app/configuration/variables.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const folder = `${root}public/docs/operating/`;
const read = (name: string) => readFileSync(`${folder}${name}`, 'utf8');
const { version }: { readonly version: string } = JSON.parse(readFileSync(`${root}package.json`, 'utf8'));
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

  test('have no quotes around a value, which a container would keep', () => {
    expect(lines.filter((line) => /^(?:# )?[A-Z_]+=["']/.test(line))).toEqual([]);
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
    expect(image).toContain(`ARG VERSION=${version}\n`);
    expect(image).toContain(`ARG PG=${driver.version}\n`);
    expect(read('compose.yaml')).toContain(`image: apply-form-server:${version}\n`);
  });
});

/** Containers of a compose file that may write to their disk or keep privileges, and what is missing for all of them. */
function unsafeIn(compose: string): readonly string[] {
  const [, hardened = ''] = /^x-hardened: &hardened\n((?: {2}.*\n)+)/m.exec(compose) ?? [];
  const wanted = ['read_only: true', 'cap_drop: [ALL]', 'no-new-privileges:true'];
  const services = compose.slice(compose.indexOf('\nservices:'), compose.indexOf('\nnetworks:'));
  const named = [...services.matchAll(/^ {2}([\w-]+):(?=(.*\n.*))/gm)];
  const server = /^x-server: &server\n {2}<<: \*hardened$/m.test(compose) ? /^ \*server\n/ : /^$/;
  const isSafe = (begin: string) => server.test(begin) || begin === '\n    <<: *hardened';
  return [
    ...wanted.filter((line) => !hardened.includes(line)),
    ...named.filter(([, , begin = '']) => !isSafe(begin)).map(([, name = '']) => name),
    ...(named.length === 5 ? [] : [`${named.length} containers`]),
  ];
}

describe('the compose file', () => {
  const compose = read('compose.yaml');

  test('has containers with a read-only disk and no privileges but those they name', () => {
    expect(unsafeIn(compose)).toEqual([]);
  });

  test.each([
    ['a disk that can be written', '  read_only: true\n', '', ['read_only: true']],
    ['all privileges', '  cap_drop: [ALL]\n', '', ['cap_drop: [ALL]']],
    ['a gateway of its own kind', /(gateway:\n) {4}<<: .*\n/, '$1', ['gateway']],
    [
      'servers of their own kind',
      /(&server\n) {2}<<: .*\n/,
      '$1',
      [1, 2, 3].map((one) => `apply-form-${one}`),
    ],
  ])('control: one with %s is found', (_name, from, to, found) => {
    expect(unsafeIn(compose.replace(from, to))).toEqual(found);
  });
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
    },
  );

  /** What would keep a server dead whose database was away at its start. */
  const staysDead = (unit: string) => [
    ...(unit.includes('\nRestart=always\nRestartSec=5\n') ? [] : ['it is not started again']),
    ...(unit.includes('\nRestartPreventExitStatus=') ? ['a failed start is its last'] : []),
    ...(/^\[Unit\]\n(?:(?!\[).*\n)*StartLimitIntervalSec=0\n/m.test(unit) ? [] : ['its starts are counted']),
  ];

  test.each(servers)('%s starts again, however often a start failed', (name) => {
    expect(staysDead(read(name))).toEqual([]);
  });

  test.each([
    ['that starts once', 'Restart=always\n', 'Restart=no\n'],
    ['that ends with a failed start', 'RestartSec=5\n', 'RestartSec=5\nRestartPreventExitStatus=2\n'],
    ['whose starts are counted', 'StartLimitIntervalSec=0\n', ''],
    ['that says it in the wrong section', /(StartLimitIntervalSec=0\n)([^[]*\[Service\]\n)/, '$2$1'],
  ])('control: one %s is found', (_name, from, to) => {
    expect(staysDead(read('apply-form.service').replace(from, to))).toHaveLength(1);
  });

  const analyzes = spawnSync('systemd-analyze', ['--version']).status === 0;
  const isSafe = (file: string) =>
    spawnSync('systemd-analyze', ['security', '--offline=yes', '--threshold=20', file]).status === 0;

  test.skipIf(!analyzes).each(units)(
    '%s is exposed by at most 2 of 10, as systemd counts',
    { tags: 'deep' },
    (name) => {
      expect(isSafe(`${folder}${name}`)).toBe(true);
    },
  );

  test.skipIf(!analyzes)('control: one without what protects it is exposed by more', { tags: 'deep' }, () => {
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

describe('the command of the machine', () => {
  /** The port that it gives to the server's command. */
  function portOf(store: boolean, environment: Readonly<Record<string, string>>): string {
    const place = mkdtempSync(join(tmpdir(), 'apply-command-'));
    onTestFinished(() => rmSync(place, { recursive: true }));
    for (const name of ['bin', 'etc', 'opt']) mkdirSync(join(place, name));
    if (store) writeFileSync(join(place, 'etc/store'), 'postgres://apply@127.0.0.1/apply');
    writeFileSync(join(place, 'bin/runuser'), '#!/bin/sh\nprintf %s "$PORT"\n', { mode: 0o755 });
    const script = read('apply-form.sh')
      .replace('/etc/apply-form\n', `${place}/etc\n`)
      .replace('/opt/apply-form\n', `${place}/opt\n`);
    const path = `${place}/bin:/usr/bin:/bin`;
    return spawnSync('sh', ['-c', script], { encoding: 'utf8', env: { PATH: path, ...environment } }).stdout;
  }

  test('asks the first of several processes, or the one that is named', () => {
    expect([portOf(true, {}), portOf(true, { PORT: '3002' })]).toEqual(['3001', '3002']);
  });

  test('control: without a database it leaves the port to the settings', () => {
    expect(portOf(false, {})).toBe('');
  });
});

const operators = ['/attention', '/attention/K7M2-Q9XD-40TB', '/people', '/metrics'];

/** The operator's paths that this nginx does not keep to the addresses which it allows. */
function openInNginx(text: string): readonly string[] {
  const places = [...text.matchAll(/^ {2}location ~ (\S+) \{\n((?: {4}.*\n)+) {2}\}$/gm)];
  const bodyOf = (path: string) =>
    places.find(([, pattern = '']) => new RegExp(pattern).test(path))?.[2] ?? '';
  return operators.filter((path) => !/^(?: {4}allow \S+;\n)+ {4}deny all;\n/.test(bodyOf(path)));
}

/** The same for Caddy, whose answer is refused where the matcher holds. */
function openInCaddy(text: string): readonly string[] {
  const [, rules = ''] = /^\t@operator \{\n((?:\t\t.*\n)+)\t\}\n\trespond @operator 403$/m.exec(text) ?? [];
  const [, paths = ''] = /^\t\tpath (.*)\n\t\tnot remote_ip \S+/.exec(rules) ?? [];
  const isKept = (path: string) =>
    paths.split(' ').some((one) => one === path || (one.endsWith('/*') && path.startsWith(one.slice(0, -1))));
  return operators.filter((path) => !isKept(path));
}

describe('the gateways', () => {
  test.each([
    ['nginx.conf', 'client_max_body_size 31m;', 'X-Forwarded-For $remote_addr;'],
    ['Caddyfile', 'max_size 31MB', 'X-Forwarded-For {remote_host}'],
  ])('%s takes what a form sends, and says who sent it', (name, size, header) => {
    const gateway = read(name);
    expect(gateway).toContain(size);
    expect(gateway).toContain(header);
    expect(gateway).not.toContain('X-Frame-Options');
  });

  test('keep what is the operator’s', () => {
    expect(openInNginx(read('nginx.conf'))).toEqual([]);
    expect(openInCaddy(read('Caddyfile'))).toEqual([]);
  });

  test.each([
    ['that denies nothing', '    deny all;\n', '', operators],
    ['that allows no address', /(?: {4}allow .*\n)+/, '', operators],
    ['that allows all', '    deny all;\n', '    allow all;\n', operators],
    ['that denies elsewhere', /( {2}location \/ \{\n)([\s\S]*)( {4}deny all;\n)/, '$1$3$2', operators],
    ['that forgets a path', '|metrics)', ')', ['/metrics']],
  ])('control: an nginx %s is found', (_name, from, to, found) => {
    expect(openInNginx(read('nginx.conf').replace(from, to))).toEqual(found);
  });

  test.each([
    ['that refuses nothing', '\trespond @operator 403\n', '', operators],
    ['that allows no address', /\t\tnot remote_ip .*\n/, '', operators],
    ['that refuses its own', 'not remote_ip', 'remote_ip', operators],
    ['that forgets a path', ' /metrics', '', ['/metrics']],
  ])('control: a Caddy %s is found', (_name, from, to, found) => {
    expect(openInCaddy(read('Caddyfile').replace(from, to))).toEqual(found);
  });

  test('a Caddy takes no private range for the operator’s of itself', () => {
    expect(read('Caddyfile')).toContain('not remote_ip {$FORMS_OPERATORS:127.0.0.1/32 ::1/128}\n');
  });

  test('an nginx knows the ports of the three processes, to be taken in', () => {
    const ports = read('nginx.conf').match(/# server 127\.0\.0\.1:\d+/g) ?? [];
    expect(ports.map((line) => line.slice(-4))).toEqual(['3001', '3002', '3003']);
  });
});
