/** What a visitor without an application says of themselves: enough for the service to make one (DESIGN, decision 13). */
export const detailNames = ['first_name', 'last_name', 'email'] as const;

export type DetailName = (typeof detailNames)[number];

/** Trimmed, none of them empty. */
export type Details = Readonly<Record<DetailName, string>>;
