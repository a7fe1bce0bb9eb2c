import { create } from './create.ts'
import { problems } from './problems.ts'

const common = {
  close: 'Close',
  cancel: 'Cancel',
  dismiss: 'Dismiss',
  edit: 'Edit',
  retry: 'Try again',
  refresh: 'Refresh',
  undo: 'Undo',
  redo: 'Redo',
  copied: 'Copied',
  details: 'Details',
  more_options_one: '{{count}} more. Type to find it.',
  more_options_other: '{{count}} more. Type to find them.',
  loading: 'Loading…',
} as const

/** Names of the states of a job, the same everywhere. */
const jobs = {
  queued: 'Queued',
  sending: 'Sending',
  running: 'Running',
  unknown: 'Not found yet',
  running_percent: 'Running {{percent}}%',
  saving: 'Saving',
  saved: 'Saved',
  rejected: 'Rejected',
  uncertain: 'Charge unconfirmed',
  cancelled: 'Cancelled',
  failed: 'Failed',
  vanished: 'Not found',
  unsaved: 'Not saved yet',
  closed: 'Tracking stopped',
} as const

const shell = {
  create: 'Create',
  queue: 'Queue',
  gallery: 'Gallery',
  spend: 'Spend',
  settings: 'Settings',
  main: 'Main',
  messages: 'Messages',
  skip: 'Skip to content',
  open_waiting_one: '{{count}} waiting',
  open_waiting_other: '{{count}} waiting',
  open_running_one: '{{count}} running',
  open_running_other: '{{count}} running',
  open_attention_one: '{{count}} needs attention',
  open_attention_other: '{{count}} need attention',
  more_notes_one: '+{{count}} notice',
  more_notes_other: '+{{count}} notices',
  fewer_notes: 'Show less',
  open_jobs_or_more: '{{count}} or more open jobs',
  show_balance: 'Show balance',
  change_limits: 'Change limits',
  lost_title: 'Connection to Easel lost',
  lost_text: 'Jobs already sent keep running. Reconnecting…',
  lost_again: 'Connected again',
  crash_title: 'This screen stopped working',
  crash_text: 'Your results and running jobs are safe.',
  reload: 'Reload',
  part_failed: 'Easel couldn’t load this part of the window.',
  crash_back: 'Reopen screen',
  crash_home: 'Go to Create',
} as const

/** The English texts that the first screen may need. */
export const startupTexts = { common, create, jobs, problems, shell }
