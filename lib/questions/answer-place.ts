const places: Record<string, string> = {
  decide_page: 'on the question’s page',
  inbox: 'in the Waiting list',
  dashboard: 'in Nod',
  live_page: 'on the session’s page',
  mobile_app: 'in the app on a phone',
  mobile_background: 'from the notification',
  answer_link: 'from the notification',
  slack: 'in Slack',
  mac_app: 'in the Mac app',
  sandbox: 'by the sandbox',
};

/** Where somebody answered, to stand in a sentence: "from the notification on Pixel 8"; empty when unknown. */
export function answerPlace(source: string | null | undefined, deviceName: string | null | undefined): string {
  return [source ? places[source] : undefined, deviceName ? `on ${deviceName}` : undefined].filter(Boolean).join(' ');
}
