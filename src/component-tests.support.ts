/** Vitest set-up. */
import { cleanup, configure } from '@testing-library/preact/pure';
import { afterEach } from 'vitest';

// Milliseconds, only for what never comes, since a machine may be slow.
configure({ asyncUtilTimeout: 60_000 });

// A file of tests may share its page with the next one.
afterEach(cleanup);
