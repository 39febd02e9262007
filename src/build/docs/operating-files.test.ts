/** The files for operators agree with the code and with each other. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { readConfiguration } from '../../server/process/configuration/configuration.ts';
import { variableNames } from '../../server/process/configuration/variables.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const folder = `${root}public/docs/operating/`;
const read = (name: string) => readFileSync(`${folder}${name}`, 'utf8');
const { version }: { readonly version: string } = JSON.parse(readFileSync(`${root}package.json`, 'utf8'));
const driver: { readonly version: string } = JSON.parse(
  readFileSync(`${root}node_modules/pg/package.json`, 'utf8'),
);

describe('the example settings', () => {
  const lines = read('.env.example').split('\n');
  const isSetting = (line: string | undefined) => /^(?:# )?[A-Z_]+=/.test(line ?? '');
  const nameOf = (line: string) => line.replace(/^# /, '').split('=')[0] ?? '';

  test('list every variable of the server once', () => {
    expect(lines.filter(isSetting).map(nameOf).sort()).toEqual([...variableNames].sort());
  });

  test('have no quotes around values, because a container would not remove them', () => {
    expect(lines.filter((line) => /^(?:# )?[A-Z_]+=["']/.test(line))).toEqual([]);
  });

  test('explain each variable in a sentence above it', () => {
    const bare = lines.filter((line, place) => isSetting(line) && !/^# .*\.$/.test(lines[place - 1] ?? ''));
    expect(bare.map(nameOf)).toEqual([]);
  });

  test('start a server once the keys are added', () => {
    const set = lines
      .filter((line) => isSetting(line) && !line.startsWith('#'))
      .map((line) => [nameOf(line), line.slice(line.indexOf('=') + 1)]);
    const keys = { APPLY_SERVICE_KEY: 'key', APPLY_SECRET: 'a-secret-of-thirty-two-characters-and-more' };
    expect(readConfiguration(Object.fromEntries(set))).toMatchObject({ ok: false });
    expect(readConfiguration({ ...Object.fromEntries(set), ...keys })).toMatchObject({ ok: true });
  });
});

test('the image has this release and the tested driver, and does not run as root', () => {
  const image = read('Containerfile');
  expect(image).toContain(`ARG VERSION=${version}\n`);
  expect(image).toContain(`ARG PG=${driver.version}\n`);
  expect(image).toMatch(/^USER [1-9]\d*:[1-9]\d*$/m);
  expect(read('compose.yaml')).toContain(`image: apply-form-server:${version}\n`);
});

test.each(['apply-form.service', 'apply-form@.service'])(
  '%s runs the command with its keys as credentials and restarts it after every failure',
  (name) => {
    const unit = read(name);
    expect(unit).toContain('\nExecStart=/opt/apply-form/node_modules/.bin/apply-form-server start\n');
    for (const key of ['secret', 'admin-key', 'service-key'])
      expect(unit).toContain(`\nLoadCredential=${key}:/etc/apply-form/${key}\n`);
    expect(unit).toContain('\nRestart=always\nRestartSec=5\n');
    expect(unit).not.toContain('\nRestartPreventExitStatus=');
    expect(unit).toMatch(/^\[Unit\]\n(?:(?!\[).*\n)*StartLimitIntervalSec=0\n/m);
  },
);

const operators = ['/attention', '/attention/K7M2-Q9XD-40TB', '/people', '/metrics'];

/** Returns the operator's paths that this nginx leaves open to every address. */
function openInNginx(text: string): readonly string[] {
  const places = [...text.matchAll(/^ {2}location ~ (\S+) \{\n((?: {4}.*\n)+) {2}\}$/gm)];
  const bodyOf = (path: string) =>
    places.find(([, pattern = '']) => new RegExp(pattern).test(path))?.[2] ?? '';
  return operators.filter((path) => !/^(?: {4}allow \S+;\n)+ {4}deny all;\n/.test(bodyOf(path)));
}

/** Returns the operator's paths that this Caddyfile leaves open to every address. */
function openInCaddy(text: string): readonly string[] {
  const [, rules = ''] = /^\t@operator \{\n((?:\t\t.*\n)+)\t\}\n\trespond @operator 403$/m.exec(text) ?? [];
  const [, paths = ''] = /^\t\tpath (.*)\n\t\tnot remote_ip \S+/.exec(rules) ?? [];
  const isClosed = (path: string) =>
    paths
      .split(' ')
      .some((rule) => rule === path || (rule.endsWith('/*') && path.startsWith(rule.slice(0, -1))));
  return operators.filter((path) => !isClosed(path));
}

describe('the gateways', () => {
  test.each([
    ['nginx.conf', 'client_max_body_size 31m;', 'X-Forwarded-For $remote_addr;'],
    ['Caddyfile', 'max_size 31MB', 'X-Forwarded-For {remote_host}'],
  ])('%s lets the largest file pass and forwards the client address', (name, size, header) => {
    const gateway = read(name);
    expect(gateway).toContain(size);
    expect(gateway).toContain(header);
    expect(gateway).not.toContain('X-Frame-Options');
  });

  test('close the operator’s paths to other addresses', () => {
    expect(openInNginx(read('nginx.conf'))).toEqual([]);
    expect(openInCaddy(read('Caddyfile'))).toEqual([]);
  });

  test('are found if they deny nothing or forget a path (control)', () => {
    const [nginx, caddy] = [read('nginx.conf'), read('Caddyfile')];
    expect(openInNginx(nginx.replace('    deny all;\n', ''))).toEqual(operators);
    expect(openInNginx(nginx.replace('|metrics)', ')'))).toEqual(['/metrics']);
    expect(openInCaddy(caddy.replace('\trespond @operator 403\n', ''))).toEqual(operators);
    expect(openInCaddy(caddy.replace(' /metrics', ''))).toEqual(['/metrics']);
  });

  test('allow only the own machine by default, in the Caddyfile', () => {
    expect(read('Caddyfile')).toContain('not remote_ip {$FORMS_OPERATORS:127.0.0.1/32 ::1/128}\n');
  });
});
