/** Sample choices of every kind, for the tests of the snippets made from them. */
import { brands, embeds, languages, layouts, themes } from '../choices.ts';
import type { Release, Wish } from './snippet.ts';

export const forms = 'https://forms.example.com';

export const release: Release = {
  version: '1.2.3',
  hashes: { '/1.2.3/apply-form.js': 'sha384-script', '/1.2.3/frame.js': 'sha384-frame' },
};

export const plainWish: Wish = {
  embed: 'element',
  access: { kind: 'job', job: '4711' },
  lang: 'en',
  theme: 'auto',
  layout: 'page',
  brand: 'none',
  origin: forms,
  release: null,
};

const names = <Name extends string>(known: Readonly<Record<Name, string>>): Name[] =>
  Object.keys(known).filter((name): name is Name => name in known);

export const embedNames = names(embeds);

/** Every value of every choice with every kind of embed, not every combination. */
export const allWishes: readonly Wish[] = embedNames.flatMap((embed) =>
  [
    ...names(languages).map((lang): Partial<Wish> => ({ lang })),
    ...names(themes).map((theme): Partial<Wish> => ({ theme })),
    ...names(layouts).map((layout): Partial<Wish> => ({ layout })),
    ...names(brands).map((brand): Partial<Wish> => ({ brand })),
    { access: { kind: 'token', token: 'eyJ.a-b_c.d' } } as const,
    { release },
    {
      release,
      access: { kind: 'token', token: 'eyJ.a-b_c.d' },
      lang: 'ar',
      theme: 'dark',
      brand: 'bank',
    } as const,
  ].map((part) => ({ ...plainWish, embed, ...part })),
);

export const titleOf = ({ embed, access, lang, theme, layout, brand, release: pinned }: Wish): string =>
  [embed, access.kind, lang, theme, layout, brand, pinned?.version ?? 'newest'].join(', ');
