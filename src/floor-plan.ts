/**
 * Which room may import which, and which packages (the house table). A room's name is its folder under `src`.
 * `floor-plan.test.ts` fails on any other import; test files are free.
 */
export interface Room {
  readonly rooms: readonly string[];
  readonly packages: readonly string[];
}

const serverRooms = ['service', 'proxy', 'delivery', 'sandbox'];

export const floorPlan: Readonly<Record<string, Room>> = {
  demo: { rooms: ['embed', 'inspector', 'loader'], packages: ['preact'] },
  // React's types alone, for its users.
  embed: { rooms: ['widget', 'form', 'loader', 'locale', 'model'], packages: ['preact', 'react'] },
  inspector: {
    rooms: ['form', 'conditions', 'tree', 'answers', 'documents', 'locale', 'model'],
    packages: ['preact', '@preact/signals'],
  },
  widget: { rooms: ['form', 'locale', 'model'], packages: ['preact', '@preact/signals'] },
  form: { rooms: ['answers', 'conditions', 'tree', 'model'], packages: ['@preact/signals'] },
  loader: { rooms: ['documents', 'tree', 'model'], packages: [] },
  answers: { rooms: ['tree', 'conditions', 'model'], packages: [] },
  tree: { rooms: ['conditions', 'model'], packages: [] },
  conditions: { rooms: ['model'], packages: [] },
  documents: { rooms: ['model'], packages: [] },
  locale: { rooms: [], packages: [] },
  model: { rooms: [], packages: [] },
  service: { rooms: ['documents', 'model'], packages: ['zod'] },
  // Of `delivery` the ledger in memory alone: whatever the proxy's door loads must run wherever fetch runs (a test).
  proxy: {
    rooms: ['delivery', 'service', 'documents', 'tree', 'answers', 'conditions', 'model'],
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
  delivery: { rooms: ['service', 'documents', 'answers', 'model'], packages: ['kysely', 'libsql', 'pg'] },
  sandbox: { rooms: [], packages: ['hono'] },
  server: {
    rooms: [...serverRooms, 'locale', 'model'],
    packages: ['@hono/node-server', 'hono', 'undici', 'zod', 'pino', 'prom-client', 'vite'],
  },
};

/** Rooms whose files may import from Node. */
export const nodeRooms: readonly string[] = ['server', 'delivery'];

/** What the package publishes for any runtime with fetch: nothing that these load may be of Node, or one of these packages. */
export const fetchDoors: readonly string[] = [
  'server/http/index.ts',
  'server/service/index.ts',
  'sandbox/index.ts',
];
export const nodePackages: readonly string[] = ['kysely', 'libsql', 'pg'];

/** `commands` may use every room and every package. */
export const freeRooms: readonly string[] = ['commands'];
