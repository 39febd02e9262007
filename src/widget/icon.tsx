/** 20 × 20 outlines in the colour of the text around them; words always stand beside them. */
const paths = {
  alert: 'M10 6v5m0 3h.01M10 2.5a7.5 7.5 0 1 0 0 15 7.5 7.5 0 0 0 0-15Z',
  info: 'M10 9.5V14m0-7.5h.01M10 2.5a7.5 7.5 0 1 0 0 15 7.5 7.5 0 0 0 0-15Z',
  tick: 'm4.5 10.5 3.7 3.7 7.3-8',
  clock: 'M10 6v4l2.7 1.8M10 2.5a7.5 7.5 0 1 0 0 15 7.5 7.5 0 0 0 0-15Z',
  lock: 'M6.5 9V6.5a3.5 3.5 0 0 1 7 0V9M5 9h10v7.5H5Z',
  file: 'M11.5 2.5h-6v15h9v-12Zm0 0v3h3',
  upload: 'M10 13V3.5M6.5 7 10 3.5 13.5 7M3.5 13v3.5h13V13',
  cross: 'm5.5 5.5 9 9m0-9-9 9',
  again: 'M16 5v3.5h-3.5M15.7 8.5a6 6 0 1 0 .2 3',
  copy: 'M7.5 7.5h9v9h-9Zm-2.5 5H3.5v-9h9V5',
} as const;

export type IconName = keyof typeof paths;

export const Icon = ({ name }: { readonly name: IconName }) => (
  <svg class={`icon is-${name}`} viewBox="0 0 20 20" aria-hidden="true">
    <path d={paths[name]} />
  </svg>
);
