import { pageParts } from './page-parts.ts';

/** The CSS of the sandbox page, for light and dark schemes and forced colours. */
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
${pageParts}thead th, .number { overflow-wrap: normal; }
[hidden] { display: none !important; }
h3 { font-size: 1rem; margin-block: 1.5rem 0.5rem; }
code, pre, .mono { font-family: var(--mono); font-size: 0.8125rem; }
.hint, .none, .count, caption { color: var(--soft); font-weight: 400; }
.hint, .none, caption { font-size: 0.875rem; }
.count { font-size: 0.875rem; font-variant-numeric: tabular-nums; }

.title {
  display: flex; flex-wrap: wrap; gap: 0.75rem 1.5rem; align-items: center; justify-content: space-between;
  padding-block: 0.5rem;
}
.title p { color: var(--soft); }
.title code { color: var(--ink); font-size: 0.875rem; }
#connection {
  display: inline-flex; align-items: center; gap: 0.5rem; padding: 0.25rem 0.875rem;
  border: 1px solid var(--edge); border-radius: 999px; background: var(--raised);
  color: var(--ink); font-size: 0.875rem; font-weight: 600;
}
#connection::before { content: ""; inline-size: 0.625rem; block-size: 0.625rem; border-radius: 50%; border: 2px solid var(--warn); }
#connection[data-state="live"]::before { background: var(--good); border-color: var(--good); }
#connection[data-state="refused"]::before { background: var(--bad); border-color: var(--bad); }

main { display: grid; gap: 1.25rem; padding: 1.25rem 1.5rem 4rem; max-inline-size: 104rem; margin-inline: auto; }
section { min-inline-size: 0; padding: 1.25rem; border: 1px solid var(--edge); border-radius: 12px; background: var(--raised); }
.notice { padding: 1.5rem; }
.rest, .column { display: grid; gap: 1.25rem; align-items: start; min-inline-size: 0; }

.tools { display: flex; flex-wrap: wrap; gap: 0.75rem 2rem; align-items: start; }
.tools h2 { line-height: 2.75rem; }
.apply { display: flex; flex-wrap: wrap; gap: 0.75rem; align-items: center; }
.apply label { font-weight: 600; }
#ask { flex-basis: 100%; display: grid; gap: 0.25rem; min-inline-size: 0; }
#ask p { display: flex; flex-wrap: wrap; gap: 0.5rem 0.75rem; align-items: center; }
#ask code { padding: 0.5rem 0.75rem; border: 1px solid var(--edge); border-radius: 8px; background: var(--paper); min-inline-size: 0; }
#feedback { flex-basis: 100%; font-weight: 600; color: var(--good); }
#feedback:empty { display: none; }
#feedback[data-kind="bad"] { color: var(--bad); }
#feedback[data-kind="bad"]::before { content: "⚠ "; }
.faults { display: grid; gap: 0.75rem; justify-items: start; }
#fault-list { list-style: none; padding: 0; inline-size: 100%; display: grid; gap: 0.5rem; grid-template-columns: repeat(auto-fill, minmax(min(100%, 19rem), 1fr)); }
#fault-list label { display: grid; grid-template: auto auto 1fr / auto 1fr; gap: 0.125rem 0.75rem; padding: 0.75rem; border: 1px solid var(--edge); border-radius: 8px; cursor: pointer; block-size: 100%; }
#fault-list label:has(:checked) { border-color: var(--accent); background: color-mix(in srgb, var(--accent) 8%, transparent); }
#fault-list input {
  appearance: none; position: relative; grid-row: span 3; inline-size: 2.5rem; block-size: 1.5rem; margin: 0;
  border: 1px solid var(--control); border-radius: 999px; background: var(--paper); cursor: pointer;
}
#fault-list input::before { content: ""; position: absolute; inset: 0.1875rem auto auto 0.1875rem; inline-size: 1rem; block-size: 1rem; border-radius: 50%; background: var(--control); }
#fault-list input:checked { border-color: var(--accent); background: var(--accent); }
#fault-list input:checked::before { inset-inline: auto 0.1875rem; background: var(--on-accent); }
#fault-list input:focus-visible { border-radius: 999px; }
#fault-list .seen::before { content: "Applicant: "; font-weight: 600; }
#fault-list strong { font-weight: 600; }

table { inline-size: 100%; border-collapse: collapse; font-size: 0.875rem; font-variant-numeric: tabular-nums; }
caption { text-align: start; padding-block-end: 0.75rem; }
th, td { text-align: start; vertical-align: top; padding: 0.5rem 0.75rem 0.5rem 0; border-block-end: 1px solid var(--edge); }
tbody tr:last-child > * { border-block-end: 0; }
thead th { color: var(--soft); font-weight: 600; font-size: 0.8125rem; }
th[scope="row"] { font-weight: 600; overflow-wrap: break-word; }
table.is-empty { display: none; }
.number { white-space: nowrap; overflow-wrap: normal; }
.status { font-weight: 650; white-space: nowrap; }
.status[data-kind="2"], .yes { color: var(--good); }
.status[data-kind="4"] { color: var(--warn); }
.status[data-kind="5"], .status[data-kind="0"] { color: var(--bad); }
.status[data-kind="open"] { color: var(--soft); }
.errors, .stored { margin: 0.25rem 0 0; padding: 0; list-style: none; }
.errors li { border-inline-start: 3px solid var(--warn); padding-inline-start: 0.5rem; }
tr.is-chosen { background: color-mix(in srgb, var(--accent) 9%, transparent); box-shadow: -0.625rem 0 0 color-mix(in srgb, var(--accent) 9%, transparent); }
.tag { display: inline-block; margin: 0 0.375rem 0.25rem 0; padding: 0 0.5rem; border: 1px solid var(--edge); border-radius: 0.75rem; background: var(--paper); font-size: 0.8125rem; }
.tag .context { color: var(--soft); font-size: 0.75rem; }
.tag.system { border-style: dashed; }
.state { color: var(--bad); font-weight: 600; }
.state.hired { color: var(--good); }
.more { margin-block-start: 1rem; }

dl.facts { display: grid; gap: 0.75rem 2rem; grid-template-columns: repeat(auto-fill, minmax(min(100%, 12rem), 1fr)); margin-block-start: 1rem; }
dl.facts dt { color: var(--soft); font-size: 0.8125rem; }
.halves { display: grid; gap: 0 2.5rem; }
.halves > * { min-inline-size: 0; }
pre { margin: 0.75rem 0 0; padding: 1rem; border: 1px solid var(--edge); border-radius: 8px; background: var(--paper); white-space: pre-wrap; max-block-size: 32rem; overflow: auto; }
.fold { margin-block-start: 1rem; }
.fold > table { margin-block-start: 0.5rem; }
.fold summary { cursor: pointer; font-weight: 600; min-block-size: 2.75rem; display: flex; align-items: center; gap: 0.5rem; inline-size: fit-content; }
.fold summary::before { content: "▸"; color: var(--soft); }
.fold[open] summary::before { content: "▾"; }

@media (prefers-reduced-motion: no-preference) {
  .is-new > * { animation: arrive 1.6s ease-out; }
  @keyframes arrive { from { background: color-mix(in srgb, var(--accent) 10%, transparent); } }
}
@media (min-width: 48rem) {
  .who { min-inline-size: 9.5rem; }
  .rest { grid-template-columns: repeat(auto-fit, minmax(20rem, 1fr)); }
  .halves { grid-template-columns: 2fr 1fr; }
}
@media (min-width: 88rem) {
  main { grid-template-columns: 1fr 1fr; align-items: start; }
  .title, .tools, .faults, .rest { grid-column: 1 / -1; }
  .halves { grid-template-columns: 1fr; }
}
@media (max-width: 47.99rem) {
  .product-bar, main { padding-inline: 1rem; }
  section { padding: 1rem; }
  .tools { display: grid; }
  .apply { display: grid; gap: 0.5rem; grid-template-columns: minmax(0, 1fr); }
  thead { position: absolute; inline-size: 1px; block-size: 1px; overflow: hidden; clip-path: inset(50%); }
  table, tbody, caption { display: block; }
  tbody tr { display: flex; flex-wrap: wrap; gap: 0 0.75rem; padding-block: 0.625rem; border-block-end: 1px solid var(--edge); }
  tbody tr:last-child { border-block-end: 0; }
  tbody tr > * { display: block; border: 0; padding: 0; }
  .full { flex-basis: 100%; }
  tbody tr > .nothing { display: none; }
  [data-label]::before { content: attr(data-label) " "; color: var(--soft); font-weight: 400; }
  tr.is-chosen { box-shadow: -0.75rem 0 0 color-mix(in srgb, var(--accent) 9%, transparent); }
}
@media (forced-colors: active) {
  #connection::before, .product::before { forced-color-adjust: none; }
  .product-bar a[aria-current] { border-block-end: 3px solid Highlight; }
  #fault-list input::before { background: ButtonText; }
  #fault-list input:checked { background: Highlight; }
  #fault-list input:checked::before { background: HighlightText; }
  tr.is-chosen { outline: 2px solid Highlight; }
  button { border: 2px solid ButtonText; }
}
`;
