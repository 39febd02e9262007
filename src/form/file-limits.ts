/** Maximum files of one application, the same limit as the proxy's (`src/server/http/README.md#limits`); the size limit comes with the form. */
export const mostFiles = 20;
export const mostBytes = 100 * 1_048_576;
