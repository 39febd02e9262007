/** When a host's rules may change the styles of its iframe without a DOM change that its page could observe. */

export interface StyledPage {
  readonly innerWidth: number;
  matchMedia(query: string): { addEventListener(type: 'change', listener: () => void): void };
  addEventListener(type: 'resize', listener: () => void): void;
}

/** Its `@media` rules: of what the visitor prefers, and of how wide the window is. */
export function onRestyling(page: StyledPage, act: () => void): void {
  let width = page.innerWidth;
  page.matchMedia('(prefers-color-scheme: dark)').addEventListener('change', act);
  page.addEventListener('resize', () => {
    if (page.innerWidth === width) return;
    width = page.innerWidth;
    act();
  });
}
