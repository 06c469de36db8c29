import { operation } from '@/lib/contract/operation';
import { AwaitPairing, NewPairing, PairingPath, PairingReply, RequestPairing } from '@/lib/contract/pairing';

export const requestPairing = operation({
  id: 'requestPairing',
  method: 'POST',
  path: '/api/v1/pair',
  tag: 'Pairing',
  summary: 'Ask for a key, from a terminal',
  description:
    'Gives a short code that the person compares and approves in Nod within ten minutes, and a long secret that fetches the key.',
  keys: 'anybody',
  body: RequestPairing,
  maxBytes: 16_384,
  response: NewPairing,
  examples: [
    {
      summary: 'A machine asks',
      body: { machine: 'studio', agents: ['claude-code'] },
      gives: { code: 'code', secret: 'secret' },
    },
  ],
});

export const awaitPairing = operation({
  id: 'awaitPairing',
  method: 'GET',
  path: '/api/v1/pair/{code}',
  tag: 'Pairing',
  summary: 'Wait for the key',
  description:
    'Send the secret of the pairing as `Authorization: Bearer …`, where other calls have their key. The key comes once, to the first call after the person ' +
    'approved. An unknown code and a wrong secret look alike.',
  keys: 'anybody',
  params: PairingPath,
  query: AwaitPairing,
  response: PairingReply,
  errors: ['not_found'],
  examples: [
    { summary: 'Has the person decided?', params: { code: '{code}' }, query: { wait: '0' }, bearer: '{secret}' },
  ],
});
