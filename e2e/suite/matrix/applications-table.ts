/** The table of `public/docs/applications.md`, made from what the proxy does with each attribute of an application. */
import { textDetailNames } from '../../../src/core/model/details.ts';
import {
  type AttributeUse,
  applicationAttributes,
} from '../../../src/server/http/forms/application-attributes.ts';

const BEGIN = '<!-- applications: written by npm run matrix -- --write -->';
const END = '<!-- /applications -->';

const cellsOf = (name: string, use: AttributeUse): readonly string[] => {
  switch (use.from) {
    case 'applicant':
      return [use.asked, use.checked, use.sent, correctedBy(name)];
    case 'proxy':
      return ['not asked', 'refused from a browser', use.sent, 'no'];
    case 'never':
      return ['not asked', 'refused from a browser', `never: ${use.reason}`, 'no'];
  }
};

/** Words alone can be corrected; the country of a phone number goes with it, and a line of an address only where its country has it. */
function correctedBy(name: string): string {
  if (name === 'phone_iso2') return 'in a PATCH, with `phone`';
  if (name === 'address2')
    return 'in a PATCH; never with the country `US`, and always where the address leaves the US: emptied where nothing is given';
  if (name === 'state_province') return 'in a PATCH; only with the country `US`';
  return textDetailNames.some((one) => one === name) ? 'in a PATCH' : 'no';
}

export function applicationsTable(): string {
  const lines = Object.entries(applicationAttributes).map(
    ([name, use]) => `| \`${name}\` | ${cellsOf(name, use).join(' | ')} |`,
  );
  return ['| Attribute | Asked | Checked | Sent | Corrected |', '|---|---|---|---|---|', ...lines].join('\n');
}

/** null without the two marks. */
export function withApplicationsTable(page: string): string | null {
  const [before, rest] = page.split(BEGIN);
  const after = rest?.split(END)[1];
  if (before === undefined || after === undefined) return null;
  return `${before}${BEGIN}\n\n${applicationsTable()}\n\n${END}${after}`;
}
