import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { makeFolderDurably } from './durableFiles.ts'

const README_NAME = 'README.txt'

const README = `Files in this folder

Easel moves files here that it can't place. It never deletes them.

- A file named by a date and random letters is a complete result for which
  Easel has no job. It may have been paid for. It isn't in the gallery; to
  add it, drag it into Easel's window.
- A file with "-changed-" in its name is a result that another program
  changed. Easel downloaded the original again and kept this one here.

You may open, move or delete every file in this folder. Nothing else in the
library refers to them, so deleting them frees their space and changes
nothing in Easel. This text may be deleted too.
`

/** Creates the folder for complete files that no row refers to, with a text that explains it, unless it exists. */
export async function makeFoundFolder(folder: string): Promise<void> {
  await makeFolderDurably(folder)
  // A missing text must not keep a file from being moved there.
  await writeFile(join(folder, README_NAME), README, { flag: 'wx', mode: 0o600 }).catch(() => {})
}
