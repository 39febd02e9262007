/** What opens below the first screen: all that a page needs, or what is rarely tried. */
export type Panel = 'html' | 'more';

export const panelIds: Readonly<Record<Panel, string>> = { html: 'demo-builder', more: 'demo-more' };
