import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectFolder } from '../projectFolder.ts'

export const dependenciesExplained = (): string[] => {
  const read = (path: string) => readFileSync(join(projectFolder, path), 'utf8')
  const { dependencies } = JSON.parse(read('package.json')) as { dependencies: Record<string, string> }
  const explained = read('docs/decisions/dependencies.md')
  return Object.keys(dependencies).filter((name) => !explained.includes(`\`${name}\``))
}
