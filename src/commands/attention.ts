/**
 * `npm run attention -- [list|retry|give-up|export] [REFERENCE…] [--json] [--tenant NAME]`: what needs somebody, from
 * the running server. Ends with 2 when it could not ask, with 1 when a reference could not be helped.
 */
import { parseArgs } from 'node:util';
import { failure, type Outcome, success } from '../model/outcome.ts';
import type { OperatorAction } from '../model/ports.ts';
import { type AttentionClient, createAttentionClient } from './attention-client.ts';
import { attentionTable } from './attention-table.ts';

const usage = `Usage: npm run --silent attention -- [list|retry|give-up|export] [REFERENCE…] [--json] [--tenant NAME]
  list      what needs attention (also without a word)
  retry     looks for what is parked, and sends again what is not there
  give-up   leaves what is parked for good: it cannot be sent any more
  export    what was to be sent, as JSON`;

const actions = { retry: 'retry', 'give-up': 'give_up' } as const satisfies Record<string, OperatorAction>;
const isAction = (word: string): word is keyof typeof actions => Object.hasOwn(actions, word);

interface Wish {
  readonly word: string;
  readonly references: readonly string[];
  readonly json: boolean;
  readonly tenant: string | null;
}

function fail(message: string, code: 1 | 2): void {
  console.error(message);
  process.exitCode = code;
}

/** A reference is read out on the phone and typed in. */
const toReference = (text: string): string => text.trim().toUpperCase();

/** A fault is a sentence, or how it is used. */
function readWish(): Outcome<Wish, string> {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { json: { type: 'boolean', default: false }, tenant: { type: 'string' } },
    });
    const [word = 'list', ...references] = positionals;
    const { json, tenant = null } = values;
    const wish = { word, references: references.map(toReference), json, tenant };
    const fault = faultOf(wish);
    return fault === null ? success(wish) : failure(fault);
  } catch {
    return failure(usage);
  }
}

/** As it is on the receipt. */
const referenceForm = /^[A-Z0-9]{4}(-[A-Z0-9]{4}){2}$/;

function faultOf({ word, references }: Wish): string | null {
  if (!['list', 'export'].includes(word) && !isAction(word)) return usage;
  if (isAction(word) && references.length === 0)
    return `"${word}" needs the reference of a submission: "${word} ABCD-EFGH-JKMN". "list" shows them.\n${usage}`;
  const strange = references.find((reference) => !referenceForm.test(reference));
  return strange === undefined
    ? null
    : `"${strange}" is no reference of a submission: these look like ABCD-EFGH-JKMN. "list" alone shows all.`;
}

async function show(client: AttentionClient, { word, references, json }: Wish): Promise<void> {
  const isExport = word === 'export';
  const listed = await client.list(isExport);
  if (!listed.ok) return fail(listed.error.message, 2);
  const isWanted = (reference: string) => references.length === 0 || references.includes(reference);
  const rows = listed.value.filter(({ reference }) => isWanted(reference));
  for (const missing of references.filter((one) => !rows.some(({ reference }) => reference === one)))
    fail(`${missing}: nothing of it needs attention.`, 1);
  const lacking = rows
    .flatMap(({ items }) => items)
    .filter((item) => item.content?.['document_base64_data'] === null);
  if (isExport && lacking.length > 0)
    console.error(
      `${lacking.length} files are not in it: one reply carries at most 50 MB, and some may be gone.`,
    );
  console.log(isExport || json ? JSON.stringify(rows, null, 2) : attentionTable(rows));
}

async function act(client: AttentionClient, wish: Wish, action: OperatorAction): Promise<void> {
  const done: { reference: string; state: string }[] = [];
  for (const reference of wish.references) {
    const acted = await client.act(reference, action);
    if (!acted.ok && acted.error.isOver) return fail(acted.error.message, 2);
    if (!acted.ok) {
      fail(`${reference}: ${acted.error.message}`, 1);
      continue;
    }
    done.push({ reference, state: acted.value });
    if (!wish.json) console.log(`${reference}: ${sentences[action]} (${acted.value})`);
  }
  if (wish.json) console.log(JSON.stringify(done, null, 2));
}

const sentences: Readonly<Record<OperatorAction, string>> = {
  retry: 'is on its way again',
  give_up: 'what was parked is given up',
};

const read = readWish();
if (!read.ok) {
  fail(read.error, 2);
} else {
  const wish = read.value;
  const client = createAttentionClient(process.env, wish.tenant);
  if (!client.ok) fail(client.error, 2);
  else if (isAction(wish.word)) await act(client.value, wish, actions[wish.word]);
  else await show(client.value, wish);
}
