/** The gateways of `public/docs/operating`, on ports and with a certificate of this run, and else as the files say. */
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const gatewayNames = ['nginx', 'caddy'] as const;
export type GatewayName = (typeof gatewayNames)[number];

export interface Gateway {
  readonly port: number;
  readonly plainPort: number;
  /** Where it keeps what it keeps. */
  readonly folder: string;
  stop(): Promise<void>;
}

const read = (name: string) =>
  readFileSync(fileURLToPath(new URL(`../../public/docs/operating/${name}`, import.meta.url)), 'utf8');

/** The usual place of the first is on the path of root alone. */
const path = `${process.env['PATH'] ?? ''}:/usr/sbin`;

export const isThere = (name: GatewayName): boolean =>
  spawnSync(name, [name === 'nginx' ? '-v' : 'version'], { env: { PATH: path } }).status === 0;

/** @param servers ports of the servers behind it */
export async function startGateway(name: GatewayName, servers: readonly number[]): Promise<Gateway> {
  const folder = mkdtempSync(join(tmpdir(), 'apply-gateway-'));
  const [port, plainPort] = [await freePort(), await freePort()];
  const wish = { folder, port, plainPort, servers };
  const args = name === 'nginx' ? prepareNginx(wish) : prepareCaddy(wish);
  const env = {
    PATH: path,
    HOME: folder,
    XDG_DATA_HOME: folder,
    FORMS_NAME: 'localhost',
    FORMS_SERVERS: servers.map((one) => `127.0.0.1:${one}`).join(' '),
  };
  const child = spawn(name, args, { env, stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  child.stderr.on('data', (data) => {
    said = (said + String(data)).slice(-2_000);
  });
  const ended = once(child, 'close');
  await isListening(
    port,
    ended.then(() => said),
  );
  return {
    port,
    plainPort,
    folder,
    async stop() {
      child.kill('SIGTERM');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

interface Wish {
  readonly folder: string;
  readonly port: number;
  readonly plainPort: number;
  readonly servers: readonly number[];
}

/** So that an address of this machine can stand for one of the internet. */
const ownNetwork = (text: string) => text.replace('127.0.0.0/8', '127.0.0.1/32');

function prepareNginx({ folder, port, plainPort, servers }: Wish): readonly string[] {
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')];
  const subject = ['-subj', '/CN=localhost', '-days', '2'];
  execFileSync(
    'openssl',
    ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-keyout', key, '-out', certificate, ...subject],
    { stdio: 'ignore' },
  );
  const own = ownNetwork(read('nginx.conf'))
    .replace(/^.*listen \[::\]:.*\n/gm, '')
    .replace('listen 80;', `listen 127.0.0.1:${plainPort};`)
    .replace('listen 443 ', `listen 127.0.0.1:${port} `)
    .replace(/server_name .*;/g, 'server_name localhost;')
    .replace(/ssl_certificate .*;/, `ssl_certificate ${certificate};`)
    .replace(/ssl_certificate_key .*;/, `ssl_certificate_key ${key};`)
    .replace('/var/cache/apply-form', join(folder, 'cache'))
    .replace(/^ {2}(?:# )?server 127\.0\.0\.1:.*\n/gm, '')
    .replace(
      'upstream apply_form {\n',
      `upstream apply_form {\n${servers.map((one) => `  server 127.0.0.1:${one} max_fails=1 fail_timeout=2s;\n`).join('')}`,
    );
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((one) => `${one}_temp_path ${join(folder, one)};`)
    .join('\n');
  const file = join(folder, 'nginx.conf');
  writeFileSync(
    file,
    `${process.getuid?.() === 0 ? 'user root;\n' : ''}daemon off;\npid ${join(folder, 'pid')};\nerror_log stderr;\nevents {}\nhttp {\naccess_log off;\n${temporary}\n${own}}\n`,
  );
  return ['-c', file, '-p', folder];
}

function prepareCaddy({ folder, port, plainPort }: Wish): readonly string[] {
  const file = join(folder, 'Caddyfile');
  const own = `{\n\tadmin off\n\tskip_install_trust\n\thttp_port ${plainPort}\n\thttps_port ${port}\n}\n`;
  mkdirSync(join(folder, 'caddy'), { recursive: true });
  writeFileSync(file, own + read('Caddyfile'));
  return ['run', '--config', file, '--adapter', 'caddyfile'];
}

async function isListening(port: number, ended: Promise<string>): Promise<void> {
  for (let tries = 0; tries < 200; tries += 1) {
    const taken = await isTaken(port);
    if (taken) return;
    const said = await Promise.race([ended, new Promise<null>((resolve) => setTimeout(resolve, 50, null))]);
    if (said !== null) throw new Error(`The gateway ended: ${said}`);
  }
  throw new Error('The gateway does not listen.');
}

const isTaken = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(true));
    server.listen(port, '127.0.0.1', () => void server.close(() => resolve(false)));
  });

export function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer();
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      const port = typeof address === 'object' && address !== null ? address.port : 0;
      server.close(() => resolve(port));
    });
  });
}
