export type KeyKind = 'agent' | 'connector' | 'full' | 'bound' | 'sandbox';
export type Role = 'owner' | 'member' | 'viewer';

/** Whoever calls with an API key. Only lib/keys/authenticate.ts makes one. */
export interface KeyActor {
  by: 'key';
  workspaceId: string;
  workspaceSuspended: boolean;
  keyId: string;
  keyKind: KeyKind;
  keyName: string;
  /** The member who made the key. */
  memberId: string;
  /** The one end user that a bound key speaks for. */
  boundTo?: { endUserId: string; externalId: string };
}

/** A signed-in person in a workspace. Only lib/members/web-sessions.ts makes one. */
export interface MemberActor {
  by: 'member';
  workspaceId: string;
  workspaceName: string;
  memberId: string;
  personId: string;
  webSessionId: string;
  email: string;
  name: string;
  role: Role;
}

/** A device that shows the one-use token of one question: a member's, or that of the end user who is asked. */
export interface DeviceActor {
  by: 'device';
  workspaceId: string;
  memberId: string | null;
  endUserId: string | null;
  deviceId: string;
  deliveryId: string;
  channel: 'web' | 'mobile';
}

/** Whoever holds the one-use link of an end user's decision. */
export interface LinkActor {
  by: 'link';
  workspaceId: string;
  endUserId: string;
}

/** Whether this member may answer, change settings and make keys; a viewer only sees. */
export const mayAnswer = (actor: MemberActor): boolean => actor.role !== 'viewer';
