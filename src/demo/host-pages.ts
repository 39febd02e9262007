/** Invented host pages that are difficult for an embedded form (`e2e/hosts`). Each shows the form on its own. */

export interface HostPage {
  /** Name of the file. */
  readonly page: string;
  readonly name: string;
  /** What the page does to the form, or demands of it. */
  readonly ordeal: string;
}

export const hostPages: readonly HostPage[] = [
  {
    page: 'strict-policy',
    name: 'Strict policy',
    ordeal: 'no style, no picture, no text that becomes script',
  },
  { page: 'hostile-styles', name: 'Hostile styles', ordeal: 'every rule shouts, every control is hidden' },
  { page: 'unset-styles', name: 'Unset styles', ordeal: '* { all: unset !important }' },
  { page: 'light-mode', name: 'Light mode', ordeal: 'no shadow root: the page styles the form' },
  { page: 'right-to-left', name: 'Right to left', ordeal: 'a page in Arabic' },
  { page: 'old-markup', name: 'Old markup', ordeal: 'no doctype, tables, document.write' },
  { page: 'two-jobs', name: 'Two jobs', ordeal: 'two forms side by side' },
  { page: 'script-twice', name: 'Script five times', ordeal: 'the theme, the template, a tag manager' },
  { page: 'module-script', name: 'As a module', ordeal: 'a module is not told which tag it is' },
  { page: 'script-blocked', name: 'Script blocked', ordeal: 'what stands in the element is shown instead' },
  { page: 'storage-blocked', name: 'Storage blocked', ordeal: 'every request for storage is refused' },
  { page: 'slow-network', name: 'Slow network', ordeal: 'a place is kept, so nothing moves' },
  { page: 'single-page', name: 'Single page', ordeal: 'pages change without a load' },
  { page: 're-rendering', name: 'Re-rendering', ordeal: 'a framework draws everything again and again' },
  { page: 'own-component', name: 'In a component', ordeal: 'inside another shadow root, in a dialog' },
  { page: 'job-list', name: 'Opened and closed', ordeal: 'mounted and destroyed at a press' },
];
