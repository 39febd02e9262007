import { hostPages } from './host-pages.ts';
import { onOtherOrigin } from './places.ts';

/** A drawer of the strip: difficult host pages on another origin. */
export function HostPagesPanel() {
  return (
    <section class="tool ordeals" id="demo-host-pages" aria-labelledby="demo-host-pages-title">
      <h2 id="demo-host-pages-title">Host pages that try to break it</h2>
      <ul>
        {hostPages.map(({ page, name, ordeal }) => (
          <li key={page}>
            <a href={onOtherOrigin(page).href} target="_blank" rel="noopener">
              {name}
            </a>{' '}
            <span>{ordeal}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
