import { balance, spend } from './spend.ts'
import { batch, grid } from './batch.ts'
import { lazyCreateTexts } from './lazyCreateTexts.ts'
import { exporting } from './exporting.ts'
import { formTools } from './formTools.ts'
import { presets } from './presets.ts'
import { files } from './files.ts'
import { filters } from './filters.ts'
import { collections, gallery, organize, tags } from './gallery.ts'
import { compare, media, viewers } from './viewers.ts'
import { again, guide, keys, menu, palette, recall, shortcuts } from './keys.ts'
import { maintenance } from './maintenance.ts'
import { libraries } from './libraries.ts'
import { models } from './models.ts'
import { meaning } from './meaning.ts'
import { imports } from './imports.ts'
import { queue } from './queue.ts'
import { resultMenu } from './resultMenu.ts'
import { settings } from './settings.ts'
import { snippets } from './snippets.ts'
import { speech } from './speech.ts'

/** About the result beside the form in Create. */
const result = {
  title: 'Result',
  strip: 'Running and newest results',
  toolbar: 'Result actions',
  use: 'Reuse all',
  remix: 'Remix',
  open_gallery: 'Open in gallery',
  trash: 'Move to trash',
  enlarge: 'Show full size',
  cancel: 'Cancel',
  try_again: 'Try again',
  size: '{{width}} × {{height}}',
  empty_image: 'Your image appears here',
  empty_video: 'Your video appears here',
  empty_audio: 'Your audio appears here',
  empty_transcript: 'Your transcript appears here',
  empty_ocr: 'The text in the image appears here',
  empty_embedding: 'Your embedding appears here',
  empty_text: 'Your text appears here',
  empty_file: 'Your result appears here',
  empty_description: 'Write a prompt, check the price, then generate.',
  empty_fill: 'Fill in the form, check the price, then run it.',
  empty_example: 'Use this prompt',
  progress: 'Progress',
  queued_text: 'Waiting in the queue. Nothing was sent yet.',
  sending_text: 'Sending the job to the service.',
  running_text: 'The service is running this job.',
  running_unconfirmed_text: 'Waiting for the service’s status.',
  saving_text: 'The result is ready. Easel is downloading it.',
  saving_waiting_text: 'The result is ready and waits for its download.',
  vanished_text: 'The service can’t find this job. Easel keeps checking.',
  unsaved_text: 'The result is ready, but Easel couldn’t download it yet.',
  cancelled_text: 'Cancelled before it was sent. Nothing was charged.',
  closed_text: 'You stopped tracking this job. You may have been charged.',
  closed_vanished_text: 'You stopped tracking this job. The service couldn’t find it.',
  uncertain_text: '{{cause}} You may have been charged {{price}}.',
  uncertain_text_unpriced: '{{cause}} You may have been charged.',
  final_text: 'The service says that trying again won’t help. Change the parameters first.',
  service_says: 'The service says',
  no_price: 'Price unknown',
  announce_saved: 'Saved: {{title}}',
  announce_failed: '{{state}}: {{title}}',
} as const

/** Why it is unknown whether a job was charged. */
const jobs = {
  cause_no_reply: 'Easel sent this job but got no reply.',
  cause_interrupted: 'Easel closed while it was sending this job.',
  cause_unreadable: 'The service replied, but Easel couldn’t read the reply.',
  cause_redirected:
    'The service redirected Easel to another address (HTTP {{status}}). Easel doesn’t follow redirects.',
  cause_error_reply: 'The service replied with an error (HTTP {{status}}).',
} as const

/** About a job that is identical to an existing one. */
const already = {
  completed_title: 'You’ve already made this',
  completed_text:
    'Here’s the result you have: same parameters, seed and inputs. Nothing was sent or charged.',
  in_progress_title: 'Already in progress',
  queued_text: 'An identical job (same seed and inputs) is already queued. Nothing new was sent.',
  in_progress_text: 'An identical job (same seed and inputs) is already running. Nothing new was sent.',
  unsaved_text:
    'An identical job (same seed and inputs) has finished. Its file isn’t saved yet. Nothing new was sent.',
  uncertain_title: 'Charge unconfirmed',
  uncertain_text:
    'You sent an identical job on {{time}} and may have been charged. Sending again could charge you twice.',
  vanished_text:
    'The service accepted an identical job on {{time}} but can’t find it now. Sending again could charge you twice.',
  open: 'Open result',
  show: 'Show in queue',
  decide: 'Review in queue',
  another: 'Run again',
} as const

const priceComparison = {
  title: 'Compare prices',
  intro:
    'What this costs with each model. Fields you haven’t changed use each model’s defaults. Nothing is generated or charged.',
  price: 'Price',
  models: 'Models',
  sizes: 'Sizes',
  size: 'Size',
  size_now: '{{size}} (current)',
  parameter: 'Compare by',
  nothing: 'Models only',
  values: 'Values',
  values_bad: 'Enter numbers separated by commas, such as 4, 8, 12.',
  count_one: '{{count}} price',
  count_other: '{{count}} prices',
  to_check_one: '{{count}} to check',
  to_check_other: '{{count}} to check',
  known: 'all known',
  not_possible_one: '{{count}} not possible',
  not_possible_other: '{{count}} not possible',
  unavailable_one: '{{count}} without a price',
  unavailable_other: '{{count}} without a price',
  check_one: 'Check {{count}} price',
  check_other: 'Check {{count}} prices',
  checking: 'Checking prices…',
  waits: 'The service asked Easel to wait. Known prices are shown.',
  quota: 'Price checks left today: {{left}}. This comparison needs {{calls}}.',
  too_many: '{{count}} prices are too many; the limit is {{max}}. Choose fewer models, values or sizes.',
  too_few: 'Choose at least one model.',
  plot: 'Price chart; the table below shows the same prices',
  table: 'Prices',
  over: 'Not possible',
  no_price: 'No price',
  not_checked: 'Not checked yet',
  not_checked_sign: '·',
  reason: '{{label}}: {{text}}',
  why_over: '{{what}}: not possible. {{why}}',
  why_none: '{{what}}: no price. {{why}}',
  more_one: 'and {{count}} more',
  more_other: 'and {{count}} more',
  choose: 'Choose a point or a price to use its values.',
  chosen: '{{what}} · {{price}}',
  use: 'Use these values',
} as const

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
  proxy: 'No connection to {{name}} since {{time}}: the proxy {{proxy}} doesn’t let Easel through.',
  proxy_password: 'No connection to {{name}} since {{time}}: the proxy {{proxy}} asks for a password.',
  unused_proxy: 'The proxy {{proxy}} isn’t used for its URL.',
  web_page:
    'A web page has responded instead of {{name}} since {{time}}. If your network asks you to sign in, do that in a browser.',
  sign_in:
    'No connection to {{name}} since {{time}}: your network asks you to sign in. Do that in a browser.',
  no_answer: 'No connection to {{name}} since {{time}}: the service doesn’t respond.',
  server_error: '{{name}} has returned errors since {{time}} (HTTP {{status}}).',
  unreadable: '{{name}} has sent unreadable replies since {{time}}.',
  redirected:
    '{{name}} has redirected Easel to another address since {{time}}. Easel doesn’t follow redirects.',
  key_rejected: '{{name}} has rejected your API key since {{time}}.',
  next_in: 'Next try in {{time}}.',
  trying: 'Trying…',
} as const

/** About keys that aren't in the keychain. */
const keyNote = {
  waiting:
    'The system keychain is waiting for you. Unlock it to keep the API key of {{name}}; until then it’s lost when you close Easel.',
  session: 'Easel keeps the API key of {{name}} only until you close Easel, because there’s no keychain.',
} as const

const update = {
  title: 'Updating your library',
  progress: 'Update of your library',
  check: 'Checking the database',
  backup: 'Making a backup, {{percent}}%',
  step: 'Step {{step}} of {{steps}}',
  note: 'Your results stay where they are. If you close Easel, the update continues when you open it again.',
} as const

/** Texts of the problems that occur only on screens that load later, as in `problems.ts`. */
const problems = {
  batch_not_found: 'This batch no longer exists.',
  batch_not_found_next: 'The queue was refreshed.',
  batch_too_large: 'This makes {{count}} rows. A batch can have up to {{max}}.',
  batch_too_large_next: 'Remove values, options or rows.',
  export_disk_full: 'The disk is full. The export stopped.',
  export_disk_full_next: 'Free up space or choose another disk, then export again.',
  drag_too_large: 'That’s more than can be dragged at once: up to 100 files and 1 GB.',
  drag_too_large_next: 'Select fewer results, or use “Export…”.',
  export_empty: 'Easel couldn’t read any of the files.',
  export_empty_next: 'Check that they are still in the library folder.',
  result_unread: 'Easel can’t read this result in a reasonable time.',
  result_unread_next: 'The file is saved as received. Open it in another program.',
  batch_empty: 'No row of this batch can run.',
  batch_empty_next: 'Select at least one row without a problem, or correct the values.',
  batch_preview_gone: 'This preview is out of date.',
  batch_preview_gone_next: 'Review the rows again, then add them.',
  batch_repeated_one: '{{count}} of these rows has been added since this preview. Nothing was added again.',
  batch_repeated_other:
    '{{count}} of these rows have been added since this preview. Nothing was added again.',
  batch_repeated_next: 'Check which rows are selected, then add them.',
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
  variant_broken: 'A brace in the text is unmatched (character {{at}}).',
  variant_broken_list: 'A brace in the list “{{list}}” is unmatched near “{{excerpt}}”.',
  variant_broken_next: 'Close it, or type \\{ or \\} for a literal brace.',
  variant_too_deep: 'The braces in the text are nested more than 100 levels deep (character {{at}}).',
  variant_too_deep_list:
    'The braces in the list “{{list}}” are nested more than 100 levels deep near “{{excerpt}}”.',
  variant_too_deep_next: 'Use fewer levels, or type \\{ for a literal brace.',
  variant_unsupported:
    'Easel takes each option in braces once and doesn’t know 2$$ or 0.5:: before them (character {{at}}).',
  variant_unsupported_list:
    'Easel takes each option in braces once and doesn’t know 2$$ or 0.5:: before them, as in the list “{{list}}” near “{{excerpt}}”.',
  variant_unsupported_next: 'Remove it, or type \\{ for a literal brace.',
  table_broken: 'Easel can’t read the table at line {{line}}: {{problem}}',
  table_broken_next: 'Correct that line and choose the file again.',
  column_missing: 'The table has no column “{{column}}”.',
  column_missing_next: 'Choose another column for the field.',
  columns_unmapped: 'No column of the table fills a field.',
  columns_unmapped_next: 'Choose a field for at least one column.',
  pairs_uneven: 'The number of files ({{files}}) differs from the number of rows ({{rows}}).',
  pairs_uneven_next: 'Use as many files as rows, or pair them by name.',
  pair_missing: 'No file is named “{{name}}” (line {{line}} of the table).',
  pair_missing_next: 'Add that file, or correct its name in the table.',
  batch_budget_one: 'Limit {{scope}} ({{cap}}) reached. {{count}} job ({{reserved}}) is waiting.',
  batch_budget_other: 'Limit {{scope}} ({{cap}}) reached. {{count}} jobs ({{reserved}}) are waiting.',
  batch_budget_next: 'Raise the limit in Settings → Limits, or wait for it to reset.',
  batch_price_changed_one:
    'Prices rose: a job quoted at {{shown}} now costs {{price}}. {{count}} job ({{reserved}}) is waiting.',
  batch_price_changed_other:
    'Prices rose: a job quoted at {{shown}} now costs {{price}}. {{count}} jobs ({{reserved}}) are waiting.',
  batch_price_changed_next_one: 'Accept the new price, or cancel the remaining job.',
  batch_price_changed_next_other: 'Accept the new price, or cancel the remaining jobs.',
  batch_cap_reached_one: 'Limit of {{cap}} reached. {{count}} job ({{reserved}}) is waiting.',
  batch_cap_reached_other: 'Limit of {{cap}} reached. {{count}} jobs ({{reserved}}) are waiting.',
  batch_cap_reached_next: 'Raise or remove the limit to continue.',
  batch_balance_one: 'Your balance at the service is too low. {{count}} job ({{reserved}}) is waiting.',
  batch_balance_other: 'Your balance at the service is too low. {{count}} jobs ({{reserved}}) are waiting.',
  batch_balance_next: 'Top it up at the service, then resume the batch.',
  collection_not_found: 'This collection no longer exists.',
  collection_not_found_next: 'Choose another. Its results are still in the gallery.',
  collection_name_taken: 'A collection named “{{name}}” already exists.',
  collection_name_taken_next: 'Choose another name.',
  collection_nesting: 'A collection inside another one can’t contain collections.',
  collection_nesting_next: 'Choose a collection that isn’t inside another one.',
  tag_not_found: 'The tag “{{name}}” no longer exists.',
  tag_not_found_next: 'It may have been renamed or removed in another window.',
  tag_name_taken: 'A tag named “{{name}}” already exists.',
  tag_name_taken_next: 'Choose another name, or merge both tags.',
  search_name_taken: 'A smart collection named “{{name}}” already exists.',
  search_name_taken_next: 'Choose another name.',
  preset_name_taken: 'A preset named “{{name}}” already exists.',
  preset_name_taken_next: 'Choose another name.',
  presets_full: 'There are already {{max}} presets.',
  presets_full_next: 'Delete some of them.',
  preset_file_invalid: 'This file has no presets that Easel can read.',
  preset_file_invalid_next: 'Choose a file that was exported from Easel’s presets.',
  snippet_name_taken: 'A snippet named “{{name}}” already exists.',
  snippet_name_taken_next: 'Choose another name.',
  snippets_full: 'There are already {{max}} snippets.',
  snippets_full_next: 'Delete some of them.',
  text_missing: 'This result has no text to compare.',
  text_missing_next: 'Choose a result with a prompt, or type a text.',
  search_indexing_one: 'Easel is updating the search for {{count}} result.',
  search_indexing_other: 'Easel is updating the search for {{count}} results.',
  search_indexing_next: 'You can keep working. Until it’s done, a search may miss some results.',
  key_missing_keychain_waiting: 'Your system keychain is waiting for you to unlock it.',
  key_missing_keychain_waiting_next: 'Unlock it, then try again.',
  key_missing_keychain_unavailable: 'Easel couldn’t read the API key from your system keychain.',
  key_missing_keychain_unavailable_next:
    'Unlock the keychain and try again, or enter the key again in Settings → Connections.',
  maintenance_running: 'Easel is already checking or copying the library. Nothing new was started.',
  maintenance_running_next: 'Try again when it’s done, or stop it in Settings → Library.',
  backup_folder: 'This folder belongs to your library, or contains it.',
  backup_folder_next: 'Choose a folder outside the library, ideally on another disk.',
  folder_nested: 'This folder is inside the library or the backup, or contains it.',
  folder_nested_next: 'Choose a folder elsewhere, ideally on another disk.',
  folder_has_library: 'This folder already contains a library.',
  folder_has_library_next: 'Choose an empty folder.',
  folder_not_empty: 'This folder contains other files.',
  folder_not_empty_next: 'Choose an empty folder.',
  not_a_library: 'There’s no library in this folder.',
  not_a_library_next: 'Choose the folder of a library or a backup. It contains “easel.db” or “backups”.',
  not_a_backup: 'There’s no backup in this folder.',
  not_a_backup_next: 'Choose the folder of a backup. It contains “easel-backup.json”.',
  backup_newer: 'A newer version of Easel made this backup.',
  backup_newer_next: 'Update Easel to restore it. Nothing was copied.',
  library_missing: 'The library wasn’t found.',
  library_missing_next: 'If it’s on another disk, connect that disk and try again.',
  library_disconnected: 'The disk with your library isn’t connected.',
  library_disconnected_next: 'Connect it, or put its folder back. Easel then continues by itself.',
  library_read_only: 'Easel can’t write to your library.',
  library_read_only_next:
    'Check that its disk isn’t write-protected and that you have permission to write to its folder. Easel then continues by itself.',
  library_unfinished: 'This library isn’t complete: it’s still being copied to this folder.',
  library_unfinished_next: 'Finish restoring or moving it to this folder, or choose another one.',
  import_own_library: 'This is the library that’s open.',
  import_own_library_next: 'Choose the folder of another library, or of a backup.',
  import_library_damaged: 'The database of this library is damaged.',
  import_library_damaged_next: 'Choose a backup of it instead.',
  import_library_newer: 'A newer version of Easel created this library.',
  import_library_newer_next: 'Update Easel, then import it again.',
  import_library_among_files: 'This folder is an Easel library. Import it by itself.',
  import_library_among_files_next: 'Choose “Import another library…” and this folder.',
  import_too_many_files: 'Easel imports up to {{max}} files at once. Import the rest folder by folder.',
  import_too_many_files_next: 'Import the folders in it one after another.',
  import_too_deep: 'This folder is more than {{max}} folders down. Import it by itself.',
  import_too_deep_next: 'Choose “Import a folder…” and this folder.',
  import_needs_desktop: 'This folder is an Easel library, which a browser can’t import.',
  import_needs_desktop_next: 'Drop it on the window of the desktop app.',
  result_too_large: 'The result is larger than Easel can save.',
  result_too_large_next: 'Find its request ID in the job’s details, and ask the service for the file.',
  import_file_missing: 'Its file is missing.',
  import_file_missing_next: 'If it’s on a disk that isn’t connected, connect that disk and import again.',
  import_file_changed: 'Its file was changed or truncated after it was saved.',
  import_file_changed_next: 'Open that library, check its files in Settings → Library, then import again.',
  import_result_invalid: 'Its entry in that library is damaged.',
  import_result_invalid_next: 'Open that library to see what Easel can still read of it.',
  library_updating: 'Easel is updating your library.',
  library_updating_next: 'Wait until it’s done.',
} as const

/** What differs when parameters are used with another model. */
const changes = {
  replaced: '{{label}} {{to}} instead of {{from}}',
  added: '{{label}}: {{to}} (this model’s default)',
  removed: '{{label}}: not used by {{model}}',
  kept: '{{label}}: not used by {{model}}; kept for later',
} as const

/** The English texts of what loads after the first screen. */
export const lazyTexts = {
  again,
  already,
  announce,
  balance,
  batch,
  changes,
  collections,
  compare,
  create: lazyCreateTexts,
  exporting,
  files,
  filters,
  formTools,
  gallery,
  grid,
  guide,
  health,
  imports,
  jobs,
  key_note: keyNote,
  keys,
  libraries,
  priceComparison,
  meaning,
  maintenance,
  models,
  media,
  menu,
  organize,
  palette,
  presets,
  tags,
  problems,
  queue,
  recall,
  settings,
  shortcuts,
  snippets,
  speech,
  spend,
  result,
  resultMenu,
  update,
  viewers,
}
