/** Of one application, as the proxy holds them (`src/server/http/README.md#limits`); how big one file may be comes with the form. */
export const mostFiles = 20;
export const mostBytes = 100 * 1_048_576;
