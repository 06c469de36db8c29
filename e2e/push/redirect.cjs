// Preloaded into the server under test (NODE_OPTIONS=--require …): connections to Google's push hosts go to the local
// push service. Chromium names one of those hosts in every endpoint, and nothing but this file can change that.
//
// The switch is made where a TLS socket is opened, below `https.request`: so the Host header, and with it the
// audience of the VAPID token, stay what the server wrote, and a `lookup` that pins an address is left behind.
const dns = require('node:dns');
const { readFileSync } = require('node:fs');
const { syncBuiltinESMExports } = require('node:module');
const tls = require('node:tls');

const PUSH_HOST = /^([a-z0-9-]+\.google\.com|fcm\.googleapis\.com)$/i;

// Any public address will do: it must pass the server's check for private ones, and is never connected to.
const PUBLIC_ADDRESS = { address: '142.250.0.1', family: 4 };

const port = Number(process.env.NOD_TEST_PUSH_PORT);
const certificatePath = process.env.NOD_TEST_PUSH_CERTIFICATE;
if (!port || !certificatePath) throw new Error('NOD_TEST_PUSH_PORT and NOD_TEST_PUSH_CERTIFICATE must be set');
const certificate = readFileSync(certificatePath);

const isPushHost = (host) => typeof host === 'string' && PUSH_HOST.test(host);

const connect = tls.connect;
tls.connect = function connectOrRedirect(options, ...rest) {
  const isRequest = options !== null && typeof options === 'object' && !options.socket;
  if (!isRequest || !(isPushHost(options.servername) || isPushHost(options.host))) {
    return connect.call(this, options, ...rest);
  }
  const local = { host: '127.0.0.1', port, servername: 'localhost', ca: certificate, lookup: undefined };
  return connect.call(this, { ...options, ...local }, ...rest);
};

const lookup = dns.lookup;
dns.lookup = function lookupOrInvent(host, ...rest) {
  if (!isPushHost(host)) return lookup.call(this, host, ...rest);
  const callback = rest.at(-1);
  const { address, family } = PUBLIC_ADDRESS;
  process.nextTick(() => (rest[0]?.all ? callback(null, [{ ...PUBLIC_ADDRESS }]) : callback(null, address, family)));
};

const lookupPromise = dns.promises.lookup;
dns.promises.lookup = async function lookupOrInvent(host, options) {
  if (!isPushHost(host)) return lookupPromise.call(this, host, options);
  return options?.all ? [{ ...PUBLIC_ADDRESS }] : { ...PUBLIC_ADDRESS };
};

// Named imports of ES modules read a copy of these objects.
syncBuiltinESMExports();
