/** The cheapest read that any key may do. */
export const probe = { path: '/api/v1/questions', query: { 'page[size]': '1' } };
