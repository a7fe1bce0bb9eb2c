import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** Files whose sizes are read at the same time. */
const CONCURRENT = 32

/** The number and total size of the files in folders, without their subfolders. Run it in a worker if there may be very many. */
export async function measureFolders(folders: readonly string[]): Promise<{ files: number; bytes: number }> {
  const total = { files: 0, bytes: 0 }
  for (const folder of folders) {
    const { files, bytes } = await measureFolder(folder)
    total.files += files
    total.bytes += bytes
  }
  return total
}

async function measureFolder(folder: string): Promise<{ files: number; bytes: number }> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
  const names = entries.filter((entry) => entry.isFile()).map(({ name }) => name)
  let [files, bytes] = [0, 0]
  for (let start = 0; start < names.length; start += CONCURRENT) {
    const slice = names.slice(start, start + CONCURRENT)
    const sizes = await Promise.all(
      slice.map((name) =>
        stat(join(folder, name)).then(
          ({ size }) => size,
          () => null,
        ),
      ),
    )
    for (const size of sizes) {
      if (size === null) continue
      files++
      bytes += size
    }
  }
  return { files, bytes }
}
