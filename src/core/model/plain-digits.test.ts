import { expect, test } from 'vitest';
import { plainDigits } from './plain-digits.ts';

test.each([
  ['Arabic', '٠١٢٣٤٥٦٧٨٩'],
  ['Persian', '۰۱۲۳۴۵۶۷۸۹'],
  ['Hindi', '०१२३४५६७८९'],
  ['Bengali', '০১২৩৪৫৬৭৮৯'],
  ['Thai', '๐๑๒๓๔๕๖๗๘๙'],
  ['Burmese', '၀၁၂၃၄၅၆၇၈၉'],
  ['Khmer', '០១២៣៤៥៦៧៨៩'],
  ['full width', '０１２３４５６７８９'],
  ['Fulani', '𞥐𞥑𞥒𞥓𞥔𞥕𞥖𞥗𞥘𞥙'],
  ['a mathematical style that follows another', '𝟘𝟙𝟚𝟛𝟜𝟝𝟞𝟟𝟠𝟡'],
  ['plain', '0123456789'],
])('%s digits become plain digits', (_name, digits) => {
  expect(plainDigits(digits)).toBe('0123456789');
});

test('direction marks are removed, and everything else stays', () => {
  expect(plainDigits('\u202a\u200e+44 (0)20,٥\u202c')).toBe('+44 (0)20,5');
});
