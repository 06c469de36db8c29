import { fileURLToPath } from 'node:url';

/** The folder that holds the checkout under test, without a slash at its end. */
export const repositoryRoot = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '');
