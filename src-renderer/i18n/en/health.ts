/** Words about connections that can't be used right now. */
export const health = {
  title: 'Connection problems',
  offline: 'No connection to {{name}} since {{time}}: this computer is offline.',
  dns: 'No connection to {{name}} since {{time}}: its address wasn’t found.',
  refused: 'No connection to {{name}} since {{time}}: nothing responds at its URL.',
  tls: 'No connection to {{name}} since {{time}}: the secure connection failed.',
  no_answer: 'No connection to {{name}} since {{time}}: the service doesn’t respond.',
  server_error: '{{name}} has returned errors since {{time}} (HTTP {{status}}).',
  unreadable: '{{name}} has sent unreadable replies since {{time}}.',
  redirected:
    '{{name}} has redirected Easel to another address since {{time}}. Easel doesn’t follow redirects.',
  key_rejected: '{{name}} has rejected your API key since {{time}}.',
  next_in: 'Next try in {{time}}.',
  trying: 'Trying…',
} as const
