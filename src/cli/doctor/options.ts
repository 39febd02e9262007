import { parseArgs } from 'node:util';
import { failure, type Outcome, success } from '../../core/model/outcome.ts';

/** Options of `npx apply-form-server doctor`. */
export interface DoctorCommand {
  /** Address of the page that embeds the form. */
  readonly url: URL;
  readonly json: boolean;
  /** How long a form may take to become ready. */
  readonly waitSeconds: number;
  /** Whether the page runs in the browser's own sandbox. */
  readonly sandbox: boolean;
}

export const usage =
  'Usage: npx apply-form-server doctor URL [--json] [--wait SECONDS] [--no-sandbox]\n' +
  'URL is the address of a page that embeds the form, as https://careers.example.com/jobs/4711.\n' +
  '--no-sandbox is for pages you trust, where the browser cannot start otherwise: one that breaks the browser can do what this user can.';

const DEFAULT_WAIT_SECONDS = 15;

/** The error is one sentence, or empty when the usage says enough. */
export function readDoctorCommand(args: readonly string[]): Outcome<DoctorCommand, string> {
  const parsed = parse(args);
  if (typeof parsed === 'string') return failure(parsed);
  const { values, positionals } = parsed;
  const [address, ...more] = positionals;
  if (address === undefined || more.length > 0) return failure('');
  const url = readUrl(address);
  if (url === null)
    return failure(`${address} is no address of a web page: it begins with https:// or http://.`);
  const waitSeconds = Number(values.wait);
  if (!(waitSeconds >= 1 && waitSeconds <= 120))
    return failure(`--wait takes a number of seconds from 1 to 120, not "${values.wait}".`);
  return success({ url, json: values.json, waitSeconds, sandbox: !values['no-sandbox'] });
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        json: { type: 'boolean', default: false },
        'no-sandbox': { type: 'boolean', default: false },
        wait: { type: 'string', default: String(DEFAULT_WAIT_SECONDS) },
      },
    });
  } catch (error) {
    const [sentence = ''] = (error instanceof Error ? error.message : String(error)).split('. ');
    return sentence.endsWith('.') ? sentence : `${sentence}.`;
  }
}

/** People copy `careers.example.com/jobs` from an address bar. */
function readUrl(address: string): URL | null {
  const whole = /^[\w-]+(\.[\w-]+)+(:\d+)?(\/|$)/.test(address) ? `https://${address}` : address;
  if (!URL.canParse(whole)) return null;
  const url = new URL(whole);
  return /^https?:$/.test(url.protocol) ? url : null;
}
