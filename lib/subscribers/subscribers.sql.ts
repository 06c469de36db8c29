import type { ChangeSubscriber } from '@/lib/contract/subscriber';
import type { Cursor } from '@/lib/cursor';
import { query } from '@/lib/db/client';
import type { DeviceRow } from '@/lib/devices/devices.sql';
import { takeOutOfUse } from '@/lib/devices/devices.sql';

export interface SubscriberRow
  extends Pick<DeviceRow, 'id' | 'workspace_id' | 'endpoint' | 'status' | 'browser' | 'os' | 'channel' | 'tags'> {
  /** Of its end user, or its own. */
  external_id: string | null;
  /** Of its member, as far as anybody said it. */
  time_zone: string | null;
  created_at: Date;
  last_seen_at: Date;
}

/** An end user's device has the external id of that end user, whatever its own column once said. */
const externalId = 'CASE WHEN device.end_user_id IS NULL THEN device.external_id ELSE end_user.external_id END';
const shown = `device.id, device.workspace_id, device.endpoint, device.status, device.browser, device.os, device.channel, device.tags,
  ${externalId} AS external_id, CASE WHEN member.time_zone_chosen OR member.time_zone <> 'UTC' THEN member.time_zone END AS time_zone,
  device.created_at, device.last_seen_at`;
const owners =
  'LEFT JOIN end_user ON end_user.id = device.end_user_id LEFT JOIN member ON member.id = device.member_id';

export interface SubscriberFilter {
  status?: string | undefined;
  tags?: string[] | undefined;
  externalId?: string | undefined;
  after?: Cursor | undefined;
  limit: number;
}

/** A page of a workspace's devices, the newest first. */
export async function selectSubscribers(workspaceId: string, filter: SubscriberFilter): Promise<SubscriberRow[]> {
  return query<SubscriberRow>(
    `SELECT ${shown} FROM device ${owners}
      WHERE device.workspace_id = $1 AND ($2::text IS NULL OR device.status = $2) AND ($3::text[] IS NULL OR device.tags && $3)
        AND ($4::text IS NULL OR ${externalId} = $4) AND ($5::timestamptz IS NULL OR (device.created_at, device.id) < ($5, $6::uuid))
      ORDER BY device.created_at DESC, device.id DESC LIMIT $7`,
    [
      workspaceId,
      filter.status ?? null,
      filter.tags?.length ? filter.tags : null,
      filter.externalId ?? null,
      filter.after?.at ?? null,
      filter.after?.id ?? null,
      filter.limit,
    ],
  );
}

export async function selectSubscriber(workspaceId: string, id: string): Promise<SubscriberRow | undefined> {
  const rows = await query<SubscriberRow>(
    `SELECT ${shown} FROM device ${owners} WHERE device.id = $1 AND device.workspace_id = $2`,
    [id, workspaceId],
  );
  return rows[0];
}

export async function countByStatus(
  workspaceId: string,
): Promise<{ total: number; active: number; unsubscribed: number }> {
  const rows = await query<{ total: number; active: number; unsubscribed: number }>(
    `SELECT count(*)::int AS total, (count(*) FILTER (WHERE status = 'active'))::int AS active,
            (count(*) FILTER (WHERE status = 'unsubscribed'))::int AS unsubscribed
       FROM device WHERE workspace_id = $1`,
    [workspaceId],
  );
  return rows[0] ?? { total: 0, active: 0, unsubscribed: 0 };
}

/** Changes what is given; undefined when there is no such device here, or it is an end user's and the external id is not theirs. */
export async function updateSubscriber(
  workspaceId: string,
  id: string,
  { tags, externalId: given, customData }: ChangeSubscriber,
): Promise<SubscriberRow | undefined> {
  const rows = await query<SubscriberRow>(
    `WITH device AS (
       UPDATE device SET tags = coalesce($3, tags), custom_data = coalesce($5::jsonb, custom_data),
              external_id = CASE WHEN end_user_id IS NULL THEN coalesce($4, external_id) ELSE external_id END
        WHERE id = $1 AND workspace_id = $2
          AND ($4::text IS NULL OR end_user_id IS NULL OR $4 = (SELECT external_id FROM end_user WHERE end_user.id = device.end_user_id))
       RETURNING device.*
     ) SELECT ${shown} FROM device ${owners}`,
    [id, workspaceId, tags ?? null, given ?? null, customData ? JSON.stringify(customData) : null],
  );
  return rows[0];
}

/** Takes a device out of use; its row and its deliveries stay. False when there is no such device here. */
export async function unsubscribe(workspaceId: string, id: string): Promise<boolean> {
  const rows = await query(
    `WITH ${takeOutOfUse('device.id = $1 AND device.workspace_id = $2', `'removed'`)} SELECT id FROM gone`,
    [id, workspaceId],
  );
  return rows.length > 0;
}
