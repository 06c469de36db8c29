import { expect, test } from 'vitest';
import { signatureHeaders } from '@/lib/webhooks/sign';

// Made with another program: HMAC-SHA256 in lower-case hex, keyed with the whole secret.
const body = Buffer.from('{"event":"decision.answered","answer":"yes","context":"a\\r\\n😀"}');
const bare = '581804479eea7676fda3801858d88da8a556f54887c7fbd90e583bf35f3d97f2';
const timed = '52936f563fe94206c577cb58a05917c503ce9bd833cf9e2380d681cc1532137a';
const timedByOld = '0351896fa6084e17c6f2e4e882577e5f4589a0b9b727dae28720e644594bdea5';

test('both signatures are of the exact bytes, keyed with the whole secret', () => {
  expect(signatureHeaders(['whsec_test'], body, 1_700_000_000)).toEqual({
    'x-pushary-signature': bare,
    'nod-signature': `t=1700000000,v1=${timed}`,
  });
});

test('an earlier secret signs beside the one in use, and never the bare signature', () => {
  expect(signatureHeaders(['whsec_test', 'whsec_old'], body, 1_700_000_000)).toEqual({
    'x-pushary-signature': bare,
    'nod-signature': `t=1700000000,v1=${timed},v1=${timedByOld}`,
  });
});
