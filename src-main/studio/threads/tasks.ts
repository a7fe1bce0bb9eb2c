import { tableTasks } from '../jobs/batches/readTable.ts'
import { textTasks } from '../library/texts/textTasks.ts'
import { namesIn } from '../storage/files/namesIn.ts'

/** Tasks that run in a worker: parsing untrusted files and tables, and listing folders of any size. */
export const tasks = {
  ...textTasks,
  namesIn,
  ...tableTasks,
}

export type StudioTasks = typeof tasks
