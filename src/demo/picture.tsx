/** Small pictures, 24 units wide, drawn in the colour of the text. */
const paths = {
  code: 'M9 7 4 12l5 5M15 7l5 5-5 5',
  cross: 'M9.5 4h5v5.5H20v5h-5.5V20h-5v-5.5H4v-5h5.5z',
  cap: 'M2.5 9.5 12 5l9.5 4.5L12 14zM6.5 11.5V16c3 2.5 8 2.5 11 0v-4.5M21.5 9.5V15',
  many: 'M4 6h2M9 6h11M4 10h2M9 10h11M4 14h2M9 14h11M4 18h2M9 18h11',
  letter: 'M6 18 10.5 6h3L18 18M7.6 14h8.8',
  desktop: 'M3 5h18v11H3zM9 20h6M12 16v4',
  phone: 'M8 3h8a1 1 0 0 1 1 1v16a1 1 0 0 1-1 1H8a1 1 0 0 1-1-1V4a1 1 0 0 1 1-1zM11 18h2',
  element: 'M8 7 3 12l5 5M16 7l5 5-5 5M13.5 5l-3 14',
  script: 'M6 3h8l4 4v14H6zM14 3v4h4M10 12l-2 2 2 2M14 12l2 2-2 2',
  frame: 'M3 4h18v16H3zM3 8h18M7 11.5h10V17H7z',
  braces:
    'M9 4c-2 0-3 1-3 3v2c0 2-1 3-2.5 3C5 12 6 13 6 15v2c0 2 1 3 3 3M15 4c2 0 3 1 3 3v2c0 2 1 3 2.5 3-1.5 0-2.5 1-2.5 3v2c0 2-1 3-3 3',
  close: 'M6 6l12 12M18 6 6 18',
  globe: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM3 12h18M12 3c-5 5-5 13 0 18M12 3c5 5 5 13 0 18',
} as const;

export type PictureName = keyof typeof paths;

export const Picture = ({ name }: { readonly name: PictureName }) => (
  <svg class="picture" viewBox="0 0 24 24" aria-hidden="true">
    <path d={paths[name]} />
  </svg>
);
