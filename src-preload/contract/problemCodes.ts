/** Codes that any route can return. */
export const boundaryErrors = {
  routeNotFound: 'route_not_found',
  invalidInput: 'invalid_input',
  forbiddenSender: 'forbidden_sender',
  internal: 'internal',
  /** A later request for the same list on screen or the same draft replaced this one. */
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
  /** The overrides file has errors; none of it is applied. */
  overridesInvalid: 'overrides_invalid',
} as const

export const jobErrors = {
  notFound: 'job_not_found',
  wrongState: 'job_wrong_state',
  requestTaken: 'request_taken',
  /** The shown price is no longer known; request it again. */
  quoteOutdated: 'quote_outdated',
  /** The price is not the one that was shown. */
  priceChanged: 'price_changed',
  /** The quote is stale; a new one is requested before the job is sent. */
  priceCheck: 'price_check',
  /** The quote is stale, and a new one failed. */
  priceCheckFailed: 'price_check_failed',
  diskFull: 'disk_full',
  /** Results are saved, but not in all their other formats. */
  formatsMissing: 'formats_missing',
} as const

export const batchErrors = {
  notFound: 'batch_not_found',
  /** More rows than allowed; none was built. */
  tooLarge: 'batch_too_large',
  /** Every row has issues or is not selected. */
  empty: 'batch_empty',
  /** The preview expired, or the connection changed; preview again. */
  previewGone: 'batch_preview_gone',
  /** Some of the selected rows have been enqueued by another click since the preview; preview again. */
  repeated: 'batch_repeated',
  /** Some rows have no price, and the user did not confirm to run them. */
  unpriced: 'batch_unpriced',
  /** A wildcard list refers to itself, perhaps through other lists. */
  wildcardCycle: 'wildcard_cycle',
  /** There is no wildcard list with this name. */
  wildcardMissing: 'wildcard_missing',
  /** An unmatched brace in a text or a wildcard list. */
  variantBroken: 'variant_broken',
  /** More than 100 levels of braces. */
  variantTooDeep: 'variant_too_deep',
  /** Options in braces in the syntax of another program: `{2$$a|b}`, `{0.5::a|b}`. */
  variantUnsupported: 'variant_unsupported',
  /** The table can't be read. */
  tableBroken: 'table_broken',
  /** The mapping names a column that the table does not have. */
  columnMissing: 'column_missing',
  /** No column of the table fills a field. */
  columnsUnmapped: 'columns_unmapped',
  /** Files are paired with rows, but there are not as many files as rows. */
  pairsUneven: 'pairs_uneven',
  /** A line names a file that isn't there. */
  pairMissing: 'pair_missing',
  /** A limit does not allow the next job. */
  budget: 'batch_budget',
  /** The batch reached its own limit. */
  capReached: 'batch_cap_reached',
  /** The service reported a balance too low for the next job. */
  balance: 'batch_balance',
  /** A job costs another price than it was quoted. */
  priceChanged: 'batch_price_changed',
} as const

/** Problems with the user's limits. */
export const budgetErrors = {
  /** A request exceeds a limit. */
  full: 'budget_full',
  /** 80 % of a limit is used or reserved. */
  near: 'budget_near',
  /** A job without a price can't be checked against a limit. */
  unpriced: 'budget_unpriced',
  /** A balance fell by more than the quotes of what ran. */
  excess: 'balance_excess',
} as const

export const collectionErrors = {
  notFound: 'collection_not_found',
  nameTaken: 'collection_name_taken',
  /** Collections would be nested more than one level deep. */
  nesting: 'collection_nesting',
} as const

export const tagErrors = {
  notFound: 'tag_not_found',
  nameTaken: 'tag_name_taken',
} as const

/** Problems of saved searches. */
export const searchErrors = {
  nameTaken: 'search_name_taken',
} as const

export const presetErrors = {
  /** The name is taken by another preset of the task. */
  nameTaken: 'preset_name_taken',
  /** There are as many presets as allowed. */
  full: 'presets_full',
  /** A file has no presets, or invalid ones. */
  fileInvalid: 'preset_file_invalid',
} as const

export const snippetErrors = {
  /** The name is taken by another snippet. */
  nameTaken: 'snippet_name_taken',
  /** There are as many snippets as allowed. */
  full: 'snippets_full',
} as const

export const libraryErrors = {
  notFound: 'asset_not_found',
  fileMissing: 'file_missing',
  notSupported: 'not_supported',
  /** A copy could not be written to the chosen place. */
  copyFailed: 'copy_failed',
  /** Another check or copy of the library is running; this one wasn't started. */
  maintenanceRunning: 'maintenance_running',
  /** A backup can't be inside the library, nor the library inside the backup. */
  backupFolder: 'backup_folder',
  /** A chosen folder is in the library or backup that is copied to it, or contains it. */
  folderNested: 'folder_nested',
  /** A chosen folder has a library or a backup already. */
  folderHasLibrary: 'folder_has_library',
  /** A chosen folder has other files. */
  folderNotEmpty: 'folder_not_empty',
  notALibrary: 'not_a_library',
  notABackup: 'not_a_backup',
  /** A newer version of Easel made the backup. */
  backupNewer: 'backup_newer',
  /** The disk has no space for an export. */
  exportDiskFull: 'export_disk_full',
  /** Too many or too large files to be dragged out of the window at once. */
  dragTooLarge: 'drag_too_large',
  /** None of the files of an export could be read. */
  exportEmpty: 'export_empty',
  /** A text result takes too long to parse. Its file is saved unchanged. */
  resultUnread: 'result_unread',
  /** A result without a prompt or other text can't be compared by meaning. */
  textMissing: 'text_missing',
  /** Results are being added to the search index again; searches may miss some of them. */
  indexing: 'search_indexing',
} as const

/** Why another library, or one of its results, can't be imported. */
export const importErrors = {
  /** It is the library that is open. */
  ownLibrary: 'import_own_library',
  libraryDamaged: 'import_library_damaged',
  /** It was made by a newer version of Easel. */
  libraryNewer: 'import_library_newer',
  /** It was found among other files and folders. */
  libraryAmongFiles: 'import_library_among_files',
  /** An import lists a maximum number of files; this file and others were found after them. */
  tooManyFiles: 'import_too_many_files',
  /** A folder is too many folders down. */
  tooDeep: 'import_too_deep',
  /** The host can't read a library. */
  needsDesktop: 'import_needs_desktop',
  /** The file of a result is missing. */
  fileMissing: 'import_file_missing',
  /** The file of a result isn't the one that was saved. */
  fileChanged: 'import_file_changed',
  /** The data of a result in the library's database is invalid. */
  resultInvalid: 'import_result_invalid',
} as const

/** Why a file is not accepted as an input. */
export const inputErrors = {
  empty: 'input_empty',
  /** Neither image, video nor audio. */
  unknown: 'input_unknown',
  /** Truncated according to its format, or without a size. */
  damaged: 'input_damaged',
  tooLarge: 'input_too_large',
  /** Missing or unreadable. */
  fileMissing: 'file_missing',
  /** The upload was interrupted. */
  interrupted: 'input_interrupted',
} as const

/** Problems of the data folder. */
export const storageErrors = {
  /** The disk has too little free space; nothing is sent until there is more. */
  diskLow: 'disk_low',
  /** Another studio has this data folder open. */
  libraryInUse: 'library_in_use',
  /** The folder of a library in the list has no library, or its disk isn't connected. */
  libraryMissing: 'library_missing',
  /** The folder of the open library is gone, for example because its disk was disconnected. */
  libraryDisconnected: 'library_disconnected',
  /** The open library can't be written. */
  libraryReadOnly: 'library_read_only',
  /** A library or a backup is still to be copied to the folder. */
  libraryUnfinished: 'library_unfinished',
  /** Made by a newer version of Easel; unchanged. */
  databaseNewer: 'database_newer',
  /** Unreadable and renamed; a new one was created. */
  databaseDamaged: 'database_damaged',
  /** Unreadable (and renamed) or missing; replaced by a backup. */
  databaseRestored: 'database_restored',
  /** Being checked, because it may be damaged; nothing is sent until then. */
  databaseUnchecked: 'database_unchecked',
  /** Found damaged after startup. The next startup replaces it; nothing is sent until then. */
  databaseUnsound: 'database_unsound',
  /** An update of the library is complete; a backup from before it was kept. */
  libraryUpdated: 'library_updated',
  /** The library is being updated. Repeat the call. */
  libraryUpdating: 'library_updating',
  /** The update needs more free space; nothing was changed. */
  updateNeedsRoom: 'update_needs_room',
  /** A step of the update failed; nothing was changed. */
  databaseUpdateFailed: 'database_update_failed',
  /** This version of SQLite has a bug that loses data. */
  sqliteTooOld: 'sqlite_too_old',
  /** Stored entries are unreadable and were quarantined. */
  rowsQuarantined: 'rows_quarantined',
  /** Complete results without a job were moved to a folder. */
  filesFound: 'files_found',
  /** Reading or writing failed. */
  diskFailed: 'disk_failed',
} as const

/** Why a request to the service failed; the code of a `Problem` about a request. */
export const serviceErrors = {
  unreachable: 'service_unreachable',
  tls: 'service_tls',
  /** A proxy can't be used. */
  proxy: 'service_proxy',
  /** A page of the network, which asks the user to sign in, responded instead of the service. */
  signIn: 'service_sign_in',
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
  /** The daily quota of price requests is used up until `retryAt`; jobs may still be sent. */
  pricesUsedUp: 'service_prices_used_up',
  serverError: 'service_error',
  unreadable: 'service_unreadable',
  redirected: 'service_redirected',
  jobFailed: 'job_failed',
  /** The service doesn't know a job's id, perhaps only for now. */
  jobUnknown: 'job_unknown',
  /** The same for hours. */
  jobVanished: 'job_vanished',
  resultMissing: 'result_missing',
  resultExpired: 'result_expired',
  resultDamaged: 'result_damaged',
  /** The file was received whole, but looks truncated. It is downloaded again to compare. */
  resultIncomplete: 'result_incomplete',
  /** The same file was received again, so it was saved. */
  resultDoubtful: 'result_doubtful',
  resultRefused: 'result_refused',
  /** The file of a result is larger than Easel saves, so that no retry can succeed. */
  resultTooLarge: 'result_too_large',
  responseLost: 'answer_lost',
  interrupted: 'interrupted',
} as const

/** Codes of the window itself, for what it finds without the studio. */
export const windowErrors = {
  /** The studio did not respond, so whether it received the request is unknown. */
  studioLost: 'studio_lost',
} as const

type CodeOf<Group> = Group[keyof Group]

/** Every code of a `Problem`. */
export type ProblemCode =
  | CodeOf<typeof boundaryErrors>
  | CodeOf<typeof connectionErrors>
  | CodeOf<typeof formErrors>
  | CodeOf<typeof catalogueErrors>
  | CodeOf<typeof jobErrors>
  | CodeOf<typeof batchErrors>
  | CodeOf<typeof budgetErrors>
  | CodeOf<typeof collectionErrors>
  | CodeOf<typeof tagErrors>
  | CodeOf<typeof searchErrors>
  | CodeOf<typeof presetErrors>
  | CodeOf<typeof snippetErrors>
  | CodeOf<typeof libraryErrors>
  | CodeOf<typeof importErrors>
  | CodeOf<typeof inputErrors>
  | CodeOf<typeof storageErrors>
  | CodeOf<typeof serviceErrors>
  | CodeOf<typeof windowErrors>
