import { createHash } from 'node:crypto';
import http from 'node:http';
import type { BenchServer } from '../server/bench-server';

/** The phones of all owners, as far as answering goes. */
export interface PersonDevices {
  /** Gives the phones tokens for these questions, as their pushes would have. */
  receive(questionIds: string[]): Promise<void>;
  /** Answers as a tap on the notification's button does; resolves when the server has replied. */
  answer(questionId: string): Promise<void>;
}

const token = 'a-token-that-a-push-would-carry';
const agent = new http.Agent({ keepAlive: true, maxSockets: 4 });

/** Connects a device for the owner of every workspace; no push is ever sent to it. */
export async function connectDevices(server: BenchServer): Promise<PersonDevices> {
  await server.pool.query(
    `INSERT INTO device (id, workspace_id, member_id, endpoint, p256dh, auth, name, channel)
     SELECT gen_random_uuid(), workspace_id, id, 'https://localhost/never/' || id, '', '', 'Phone', 'mobile' FROM member`,
  );
  const deliveries = new Map<string, string>();
  return {
    receive: async (questionIds) => {
      const { rows } = await server.pool.query<{ id: string; question_id: string }>(
        `INSERT INTO delivery (id, workspace_id, device_id, question_id, kind, token_hashes, accepted_at)
         SELECT gen_random_uuid(), question.workspace_id, device.id, question.id, 'question', ARRAY[$2::bytea], nod_now()
           FROM question JOIN device ON device.workspace_id = question.workspace_id WHERE question.id = ANY ($1)
         RETURNING id, question_id`,
        [questionIds, createHash('sha256').update(token).digest()],
      );
      for (const { id, question_id } of rows) deliveries.set(question_id, id);
    },
    answer: (questionId) => {
      const deliveryId = deliveries.get(questionId);
      return postJson(`${server.url}/api/push/answer`, { questionId, deliveryId, token, value: 'yes' });
    },
  };
}

function postJson(address: string, value: unknown): Promise<void> {
  const body = JSON.stringify(value);
  return new Promise((settle, fail) => {
    const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
    const request = http.request(address, { method: 'POST', agent, headers }, (response) => {
      response.resume();
      response.on('error', fail);
      response.on('end', () =>
        response.statusCode === 200 ? settle() : fail(new Error(`${address} gave ${response.statusCode}`)),
      );
    });
    request.on('error', fail);
    request.end(body);
  });
}
