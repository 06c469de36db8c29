/** The kinds of API keys in words. Bound keys are made by services, so no form offers them. */
export const keyKinds: Record<string, { label: string; description: string }> = {
  agent: {
    label: 'Agent',
    description: 'For a coding agent on a machine of yours. Asks, waits for the answer and sends notifications.',
  },
  connector: {
    label: 'Connector',
    description: 'For a chat app or a workflow. Its questions run out after 10 minutes, and count apart from agents’.',
  },
  full: {
    label: 'Full',
    description: 'For a server of yours. May do all that the API offers, so keep it away from agents.',
  },
  bound: { label: 'Bound', description: 'For one end user of a service: decisions only.' },
  sandbox: {
    label: 'Sandbox',
    description: 'For trying out decisions by API: nobody is asked, and the answer comes by itself.',
  },
};

const offered = ['agent', 'connector', 'full', 'sandbox'];

/** What the form for a new key offers. */
export const offeredKinds = offered.flatMap((value) => {
  const kind = keyKinds[value];
  return kind ? [{ value, ...kind }] : [];
});
