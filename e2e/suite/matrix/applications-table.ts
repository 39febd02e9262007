/** The table of `public/docs/applications.md`, made from what the proxy does with each attribute of an application. */
import {
  type AttributeUse,
  applicationAttributes,
} from '../../../src/server/http/forms/application-attributes.ts';

const BEGIN = '<!-- applications: written by npm run matrix -- --write -->';
const END = '<!-- /applications -->';

const cellsOf = (use: AttributeUse): readonly string[] => {
  switch (use.from) {
    case 'applicant':
      return [use.asked, use.checked, use.sent];
    case 'proxy':
      return ['not asked', 'refused from a browser', use.sent];
    case 'never':
      return ['not asked', 'refused from a browser', `never: ${use.reason}`];
  }
};

export function applicationsTable(): string {
  const lines = Object.entries(applicationAttributes).map(
    ([name, use]) => `| \`${name}\` | ${cellsOf(use).join(' | ')} |`,
  );
  return ['| Attribute | Asked | Checked | Sent |', '|---|---|---|---|', ...lines].join('\n');
}

/** null without the two marks. */
export function withApplicationsTable(page: string): string | null {
  const [before, rest] = page.split(BEGIN);
  const after = rest?.split(END)[1];
  if (before === undefined || after === undefined) return null;
  return `${before}${BEGIN}\n\n${applicationsTable()}\n\n${END}${after}`;
}
