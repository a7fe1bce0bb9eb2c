import type { serviceErrors } from './problemCodes.ts'
import type { LibraryUpdate } from './types/libraryUpdate.ts'
import type { BudgetScope, Money } from './types/money.ts'

/**
 * Why an API key is missing. `other_address`: it was entered for another origin; `address_changed`: the new address needs a key;
 * `not_kept`: it was kept for one session only.
 */
export type MissingKeyReason =
  | 'keychain_unavailable'
  | 'keychain_waiting'
  | 'other_address'
  | 'address_changed'
  | 'not_kept'

type NameParams = { name: string }
type MaxParams = { max: number }
/** The kind of the limit's scope and the limit; `name` is the name of a collection. */
type LimitParams = { scope: BudgetScope['kind']; cap: Money; name?: string }
/** How many jobs of a batch wait, and their price together. */
type WaitingJobsParams = { jobs: number; reserved: Money }
/** The position of a brace, from 1. With the reason `list`, it is in a wildcard list, and `excerpt` is the text around it. */
type BraceParams = { at: number; reason?: 'list'; list?: string; excerpt?: string }
/** The price that was shown, and the price now. */
type PriceChangeParams = { shown: Money; price: Money }

/** What the message of a problem mentions, by its code. Codes of failed requests share `RequestData`; all others have no parameters. */
export interface ProblemParams {
  route_not_found: { route: string }
  /** `detail`: what is invalid; `field`: the field of the input. */
  invalid_input: { route?: string; detail?: string; field?: string }
  /** The id of the log entry. */
  internal: { id?: string }
  /** `detail`: the error of the keychain. `entered` and `address`: the origin that the key was entered for, and that of the connection. */
  key_missing: { reason?: MissingKeyReason; detail?: string; entered?: string; address?: string }
  connection_bad_address: { reason: 'not_a_url' | 'not_https' | 'credentials' | 'query' | 'fragment' }
  sandbox_unavailable: { detail: string }
  /** `model`: the id; `name`: the name, if it is known. */
  model_gone: { model?: string; name?: string }
  /** The first invalid field and the code of its issue. */
  invalid_form: { field?: string; issue?: string }
  /** The file has `count` errors, the first described by `problem`. */
  overrides_invalid: { file: string; problem: string; count: number }

  job_wrong_state: { state?: string }
  /** The title of the job that has the request. */
  request_taken: { title: string }
  price_changed: PriceChangeParams
  /** The code of the problem that prevented a new price; empty if it is unknown. */
  price_check_failed: { because: string }

  batch_too_large: { count: number; max: number }
  batch_repeated: { count: number }
  batch_unpriced: { count: number }
  /** The list `name` refers to itself through `count` lists, `names`. */
  wildcard_cycle: { name: string; names: string; count: number }
  wildcard_missing: NameParams
  variant_broken: BraceParams
  variant_too_deep: BraceParams
  variant_unsupported: BraceParams
  /** `problem` describes what is wrong in the line. */
  table_broken: { line: number; problem: string }
  column_missing: { column: string }
  pairs_uneven: { files: number; rows: number }
  pair_missing: { name: string; line: number }
  batch_budget: LimitParams & WaitingJobsParams
  batch_cap_reached: { cap: Money } & WaitingJobsParams
  batch_balance: WaitingJobsParams
  batch_price_changed: PriceChangeParams & WaitingJobsParams

  /** `wanted` was requested. */
  budget_full: LimitParams & { used: Money; reserved: Money; wanted: Money }
  budget_near: LimitParams & { used: Money }
  /** `since`: when the balance was read before it fell. */
  balance_excess: { fell: Money; quoted: Money; since: number; connection: string }
  budget_unpriced: LimitParams

  collection_name_taken: NameParams
  tag_not_found: NameParams
  tag_name_taken: NameParams
  search_name_taken: NameParams
  preset_name_taken: NameParams
  snippet_name_taken: NameParams
  presets_full: MaxParams
  snippets_full: MaxParams
  import_too_many_files: MaxParams
  import_too_deep: MaxParams

  file_missing: { file?: string; cause?: string; detail?: string }
  copy_failed: { cause?: string }
  search_indexing: { count: number }
  /** `what`: the format, for example `html`; or `unknown`. */
  input_unknown: { what: string }
  input_damaged: { what: string }
  input_too_large: { maxBytes: number }
  input_interrupted: { cause?: string }

  disk_low: { free: number; needed: number }
  update_needs_room: { free: number; needed: number }
  /** `cause`: the system's error code, or the message of SQLite. */
  disk_failed: { cause?: string }
  /** `detail`: the folder of the library; `cause` as above. */
  library_disconnected: { detail: string }
  library_read_only: { detail: string; cause: string }
  /** The versions of the database that were found and that this version of Easel knows. */
  database_newer: { found?: number; known?: number }
  /** The name of the renamed file; absent if the database was missing. */
  database_damaged: { file?: string }
  database_restored: { file?: string; backup: string }
  /** The name of the backup from before the update. */
  library_updated: { backup: string }
  /** The migration that failed. */
  database_update_failed: { version: number }
  sqlite_too_old: { found: string; wanted: string }
  /** How many entries of which table were quarantined. */
  rows_quarantined: { source: string; count: number }
  files_found: { count: number; folder: string }

  /** The service's code and reason, if it stated them. */
  job_failed: { code?: string; reason?: string }
}

/** The limit that the problem is about; `wanted` is the amount that was requested. */
type LimitFields = { limit: { scope: BudgetScope; wanted?: Money } }

/** What the window needs to act on a problem, by its code. */
export interface ProblemFields {
  budget_full: LimitFields
  budget_near: LimitFields
  budget_unpriced: LimitFields
  /** Whether the service states that the same request would fail again. */
  job_failed: { isPermanent?: boolean }
  /** The progress of the update; absent before it starts. */
  library_updating: { update?: LibraryUpdate }
}

/** The codes of failed requests to the service or to the host of a result. */
export type RequestCode = Exclude<(typeof serviceErrors)[keyof typeof serviceErrors], 'job_failed'>

/**
 * Why a proxy can't be used: `unreachable`, `password` (it asks for one), `refused`, `unsupported`; or why there is no secure connection:
 * `untrusted` (nobody whom this computer trusts vouches for the server), `name` (the certificate is for another name), `date` (it has
 * expired or isn't valid yet), `not_tls`.
 */
export type NetworkFailureReason =
  | 'unreachable'
  | 'password'
  | 'refused'
  | 'unsupported'
  | 'untrusted'
  | 'name'
  | 'date'
  | 'not_tls'

/** What may be known about a failed request. */
export interface RequestData {
  /**
   * `status`: of the response; `detail` or `cause`: the error of the network; `what`: the content of a refused or damaged file, or what
   * is wrong with its address; `rejected`: the labels of the values that the service rejected, and `unknown` the names of those that the
   * task has no field for; `connection`: the name of the connection; `host` and `since`: as in `resultHost`; `proxy`: the proxy that
   * failed or, without `reason`, one that isn't used for the address; `reason`: why a proxy or a secure connection failed.
   */
  params?: {
    status?: number
    detail?: string
    cause?: string
    what?: string
    connection?: string
    host?: string
    since?: number
    proxy?: string
    reason?: NetworkFailureReason
    rejected?: string
    unknown?: string
  }
  /** The host that serves a job's result, if it isn't the service's own, and since when (ms since the epoch) the job has waited for it. */
  resultHost?: { host: string; since: number }
  /** The connection whose key the service refuses. */
  connectionId?: string
}
