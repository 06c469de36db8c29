/** What stands over the whole description. */
export const about = {
  summary: 'Ask a person, get the answer back.',
  description:
    'Every call takes and gives JSON. Send `Authorization: Bearer pk_…`. A field that Nod does not know is refused by name, so a typing error never passes. ' +
    'An empty body is an empty object, and every success has a JSON body. Lists are `{data, hasMore, nextCursor?}` and take `limit` and `cursor`.',
};

/** What the calls of one tag have in common. */
export const tagDescriptions: Record<string, string | undefined> = {
  Decisions: 'Ask one of your own end users, and get yes, no, a choice or a text back.',
  'End users': 'A person of yours enrols a browser once, by a link, and is reachable from then on.',
  'Bound keys': 'A bound key speaks for one end user and for nobody else.',
  Webhooks: 'An answer is sent to your `callbackUrl`, signed with this secret.',
  Ask: 'Ask the people of the workspace, as an agent does.',
  Send: 'One-way notifications to the people of the workspace.',
  Subscribers: 'The devices that can be reached.',
  Reminders: 'One line that comes back later, also when the agent is long gone.',
  'Your key': 'Whether a key works, and whose it is.',
  Pairing: 'How a terminal gets a key without anybody copying one.',
  'Hook API':
    'What the hooks of coding agents call. Fields that Nod does not know are ignored here: hooks change more often than Nod.',
  Health: 'For load balancers and monitors, and this description.',
};
