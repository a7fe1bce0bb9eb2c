import { already, result, priceComparison } from './lazyCreateTexts.ts'
import { balance, spend } from './spend.ts'
import { batch, grid } from './batch.ts'
import { collections, gallery } from './gallery.ts'
import { lazyProblems } from './lazyProblemTexts.ts'
import { media, viewers } from './viewers.ts'
import { queue } from './queue.ts'
import { settings } from './settings.ts'

const announce = {
  done: '{{done}} of {{total}}',
  percent: '{{percent}}%',
  stopped: 'Stopped at {{far}}',
  trouble: 'Needs attention',
} as const

/** About connections that can't be used at the moment. */
const health = {
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

const update = {
  title: 'Updating your library',
  progress: 'Update of your library',
  check: 'Checking the database',
  backup: 'Making a backup, {{percent}}%',
  step: 'Step {{step}} of {{steps}}',
  note: 'Your results stay where they are. If you close Easel, the update continues next time.',
} as const

/** The English texts of what loads after the first screen. */
export const lazyTexts = {
  already,
  announce,
  balance,
  batch,
  collections,
  gallery,
  grid,
  health,
  priceComparison,
  media,
  problems: lazyProblems,
  queue,
  settings,
  spend,
  result,
  update,
  viewers,
}
