// Imported before everything else and kept in old syntax, so that an old Node says this sentence and not a stack trace.
import { explain } from './explain.mjs';

const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  explain(
    `Nod needs Node 20.19 or newer, and this is Node ${process.versions.node}. Install a newer one and start again.`,
  );
}
