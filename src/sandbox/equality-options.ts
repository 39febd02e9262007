/**
 * Options of equality monitoring that this service has. Its document has `equality_monitoring_option_ids` alone: no
 * question, no text, and no request that lists them, so the ids are ours and stand in the README.
 */
const options: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  Gender: { 901: 'Woman', 902: 'Man', 903: 'Non-binary', 909: 'Prefer not to say' },
  Ethnicity: {
    911: 'Asian',
    912: 'Black',
    913: 'Mixed',
    914: 'White',
    915: 'Another',
    919: 'Prefer not to say',
  },
};

export const equalityOptionIds: ReadonlySet<string> = new Set(Object.values(options).flatMap(Object.keys));
