/**
 * Which folder may import which folders and packages. A file belongs to the longest folder name under `src` that matches.
 * `floor-plan.test.ts` fails on any other import; test files may import anything.
 */
export interface FolderRule {
  readonly folders: readonly string[];
  readonly packages: readonly string[];
}

const pure = ['core/answers', 'core/check', 'core/conditions', 'core/jsonapi', 'core/tree'];

const onForm = ['ui', 'form', 'core/jsonapi', 'core/answers', 'core/tree', 'locale', 'core/model'];

/** Each part of the browser side may import the parts before it. Of React and Vue only types are imported, for hosts that use them. */
const browser = [
  'host',
  'proxy',
  'details',
  'diagnosis',
  'sending',
  'drafts',
  'session',
  'element',
  'pages',
  'frame',
];
const browserRules = browser.map((name, index) => [
  `browser/${name}`,
  {
    folders: [...browser.slice(0, index).map((earlier) => `browser/${earlier}`), ...onForm],
    packages: ['preact', 'react', 'vue', '@noble/hashes'],
  },
]);

// The folders of the routes and of their shared code, `http`.
const doors = ['http', 'forms', 'sessions', 'submissions', 'files'].map((name) => `server/${name}`);
const belowDoors = ['server', 'server/service', 'server/ledger', 'server/store', 'core/model'];
const door: FolderRule = {
  folders: [...doors, ...belowDoors, ...pure],
  packages: ['hono', 'zod', 'htmlparser2', 'file-type', 'rate-limiter-flexible', 'lru-cache'],
};

export const floorPlan: Readonly<Record<string, FolderRule>> = {
  demo: {
    folders: [
      'browser/element',
      'browser/pages',
      'browser/frame',
      'browser/session',
      'browser/host',
      'inspector',
      'locale',
      'pages',
    ],
    packages: ['preact'],
  },
  // Our own pages without a form, which read from the server over HTTP.
  pages: { folders: ['core/jsonapi', 'core/model'], packages: ['preact', '@preact/signals'] },
  ...Object.fromEntries(browserRules),
  inspector: {
    folders: ['form', ...pure, 'core/model'],
    packages: ['preact', '@preact/signals'],
  },
  ui: {
    folders: ['form', 'locale', 'core/answers', 'core/model'],
    packages: ['preact', '@preact/signals', 'libphonenumber-js'],
  },
  form: {
    folders: ['core/answers', 'core/conditions', 'core/tree', 'core/model'],
    packages: ['@preact/signals'],
  },
  'core/check': {
    folders: ['core/jsonapi', 'core/answers', 'core/tree', 'core/conditions', 'core/model'],
    packages: [],
  },
  'core/answers': {
    folders: ['core/tree', 'core/conditions', 'core/model'],
    packages: ['libphonenumber-js'],
  },
  'core/tree': { folders: ['core/conditions', 'core/model'], packages: [] },
  'core/conditions': { folders: ['core/model'], packages: [] },
  'core/jsonapi': { folders: ['core/model'], packages: [] },
  locale: { folders: ['core/model'], packages: [] },
  'core/model': { folders: [], packages: [] },
  // The clock and the types of stored data, which all parts of the server use.
  server: { folders: ['core/model'], packages: [] },
  'server/service': { folders: ['server', 'core/jsonapi', 'core/model'], packages: ['zod'] },
  ...Object.fromEntries(doors.map((name) => [name, door])),
  'server/ledger': {
    folders: ['server', 'server/service', 'core/jsonapi', 'core/model'],
    packages: ['undici', 'standardwebhooks'],
  },
  'server/store': {
    folders: ['server', 'server/ledger', 'server/service', 'core/model'],
    packages: ['kysely', 'libsql', 'pg', 'zod'],
  },
  sandbox: { folders: [], packages: ['hono', 'zod'] },
  'server/process': {
    folders: [...doors, ...belowDoors, 'sandbox', 'locale'],
    packages: [
      '@hono/node-server',
      'hono',
      'undici',
      'zod',
      'pino',
      'prom-client',
      'standardwebhooks',
      'vite',
    ],
  },
};

/** Runs before anything is installed, so it may import only Node. */
export const firstFile = 'server/setup.mjs';

/** Folders whose files may import from Node. */
export const nodeFolders: readonly string[] = [
  'server/process',
  'server/ledger',
  'server/store',
  'server/files',
];

/** A Node module that other runtimes have, too. */
export const sharedModule = 'node:crypto';

/** Package entries for any runtime with fetch: no file that they load may need Node or one of `nodePackages`. */
export const fetchEntries: readonly string[] = ['server/service/index.ts', 'sandbox/index.ts'];
export const nodePackages: readonly string[] = ['kysely', 'libsql', 'pg'];

/** The only file of the server that reads the time. All others get a clock, so that a test can let time pass. */
export const clockFile = 'server/clock.ts';

/** Entry points, which use the machine's clock by default. */
export const clockDoors: readonly string[] = [
  'server/process/start-server.ts',
  'server/store/open-store.ts',
  'server/http/create-proxy.ts',
  'server/service/client.ts',
  'server/service/create-service.ts',
];

/** Commands for users and build code may import every folder and package. */
export const freeFolders: readonly string[] = ['cli', 'build'];
