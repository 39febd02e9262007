/** What our own pages are made of, copied, since the sandbox shares no code; a test of those pages holds it equal. */
export const pageParts = `
*,
::before,
::after {
  box-sizing: border-box;
}
body {
  margin: 0;
  background: var(--paper);
  color: var(--ink);
  overflow-wrap: anywhere;
}
:focus-visible {
  outline: 3px solid var(--accent);
  outline-offset: 2px;
  border-radius: 4px;
}
:focus:not(:focus-visible) {
  outline: none;
}
h1,
h2,
h3,
p,
ul,
dl,
dd,
table {
  margin: 0;
}
h1 {
  font-size: 1.5rem;
  line-height: 1.25;
  letter-spacing: -0.01em;
}
h2 {
  font-size: 1.125rem;
  line-height: 1.4;
}
a {
  color: var(--accent);
  text-underline-offset: 0.2em;
}
.product-bar {
  display: flex;
  flex-wrap: wrap;
  gap: 0 1.5rem;
  align-items: center;
  justify-content: space-between;
  min-block-size: 3.25rem;
  padding-inline: 1.5rem;
  border-block-end: 1px solid var(--edge);
  background: var(--raised);
}
.product {
  display: flex;
  gap: 0.625rem;
  align-items: center;
  min-block-size: 2.75rem;
  color: var(--ink);
  font-weight: 700;
  letter-spacing: -0.01em;
}
.product::before {
  content: "";
  inline-size: 0.75rem;
  block-size: 0.75rem;
  border-radius: 3px;
  background: var(--accent);
}
.product-bar ul {
  display: flex;
  flex-wrap: wrap;
  gap: 0 1.25rem;
  padding: 0;
  list-style: none;
}
.product-bar a {
  display: flex;
  align-items: center;
  min-block-size: 3.25rem;
  color: var(--soft);
  font-weight: 600;
  text-decoration: none;
}
.product-bar a:hover {
  color: var(--accent);
}
.product-bar a[aria-current] {
  box-shadow: inset 0 -3px var(--accent);
  color: var(--ink);
}
select,
button {
  min-block-size: 2.75rem;
  max-inline-size: 100%;
  padding-inline: 0.875rem;
  border: 1px solid var(--control);
  border-radius: 8px;
  background: var(--paper);
  color: inherit;
  font: inherit;
}
button {
  border-color: var(--accent);
  background: var(--accent);
  color: var(--on-accent);
  font-weight: 600;
  cursor: pointer;
}
button:hover {
  filter: brightness(1.08);
}
button.quiet {
  border-color: var(--control);
  background: transparent;
  color: var(--accent);
}
button[aria-disabled="true"] {
  opacity: 0.6;
  cursor: default;
}
`;
