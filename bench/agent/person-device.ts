import { createHash, randomUUID } from 'node:crypto';
import http from 'node:http';
import type { BenchServer } from '../server/bench-server';

/** A person's phone, as far as answering goes. */
export interface PersonDevice {
  /** Gives the device tokens for these questions, as their pushes would have. */
  receive(questionIds: string[]): Promise<void>;
  /** Answers as a tap on the notification's button does; resolves when the server has replied. */
  answer(questionId: string): Promise<void>;
}

const token = 'a-token-that-a-push-would-carry';
const agent = new http.Agent({ keepAlive: true, maxSockets: 4 });

/** Connects a device that no push is ever sent to. */
export async function connectDevice(server: BenchServer): Promise<PersonDevice> {
  const { workspaceId, memberId } = server.workspace;
  const deviceId = randomUUID();
  await server.pool.query(
    `INSERT INTO device (id, workspace_id, member_id, endpoint, p256dh, auth, name, channel)
     VALUES ($1, $2, $3, 'https://localhost/never', '', '', 'Phone', 'mobile')`,
    [deviceId, workspaceId, memberId],
  );
  const deliveries = new Map<string, string>();
  return {
    receive: async (questionIds) => {
      const { rows } = await server.pool.query<{ id: string; question_id: string }>(
        `INSERT INTO delivery (id, workspace_id, device_id, question_id, kind, token_hashes, accepted_at)
         SELECT gen_random_uuid(), $1, $2, unnest($3::uuid[]), 'question', ARRAY[$4::bytea], nod_now() RETURNING id, question_id`,
        [workspaceId, deviceId, questionIds, createHash('sha256').update(token).digest()],
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
