import { tableTasks } from '../jobs/batches/readTable.ts'
import { imageTasks } from '../library/export/convert/convertImage.ts'
import { textTasks } from '../library/texts/textTasks.ts'
import { listNames } from '../storage/files/folders.ts'

/** Tasks that run in a worker: parsing untrusted files and tables, converting images, and listing folders of any size. */
export const tasks = {
  ...textTasks,
  ...imageTasks,
  listNames,
  ...tableTasks,
}

export type StudioTasks = typeof tasks
