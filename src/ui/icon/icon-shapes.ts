/** Each a constant of its own, so that each built file contains only those it draws. */
import type { Shape } from './icon.tsx';

const circle = 'M10 2.5a7.5 7.5 0 1 0 0 15 7.5 7.5 0 0 0 0-15Z';

export const alertShape: Shape = { name: 'alert', path: `M10 6v5m0 3h.01${circle}` };
export const infoShape: Shape = { name: 'info', path: `M10 9.5V14m0-7.5h.01${circle}` };
export const clockShape: Shape = { name: 'clock', path: `M10 6v4l2.7 1.8${circle}` };
export const tickShape: Shape = { name: 'tick', path: 'm4.5 10.5 3.7 3.7 7.3-8' };
export const lockShape: Shape = { name: 'lock', path: 'M6.5 9V6.5a3.5 3.5 0 0 1 7 0V9M5 9h10v7.5H5Z' };
export const fileShape: Shape = { name: 'file', path: 'M11.5 2.5h-6v15h9v-12Zm0 0v3h3' };
export const uploadShape: Shape = { name: 'upload', path: 'M10 13V3.5M6.5 7 10 3.5 13.5 7M3.5 13v3.5h13V13' };
export const crossShape: Shape = { name: 'cross', path: 'm5.5 5.5 9 9m0-9-9 9' };
export const againShape: Shape = { name: 'again', path: 'M16 5v3.5h-3.5M15.7 8.5a6 6 0 1 0 .2 3' };
export const calendarShape: Shape = { name: 'calendar', path: 'M3.5 5h13v11.5h-13Zm0 4h13M7 3v3.5M13 3v3.5' };
export const copyShape: Shape = { name: 'copy', path: 'M7.5 7.5h9v9h-9Zm-2.5 5H3.5v-9h9V5' };
