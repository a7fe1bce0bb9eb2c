/** Words about connections that can't be used right now. */
export const health = {
  title: 'Connection problems',
  offline: 'This computer is offline. {{name}} can’t be reached since {{time}}.',
  dns: 'Can’t reach {{name}} since {{time}}: its address can’t be found.',
  refused: 'Can’t reach {{name}} since {{time}}: nothing answers at its address.',
  tls: 'Can’t reach {{name}} since {{time}}: the secure connection can’t be made.',
  no_answer: 'Can’t reach {{name}} since {{time}}: no answer comes.',
  server_error: '{{name}} answers with errors ({{status}}) since {{time}}.',
  unreadable: '{{name}} gives no readable answer since {{time}}.',
  redirected: '{{name}} redirects to another address since {{time}}, which Easel doesn’t follow.',
  key_rejected: '{{name}} rejects the API key since {{time}}.',
  next_in: 'Next try in {{time}}.',
  trying: 'Trying now…',
} as const
