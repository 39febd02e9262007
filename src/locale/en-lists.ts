/** English: the sentences of a long list of options. They come with what draws it. */
export const enLists = {
  'list.search': 'Search the options',
  'list.keys': 'Arrow keys move through the options.',
  'list.count': '{shown} of {total} shown, {count} chosen',
  'list.none': 'No option matches. {count} chosen',
  'list.chosen': 'Chosen: {options}',
} as const;
