/** The CSS of the sandbox page: the colours of our other pages, copied, since the sandbox shares no code. */
export const pageStyle = `
:root {
  color-scheme: light dark;
  --paper: light-dark(#fbfaf6, #101517);
  --raised: light-dark(#fff, #171e20);
  --ink: light-dark(#1c2427, #e6eaea);
  --soft: light-dark(#566266, #9fabad);
  --edge: light-dark(#e4e0d6, #2a3336);
  --control: light-dark(#7d888b, #75838a);
  --accent: light-dark(#0c5c60, #7bcfd0);
  --on-accent: light-dark(#fff, #06282a);
  --good: light-dark(#17734a, #66d19e);
  --warn: light-dark(#8a5200, #eebb62);
  --bad: light-dark(#b3261e, #ff9d92);
  --mono: ui-monospace, "SF Mono", "Cascadia Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace;
  font: 100%/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", sans-serif;
}
*, ::before, ::after { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); overflow-wrap: anywhere; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; border-radius: 4px; }
[hidden] { display: none; }
h1, h2, p, ol, ul, dl, dd { margin: 0; padding: 0; }
ol, ul { list-style: none; }
h1 { font-size: 1.5rem; }
h2 { font-size: 1.125rem; }
code { font-family: var(--mono); font-size: 0.8125rem; }
.hint { color: var(--soft); font-size: 0.875rem; }
.product-bar { display: flex; flex-wrap: wrap; gap: 0 1.5rem; align-items: center; justify-content: space-between; min-block-size: 3.25rem; padding-inline: 1.5rem; border-block-end: 1px solid var(--edge); background: var(--raised); }
.product { font-weight: 700; }
.product::before { content: ""; display: inline-block; inline-size: 0.75rem; block-size: 0.75rem; margin-inline-end: 0.625rem; border-radius: 3px; background: var(--accent); }
.product-bar ul { display: flex; flex-wrap: wrap; gap: 0 1.25rem; }
.product-bar a { display: block; color: var(--soft); font-weight: 600; line-height: 3.25rem; text-decoration: none; }
.product-bar a:hover { color: var(--accent); }
.product-bar a[aria-current] { box-shadow: inset 0 -3px var(--accent); color: var(--ink); }
button { min-block-size: 2.75rem; padding-inline: 0.875rem; border: 1px solid var(--control); border-radius: 8px; background: none; color: var(--accent); font: inherit; font-weight: 600; cursor: pointer; }

main { display: grid; grid-template-columns: minmax(0, 1fr); gap: 1.25rem; max-inline-size: 104rem; margin-inline: auto; padding: 1.25rem 1.5rem 4rem; }
.title { display: flex; flex-wrap: wrap; gap: 0.5rem 1rem; align-items: center; }
.title > p:not(#connection) { flex-basis: 100%; color: var(--soft); }
.title code { color: var(--ink); }
.notice { padding: 1.5rem; }
#connection { display: inline-flex; gap: 0.5rem; align-items: center; padding: 0.25rem 0.875rem; border: 1px solid var(--edge); border-radius: 999px; background: var(--raised); font-size: 0.875rem; font-weight: 600; }
#connection::before { content: ""; inline-size: 0.625rem; block-size: 0.625rem; border: 2px solid var(--warn); border-radius: 50%; }
#connection[data-state="live"]::before { border-color: var(--good); background: var(--good); }
#connection[data-state="refused"]::before { border-color: var(--bad); background: var(--bad); }
section { padding: 1.25rem; border: 1px solid var(--edge); border-radius: 12px; background: var(--raised); }
section li { border-block-start: 1px solid var(--edge); padding-block: 0.5rem; }
section li:first-child { margin-block-start: 0.75rem; }
#requests li { display: grid; grid-template-columns: 4.5rem minmax(0, 1fr); }
#requests .hint, .error { display: block; }
.error { border-inline-start: 3px solid var(--warn); padding-inline-start: 0.5rem; font-size: 0.875rem; }
.status { font-weight: 650; }
.status[data-kind="2"] { color: var(--good); }
.status[data-kind="4"] { color: var(--warn); }
.status:is([data-kind="5"], [data-kind="n"]) { color: var(--bad); }
summary { cursor: pointer; }
dl { padding: 0.5rem 0 0 1.125rem; }
dl > div + div { margin-block-start: 0.5rem; }
dt { color: var(--soft); font-size: 0.875rem; }
dd { white-space: pre-wrap; }

@media (min-width: 64rem) {
  main { grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); align-items: start; }
  .title { grid-column: 1 / -1; }
}
@media (max-width: 47.99rem) {
  .product-bar, main { padding-inline: 1rem; }
  section { padding: 1rem; }
}
@media (forced-colors: active) {
  #connection::before, .product::before { forced-color-adjust: none; }
  .product-bar a[aria-current] { border-block-end: 3px solid Highlight; }
}
`;
