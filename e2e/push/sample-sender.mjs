// Sends one push as Nod's server does: it looks the host up, refuses private addresses, and pins what it found.
// Input: {subscription, payload, options} as JSON on standard input. Output: {status, retryAfter} as JSON.
import { lookup } from 'node:dns/promises';
import { request } from 'node:https';
import { json } from 'node:stream/consumers';
import ipaddr from 'ipaddr.js';
import webPush from 'web-push';

const { subscription, payload, options } = await json(process.stdin);
const details = webPush.generateRequestDetails(
  subscription,
  typeof payload === 'string' ? payload : JSON.stringify(payload),
  options,
);
const endpoint = new URL(details.endpoint);
const found = await lookup(endpoint.hostname);
const isPublic = ipaddr.process(found.address).range() === 'unicast';
if (!isPublic && !process.env.NOD_PUSH_ALLOWED_HOSTS?.split(',').includes(endpoint.host)) {
  throw new Error(`${endpoint.host} is at ${found.address}, a private address`);
}
const pinnedLookup = (_host, { all }, callback) =>
  all ? callback(null, [found]) : callback(null, found.address, found.family);

request(endpoint, { method: details.method, headers: details.headers, lookup: pinnedLookup }, (response) => {
  response.resume();
  console.log(JSON.stringify({ status: response.statusCode, retryAfter: response.headers['retry-after'] }));
}).end(details.body);
