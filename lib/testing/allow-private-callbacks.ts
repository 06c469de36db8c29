// Read when lib/env.ts is first used: imported first by tests whose receivers run on this machine.
process.env.NOD_ALLOW_PRIVATE_CALLBACKS = '1';
