import { open } from 'node:fs/promises'

/** Makes a rename or a new file in `folder` survive a power loss. Windows syncs folders itself and can't open them. */
export async function fsyncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
