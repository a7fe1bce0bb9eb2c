import type { Problem } from './types/problem.ts'

/** Codes of the border itself. Everything else is a domain code, listed beside the routes that answer with it. */
export const borderErrors = {
  routeNotFound: 'route_not_found',
  invalidInput: 'invalid_input',
  forbiddenSender: 'forbidden_sender',
  internal: 'internal',
  /** A later question of the same view took its place; its answer is of no use any more. */
  superseded: 'superseded',
} as const

export const connectionErrors = {
  notFound: 'connection_not_found',
  badAddress: 'connection_bad_address',
  none: 'no_connection',
  keyMissing: 'key_missing',
  sandboxUnavailable: 'sandbox_unavailable',
  fixed: 'connection_fixed',
} as const

export const formErrors = {
  unknownOperation: 'unknown_operation',
  modelGone: 'model_gone',
  invalidForm: 'invalid_form',
} as const

export const catalogueErrors = {
  /** The settings file `params.file` has `params.count` mistakes, the first `params.problem` in words: none of it is used. */
  overridesInvalid: 'overrides_invalid',
} as const

export const jobErrors = {
  notFound: 'job_not_found',
  wrongState: 'job_wrong_state',
  requestTaken: 'request_taken',
  /** The price shown is not known any more: ask for it again. */
  quoteOutdated: 'quote_outdated',
  /** The price is `params.price` now, and `params.shown` was shown. */
  priceChanged: 'price_changed',
  /** The price is out of date: it is being asked for again before the job is sent. */
  priceCheck: 'price_check',
  /** The same, and no price could be had, for the problem with the code `params.because`. */
  priceCheckFailed: 'price_check_failed',
  diskFull: 'disk_full',
  /** Results are saved, but not in all their other formats. */
  formatsMissing: 'formats_missing',
} as const

export const batchErrors = {
  notFound: 'batch_not_found',
  /** `params.count` rows, more than `params.most`: refused before one is built. */
  tooLarge: 'batch_too_large',
  /** Every row has issues or is unticked. */
  empty: 'batch_empty',
  /** The preview is no longer kept, or the connection changed: preview again. */
  previewGone: 'batch_preview_gone',
  /** `params.count` rows have no price, and it was not said that they may run. */
  unpriced: 'batch_unpriced',
  /** The list `params.name` leads back to itself, over `params.count` lists in all: `params.names`. */
  wildcardCycle: 'wildcard_cycle',
  /** There is no list `params.name`. */
  wildcardMissing: 'wildcard_missing',
  /** An opening or closing brace without its other half (`params.at`, from 1). */
  variantBroken: 'variant_broken',
  /** The table can't be read (`params.line`, `params.problem` in words). */
  tableBroken: 'table_broken',
  /** The mapping names the column `params.column`, which the table does not have. */
  columnMissing: 'column_missing',
  /** Files are paired with rows and `params.files` files stand against `params.rows` rows. */
  pairsUneven: 'pairs_uneven',
  /** No file is named `params.name` (line `params.line`). */
  pairMissing: 'pair_missing',
  /** The budget `params.cap` of `params.scope` leaves no room for its next job; `params.jobs` jobs of `params.held` wait. */
  budget: 'batch_budget',
  /** The batch reached its own cap `params.cap`; `params.jobs` jobs of `params.held` wait. */
  capReached: 'batch_cap_reached',
  /** The service says the balance is too low for the next job; `params.jobs` jobs of `params.held` wait. */
  balance: 'batch_balance',
  /** A job quoted `params.shown` costs `params.price` now; `params.jobs` jobs of `params.held` wait. */
  priceChanged: 'batch_price_changed',
} as const

export const budgetErrors = {
  /** Would pass the cap `params.cap` of `params.scope`: `params.used` used, `params.held` held, `params.wanted` wanted. */
  full: 'budget_full',
  /** 80 % of the cap `params.cap` of `params.scope` are used or held. */
  near: 'budget_near',
  /** Without a price it can't be held against the cap of `params.scope`. */
  unpriced: 'budget_unpriced',
} as const

export const collectionErrors = {
  notFound: 'collection_not_found',
  /** Another is called `params.name`. */
  nameTaken: 'collection_name_taken',
} as const

export const libraryErrors = {
  notFound: 'asset_not_found',
  fileMissing: 'file_missing',
  notSupported: 'not_supported',
  /** A copy could not be written where the user wanted it. */
  copyFailed: 'copy_failed',
  /** A text result takes too long to read. Its file was saved as it came. */
  resultUnread: 'result_unread',
} as const

/** Why a file is not taken in as an input. */
export const inputErrors = {
  empty: 'input_empty',
  /** Neither image, video nor sound (`params.what`: html, txt…, unknown). */
  unknown: 'input_unknown',
  /** Ends before its own format (`params.what`) says it does, or has no size. */
  damaged: 'input_damaged',
  /** More than `params.maxBytes`. */
  tooLarge: 'input_too_large',
  /** Gone, or can't be read (`params.cause`). */
  fileMissing: 'file_missing',
  /** The upload broke off. */
  interrupted: 'input_interrupted',
} as const

/** About what the studio keeps on disk. `params.file` names a file in the data folder. */
export const storageErrors = {
  /** Only `params.free` bytes are left, fewer than `params.least`: nothing more is sent until there is room. */
  diskLow: 'disk_low',
  /** Another studio has this data folder open. */
  libraryInUse: 'library_in_use',
  /** Made by a newer Easel (`params.found`, `params.known`): left as it is. */
  databaseNewer: 'database_newer',
  /** Unreadable and set aside as `params.file`; a fresh one was begun. */
  databaseDamaged: 'database_damaged',
  /** Unreadable or gone (`params.file`, where set aside); the backup `params.backup` took its place. */
  databaseRestored: 'database_restored',
  /** Damaged, as was found after the start: the next start replaces it, and nothing is sent until then. */
  databaseUnsound: 'database_unsound',
  /** The library is being updated; `params` is a `LibraryUpdate`. Ask again. */
  libraryUpdating: 'library_updating',
  /** The update needs `params.least` bytes of free disk, and there are `params.free`; nothing was changed. */
  updateNeedsRoom: 'update_needs_room',
  /** A step of the update failed (`params.version`); nothing was changed. */
  databaseUpdateFailed: 'database_update_failed',
  /** This SQLite (`params.found`) has a fault that loses data; `params.wanted` or newer is needed. */
  sqliteTooOld: 'sqlite_too_old',
  /** `params.count` stored entries of `params.source` can't be read and were set aside. */
  rowsQuarantined: 'rows_quarantined',
  /** `params.count` finished results that belong to no job were put into `params.folder`. */
  filesFound: 'files_found',
  /** The disk refused to read or write (`params.cause`, the system's code). */
  diskFailed: 'disk_failed',
} as const

/** Why the remote service did not give what was asked; the code of a `Problem` about a request. */
export const serviceErrors = {
  unreachable: 'service_unreachable',
  tls: 'service_tls',
  timeout: 'service_timeout',
  keyRefused: 'service_key_refused',
  forbidden: 'service_forbidden',
  notFound: 'service_not_found',
  tooLarge: 'service_too_large',
  /** A file or text is too large for a price request; the job itself may still be accepted. */
  tooLargeToPrice: 'service_too_large_to_price',
  refused: 'service_refused',
  balance: 'service_balance',
  rateLimited: 'service_rate_limited',
  dailyLimit: 'service_daily_limit',
  /** The day's quota of price questions is used up until `params.waitsUntil`; jobs may still be sent. */
  pricesUsedUp: 'service_prices_used_up',
  serverError: 'service_error',
  unreadable: 'service_unreadable',
  redirected: 'service_redirected',
  jobFailed: 'job_failed',
  jobVanished: 'job_vanished',
  resultMissing: 'result_missing',
  resultExpired: 'result_expired',
  resultDamaged: 'result_damaged',
  resultRefused: 'result_refused',
  answerLost: 'answer_lost',
  interrupted: 'interrupted',
} as const

/** Every answer of the studio crosses in this envelope: Electron drops all but the message of a rejected call. */
export type Envelope<T> = { ok: true; data: T } | { ok: false; error: Problem }

/** Thrown inside the studio, carried over the border as its problem. */
export class StudioError extends Error {
  readonly problem: Problem
  constructor(problem: Problem) {
    super(problem.code)
    this.name = 'StudioError'
    this.problem = problem
  }
}
