/** Marks in the contents the last heading above the middle of the upper half of the window. */
export function markHeading(): void {
  const contents = document.querySelector('.contents');
  const links = [...(contents?.querySelectorAll<HTMLAnchorElement>('a') ?? [])];
  const headings = links.flatMap((link) => document.getElementById(link.hash.slice(1)) ?? []);
  if (headings.length === 0) return;
  const mark = () => {
    const line = innerHeight / 4;
    const read = headings.findLast((heading) => heading.getBoundingClientRect().top < line);
    for (const link of links) {
      if (read !== undefined && link.hash === `#${read.id}`) link.setAttribute('aria-current', 'true');
      else link.removeAttribute('aria-current');
    }
  };
  new IntersectionObserver(mark, { rootMargin: '0px 0px -75% 0px' }).observe(document.body);
  const watch = new IntersectionObserver(mark, { rootMargin: '0px 0px -75% 0px' });
  for (const heading of headings) watch.observe(heading);
  mark();
}
