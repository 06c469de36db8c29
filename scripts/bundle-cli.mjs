// Part of `npm run build`: the CLI in one file, cli/dist/nod.cjs, or the file that is named.
import { buildCli } from './steps/build-cli.mjs';

await buildCli(process.argv[2]);
