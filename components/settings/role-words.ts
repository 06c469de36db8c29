export type RoleName = 'owner' | 'member' | 'viewer';

export const roleWords: Record<RoleName, { label: string; description: string }> = {
  owner: { label: 'Owner', description: 'Answers, and decides who is here.' },
  member: { label: 'Member', description: 'Answers, makes keys, changes rules.' },
  viewer: { label: 'Viewer', description: 'Reads everything, changes nothing.' },
};

export const roleNames = Object.keys(roleWords) as RoleName[];
