import { tableTasks } from '../jobs/batches/readTable.ts'
import { imageTasks } from '../library/export/convert/convertImage.ts'
import { metadataTasks } from '../library/metadata/readParameters.ts'
import { textTasks } from '../library/texts/textTasks.ts'
import { listNames, measureFolders } from '../storage/files/folders.ts'

/** Tasks that run in a worker: parsing untrusted files and tables, and listing and measuring folders of any size. */
const studioTasks = {
  ...textTasks,
  ...metadataTasks,
  listNames,
  measureFolders,
  ...tableTasks,
}
export type StudioTasks = typeof studioTasks
export type ImageTasks = typeof imageTasks

export const tasks = { ...studioTasks, ...imageTasks }
