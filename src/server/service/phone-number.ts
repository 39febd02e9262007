/** E.164: the one writing of a phone number that the service's filter takes. */
export const isPhoneNumber = (text: string): boolean => /^\+[1-9]\d{4,14}$/.test(text);
