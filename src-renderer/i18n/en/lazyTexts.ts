import { already, result, priceComparison } from './lazyCreateTexts.ts'
import { balance, spend } from './spend.ts'
import { batch, grid } from './batch.ts'
import { collections, gallery } from './gallery.ts'
import { media, viewers } from './viewers.ts'
import { queue } from './queue.ts'
import { settings } from './settings.ts'

const announce = {
  done: '{{done}} of {{total}}',
  percent: '{{percent}}%',
  stopped: 'Stopped at {{progress}}',
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

/** Texts of the problems that occur only on screens that load later, as in `problems.ts`. */
const problems = {
  batch_not_found: 'This batch no longer exists.',
  batch_not_found_next: 'The queue was refreshed.',
  batch_too_large: 'This makes {{count}} rows. A batch can have up to {{most}}.',
  batch_too_large_next: 'Remove values, options or rows.',
  batch_empty: 'No row of this batch can run.',
  batch_empty_next: 'Select at least one row without a problem, or correct the values.',
  batch_preview_gone: 'This preview is out of date.',
  batch_preview_gone_next: 'Review the rows again, then add them.',
  batch_unpriced_one: 'The service gave no price for {{count}} row.',
  batch_unpriced_other: 'The service gave no price for {{count}} rows.',
  batch_unpriced_next_one: 'Check the price again, deselect this row, or run it without a price.',
  batch_unpriced_next_other: 'Check the prices again, deselect these rows, or run them without a price.',
  wildcard_cycle: 'The list “{{name}}” refers to itself.',
  wildcard_cycle_other: 'These lists refer to each other: {{names}}.',
  wildcard_cycle_next: 'Remove its own name from its lines.',
  wildcard_cycle_next_other: 'Remove the name of one list from the lines of another.',
  wildcard_missing: 'There’s no list named “{{name}}”.',
  wildcard_missing_next: 'Add a text file with that name, or remove __{{name}}__ from the text.',
  variant_broken: 'A brace in the text has no partner (character {{at}}).',
  variant_broken_next: 'Close it, or type \\{ or \\} for a literal brace.',
  table_broken: 'Easel can’t read the table at line {{line}}: {{problem}}',
  table_broken_next: 'Correct that line and choose the file again.',
  column_missing: 'The table has no column “{{column}}”.',
  column_missing_next: 'Choose another column for the field.',
  pairs_uneven: 'The number of files ({{files}}) differs from the number of rows ({{rows}}).',
  pairs_uneven_next: 'Use as many files as rows, or pair them by name.',
  pair_missing: 'No file is named “{{name}}” (line {{line}} of the table).',
  pair_missing_next: 'Add that file, or correct its name in the table.',
  batch_budget_one: 'Limit {{scope}} ({{cap}}) reached. {{count}} job ({{held}}) is waiting.',
  batch_budget_other: 'Limit {{scope}} ({{cap}}) reached. {{count}} jobs ({{held}}) are waiting.',
  batch_budget_next: 'Raise the limit in Settings → Limits, or wait for it to reset.',
  batch_price_changed_one:
    'Prices rose: a job quoted at {{shown}} now costs {{price}}. {{count}} job ({{held}}) is waiting.',
  batch_price_changed_other:
    'Prices rose: a job quoted at {{shown}} now costs {{price}}. {{count}} jobs ({{held}}) are waiting.',
  batch_price_changed_next_one: 'Accept the new price, or cancel the remaining job.',
  batch_price_changed_next_other: 'Accept the new price, or cancel the remaining jobs.',
  batch_cap_reached_one: 'Limit of {{cap}} reached. {{count}} job ({{held}}) is waiting.',
  batch_cap_reached_other: 'Limit of {{cap}} reached. {{count}} jobs ({{held}}) are waiting.',
  batch_cap_reached_next: 'Raise or remove the limit to continue.',
  batch_balance_one: 'Your balance at the service is too low. {{count}} job ({{held}}) is waiting.',
  batch_balance_other: 'Your balance at the service is too low. {{count}} jobs ({{held}}) are waiting.',
  batch_balance_next: 'Top it up at the service, then resume the batch.',
  collection_not_found: 'This collection no longer exists.',
  collection_not_found_next: 'Choose another. Its results are still in the gallery.',
  collection_name_taken: 'A collection named “{{name}}” already exists.',
  collection_name_taken_next: 'Choose another name.',
  library_updating: 'Easel is updating your library.',
  library_updating_next: 'Wait until it’s done.',
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
  problems,
  queue,
  settings,
  spend,
  result,
  update,
  viewers,
}
