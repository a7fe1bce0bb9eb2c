import { migration0001 } from './0001-first.ts'
import { migration0002 } from './0002-stars-collections.ts'
import { migration0003 } from './0003-batch-news.ts'
import { migration0004 } from './0004-files.ts'
import { migration0005 } from './0005-money.ts'
import { migration0006 } from './0006-not-fetched.ts'
import { migration0007 } from './0007-batch-ends.ts'
import { migration0008 } from './0008-queue.ts'
import { migration0009 } from './0009-refunds-accounts.ts'
import { migration0010 } from './0010-history.ts'
import { migration0011 } from './0011-large-libraries.ts'
import { migration0012 } from './0012-limit-scopes.ts'
import { migration0013 } from './0013-plain-names.ts'
import { migration0014 } from './0014-find-and-order.ts'
import { migration0015 } from './0015-index-merges.ts'
import { migration0016 } from './0016-deleted-collections.ts'
import { migration0017 } from './0017-text-vectors.ts'
import { migration0018 } from './0018-vectors-by-connection.ts'
import { migration0019 } from './0019-no-statistics.ts'
import { migration0020 } from './0020-imported-parameters.ts'
import { migration0021 } from './0021-faster-forms.ts'
import { migration0022 } from './0022-model-changes.ts'
import { migration0023 } from './0023-snippets.ts'
import { migration0024 } from './0024-order-by-date.ts'
import { migration0025 } from './0025-reserved-money.ts'
import { migration0026 } from './0026-inherited-titles.ts'
import { migration0027 } from './0027-name-keys.ts'
import { migration0028 } from './0028-file-problems.ts'
import { migration0029 } from './0029-unmeasured-files.ts'

/** One step of the schema, from the version before it. */
export interface Migration {
  version: number
  sql: string
}

/** Every released migration, oldest first. The statements of a released one are never changed. */
export const migrations: readonly Migration[] = [
  { version: 1, sql: migration0001 },
  { version: 2, sql: migration0002 },
  { version: 3, sql: migration0003 },
  { version: 4, sql: migration0004 },
  { version: 5, sql: migration0005 },
  { version: 6, sql: migration0006 },
  { version: 7, sql: migration0007 },
  { version: 8, sql: migration0008 },
  { version: 9, sql: migration0009 },
  { version: 10, sql: migration0010 },
  { version: 11, sql: migration0011 },
  { version: 12, sql: migration0012 },
  { version: 13, sql: migration0013 },
  { version: 14, sql: migration0014 },
  { version: 15, sql: migration0015 },
  { version: 16, sql: migration0016 },
  { version: 17, sql: migration0017 },
  { version: 18, sql: migration0018 },
  { version: 19, sql: migration0019 },
  { version: 20, sql: migration0020 },
  { version: 21, sql: migration0021 },
  { version: 22, sql: migration0022 },
  { version: 23, sql: migration0023 },
  { version: 24, sql: migration0024 },
  { version: 25, sql: migration0025 },
  { version: 26, sql: migration0026 },
  { version: 27, sql: migration0027 },
  { version: 28, sql: migration0028 },
  { version: 29, sql: migration0029 },
]
