import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { projectFolder } from '../projectFolder.ts'
import { readJson } from '../readJson.ts'

const manifestSchema = z.object({ dependencies: z.record(z.string(), z.string()) })

export const dependenciesExplained = (): string[] => {
  const { dependencies } = readJson(join(projectFolder, 'package.json'), manifestSchema)
  const explained = readFileSync(join(projectFolder, 'docs/decisions/dependencies.md'), 'utf8')
  return Object.keys(dependencies).filter((name) => !explained.includes(`\`${name}\``))
}
