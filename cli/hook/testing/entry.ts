import { runHook } from '../run';

// As cli/index.ts starts it.
void runHook(process.argv[2] ?? '');
