/** Vitest set-up. */
import { cleanup, configure } from '@testing-library/preact/pure';
import { afterEach } from 'vitest';

// In milliseconds. A slow machine needs a long timeout, and only failing tests reach it.
configure({ asyncUtilTimeout: 60_000 });

// Files of tests may share a page.
afterEach(cleanup);
