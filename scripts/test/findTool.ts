import { join } from 'node:path'
import { z } from 'zod'
import { projectFolder } from './projectFolder.ts'
import { readJson } from './readJson.ts'

const manifestSchema = z.object({ bin: z.union([z.string(), z.record(z.string(), z.string())]) })

/** The script file of an installed tool, so that it can run with this Node on every system. */
export const findTool = (packageName: string, bin = packageName): string => {
  const folder = join(projectFolder, 'node_modules', packageName)
  const manifest = readJson(join(folder, 'package.json'), manifestSchema)
  const file = typeof manifest.bin === 'string' ? manifest.bin : manifest.bin[bin]
  if (file === undefined) throw new Error(`${packageName} has no command ${bin}`)
  return join(folder, file)
}
