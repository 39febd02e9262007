/** English: what a form says of what its page has filled in. It comes with what fills in. */
export const enPrefill = {
  'prefill.some': 'This site has filled in some answers for you. Please check them before you send.',
  'prefill.field': 'Filled in for you. Please check.',
} as const;
