import { configure } from '@testing-library/preact/pure';

/** Vitest set-up: milliseconds, only for what never comes, since a machine may be slow. */
configure({ asyncUtilTimeout: 60_000 });
