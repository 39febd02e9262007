/**
 * Three brands. The form receives only tokens; `e2e/hosts/brand-….html` has the same ones (a test
 * compares them and checks the contrast of every pair).
 */
import type { Brand } from './choices.ts';

/** Custom properties by name. */
export type Tokens = Readonly<Record<string, string>>;

export const brandTokens: Readonly<Record<Brand, Tokens>> = {
  none: {},
  bank: {
    '--apply-font': '"Iowan Old Style", "Palatino Linotype", Palatino, P052, "Book Antiqua", Georgia, serif',
    '--apply-font-size': '1.0625rem',
    '--apply-color-text': 'light-dark(#1a2233, #e9e6dd)',
    '--apply-color-muted': 'light-dark(#55607a, #a9b0c0)',
    '--apply-color-bg': 'light-dark(#f6f4ee, #0c1322)',
    '--apply-color-surface': 'light-dark(#fff, #172238)',
    '--apply-color-border': 'light-dark(#7a8394, #6c7a99)',
    '--apply-color-accent': 'light-dark(#15315f, #d9b36a)',
    '--apply-color-on-accent': 'light-dark(#fff, #1b1503)',
    '--apply-color-error': 'light-dark(#a3241c, #ff9b8f)',
    '--apply-color-success': 'light-dark(#1d6b45, #7fcf9f)',
    '--apply-color-focus': 'light-dark(#94640d, #f0d08f)',
    '--apply-radius': '2px',
    '--apply-control-height': '48px',
    '--apply-label-weight': '700',
  },
  hospital: {
    '--apply-font': 'Seravek, "Gill Sans Nova", "Segoe UI", Ubuntu, Calibri, "DejaVu Sans", sans-serif',
    '--apply-font-size': '1.125rem',
    '--apply-color-text': 'light-dark(#12302f, #e3f1ee)',
    '--apply-color-muted': 'light-dark(#466361, #9fbcb7)',
    '--apply-color-bg': 'light-dark(#eef7f4, #0a1a1a)',
    '--apply-color-surface': 'light-dark(#fff, #132b2a)',
    '--apply-color-border': 'light-dark(#66908a, #5f8a84)',
    '--apply-color-accent': 'light-dark(#006a67, #74d8cd)',
    '--apply-color-on-accent': 'light-dark(#fff, #00302d)',
    '--apply-color-error': 'light-dark(#b3261e, #ffa195)',
    '--apply-color-success': 'light-dark(#1b7a3d, #86d9a0)',
    '--apply-color-focus': 'light-dark(#b8440b, #ffc078)',
    '--apply-space': '5px',
    '--apply-radius': '16px',
    '--apply-control-height': '56px',
  },
  studio: {
    '--apply-font': 'Avenir, "Avenir Next", Montserrat, Corbel, "URW Gothic", sans-serif',
    '--apply-font-size': '1.0625rem',
    '--apply-color-text': 'light-dark(#0b0b0b, #f5f4ef)',
    '--apply-color-muted': 'light-dark(#5b5b57, #a4a39d)',
    '--apply-color-bg': 'light-dark(#fffefb, #0b0b0c)',
    '--apply-color-surface': 'light-dark(#fffefb, #0b0b0c)',
    '--apply-color-border': 'light-dark(#0b0b0b, #8d8c86)',
    '--apply-color-accent': 'light-dark(#2b2be0, #d7ff4f)',
    '--apply-color-on-accent': 'light-dark(#fff, #0b0b0c)',
    '--apply-color-error': 'light-dark(#c8102e, #ff7a70)',
    '--apply-color-success': 'light-dark(#0a7a4b, #7ee0a1)',
    '--apply-color-focus': 'light-dark(#2b2be0, #d7ff4f)',
    '--apply-focus-width': '4px',
    '--apply-space': '5px',
    '--apply-radius': '0px',
    '--apply-control-height': '56px',
    '--apply-label-weight': '500',
  },
};
