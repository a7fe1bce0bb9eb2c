import { tableTasks } from '../jobs/batches/readTable.ts'
import { textTasks } from '../library/texts/textTasks.ts'
import { listNames } from '../storage/files/folders.ts'
import { measureFolder } from '../storage/files/measureFolder.ts'

/** Tasks that run in a worker: parsing untrusted files and tables, and listing folders of any size. */
export const tasks = {
  ...textTasks,
  listNames,
  measureFolder,
  ...tableTasks,
}

export type StudioTasks = typeof tasks
