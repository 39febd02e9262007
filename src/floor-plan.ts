/**
 * Which room may import which, and which packages (the house table). A room's name is its folder under `src`, the longest that fits.
 * `floor-plan.test.ts` fails on any other import; test files are free.
 */
export interface Room {
  readonly rooms: readonly string[];
  readonly packages: readonly string[];
}

const pure = ['core/answers', 'core/conditions', 'core/jsonapi', 'core/tree'];

export const floorPlan: Readonly<Record<string, Room>> = {
  demo: { rooms: ['browser', 'inspector'], packages: ['preact'] },
  // React's types alone, for its users.
  browser: {
    rooms: ['ui', 'form', 'core/jsonapi', 'core/tree', 'locale', 'core/model'],
    packages: ['preact', 'react'],
  },
  inspector: {
    rooms: ['form', ...pure, 'locale', 'core/model'],
    packages: ['preact', '@preact/signals'],
  },
  ui: { rooms: ['form', 'locale', 'core/model'], packages: ['preact', '@preact/signals'] },
  form: {
    rooms: ['core/answers', 'core/conditions', 'core/tree', 'core/model'],
    packages: ['@preact/signals'],
  },
  'core/answers': { rooms: ['core/tree', 'core/conditions', 'core/model'], packages: [] },
  'core/tree': { rooms: ['core/conditions', 'core/model'], packages: [] },
  'core/conditions': { rooms: ['core/model'], packages: [] },
  'core/jsonapi': { rooms: ['core/model'], packages: [] },
  locale: { rooms: [], packages: [] },
  'core/model': { rooms: [], packages: [] },
  'server/service': { rooms: ['core/jsonapi', 'core/model'], packages: ['zod'] },
  // Of delivery the ledger in memory alone: whatever the entry of the proxy loads must run wherever fetch runs (a test).
  'server/http': {
    rooms: ['server/delivery', 'server/service', ...pure, 'core/model'],
    packages: [
      'hono',
      'jose',
      'zod',
      'htmlparser2',
      'file-type',
      'rate-limiter-flexible',
      'libphonenumber-js',
    ],
  },
  'server/delivery': {
    rooms: ['server/service', 'core/jsonapi', 'core/answers', 'core/model'],
    packages: ['kysely', 'libsql', 'pg'],
  },
  sandbox: { rooms: [], packages: ['hono'] },
  'server/app': {
    rooms: ['server/service', 'server/http', 'server/delivery', 'sandbox', 'locale', 'core/model'],
    packages: ['@hono/node-server', 'hono', 'undici', 'zod', 'pino', 'prom-client', 'vite'],
  },
};

/** Rooms whose files may import from Node. */
export const nodeRooms: readonly string[] = ['server/app', 'server/delivery'];

/** What the package publishes for any runtime with fetch: nothing that these load may be of Node, or one of these packages. */
export const fetchDoors: readonly string[] = [
  'server/http/index.ts',
  'server/service/index.ts',
  'sandbox/index.ts',
];
export const nodePackages: readonly string[] = ['kysely', 'libsql', 'pg'];

/** What users run and what builds the product may use every room and every package. */
export const freeRooms: readonly string[] = ['cli', 'build'];
