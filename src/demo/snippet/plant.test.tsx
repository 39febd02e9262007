// @vitest-environment happy-dom
import { afterEach, describe, expect, test, vi } from 'vitest';
import { textOf } from './code.ts';
import { plant, wear } from './plant.ts';
import { allWishes, embedNames, plainWish, titleOf } from './snippet.support.ts';
import { type Access, type Markup, snippetOf, type Wish } from './snippet.ts';
import { writeCall } from './write-call.ts';
import { writeHtml } from './write-html.ts';

// Scripts are not loaded here, and the failed loads are not reported.
Object.assign(Reflect.get(window, 'happyDOM').settings, { handleDisabledFileLoadingAsSuccess: true });

afterEach(() => {
  document.head.replaceChildren();
  document.body.replaceChildren();
});

/** What a browser makes of the text; white space between elements is ignored. */
function read(html: string): readonly (Markup | string)[] {
  const template = document.createElement('template');
  template.innerHTML = html;
  return childrenOf(template.content);
}

const childrenOf = (parent: ParentNode & Node): readonly (Markup | string)[] =>
  [...parent.childNodes].flatMap((node): (Markup | string)[] => {
    if (node instanceof Element) return [described(node)];
    return node.textContent?.trim() ? [node.textContent] : [];
  });

const described = (element: Element): Markup => ({
  tag: element.localName,
  attributes: Object.fromEntries([...element.attributes].map(({ name, value }) => [name, value])),
  children: childrenOf(element),
});

describe.each(allWishes.map((wish) => [titleOf(wish), wish] as const))('%s', (_title, wish) => {
  const snippet = snippetOf(wish);

  test('the text is read as what was described, and is what the page itself has', () => {
    expect(read(textOf(writeHtml(snippet)))).toEqual(snippet.markup);
    const place = document.createElement('div');
    const takeOut = plant(place, snippet);
    // Libraries stand in the head, once for all forms of the page.
    const placed = snippet.markup.filter(
      ({ tag, attributes }) => tag !== 'script' || 'data-apply-lang' in attributes,
    );
    expect(childrenOf(place)).toEqual(placed);
    takeOut();
    expect(place.childNodes).toHaveLength(0);
  });
});

const hostile = `"'><script>alert(1)</script></script>&quot;\\`;
const openings: readonly Access[] = [
  { kind: 'job', job: hostile },
  { kind: 'token', token: hostile },
];

describe('whatever a value holds, it stays a value', () => {
  test('in an attribute that is put together without care it does not', () => {
    expect(JSON.stringify(read(`<apply-form job="${hostile}"></apply-form>`))).toContain('"tag":"script"');
  });

  test.each(embedNames.flatMap((embed) => openings.map((access) => [embed, access.kind, access] as const)))(
    'in the text of an embed by %s, as a %s',
    (embed, _kind, access) => {
      const snippet = snippetOf({ ...plainWish, embed, access });
      expect(read(textOf(writeHtml(snippet)))).toEqual(snippet.markup);
    },
  );

  test.each(openings)('in the call', (access) => {
    const { call, token } = snippetOf({ ...plainWish, embed: 'code', access });
    if (call === null) throw new Error('The form is placed from code.');
    const append = vi.fn();
    const mount = vi.fn(() => ({ element: { append } }));
    new Function('ApplyForm', 'document', textOf(writeCall(call, token)))(
      { mount },
      { querySelector: () => 'link' },
    );
    expect(mount).toHaveBeenCalledWith(call.target, call.options);
    expect(append).toHaveBeenCalledWith('link');
  });
});

const stand = (wish: Partial<Wish>) => {
  const place = document.createElement('div');
  document.body.append(place);
  return plant(place, snippetOf({ ...plainWish, origin: 'https://other.example.com', ...wish }));
};

test('a script that places nothing itself is loaded once, however often the form comes and goes', () => {
  stand({})();
  stand({})();
  expect(document.head.querySelectorAll('script')).toHaveLength(1);
});

test('tokens come as an adopted style sheet, and go again', () => {
  const before = document.adoptedStyleSheets.length;
  const { style } = snippetOf({ ...plainWish, brand: 'bank' });
  const takeOff = wear(style);
  expect(document.adoptedStyleSheets).toHaveLength(before + 1);
  takeOff();
  expect(document.adoptedStyleSheets).toHaveLength(before);
});
