import { cpSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { projectFolder } from '../test/projectFolder.ts'

const PARTS = ['src-main', 'src-preload', 'scripts', 'package.json']

/** Copies the studio and its tests to a temporary folder and links the packages. */
export function copyTree(): string {
  const folder = mkdtempSync(join(tmpdir(), 'easel-mutants-'))
  for (const part of PARTS) cpSync(join(projectFolder, part), join(folder, part), { recursive: true })
  symlinkSync(join(projectFolder, 'node_modules'), join(folder, 'node_modules'), 'junction')
  const config = readFileSync(join(projectFolder, 'tsconfig.json'), 'utf8')
    .replace(/"noUnused(Locals|Parameters)": true/g, '"noUnused$1": false')
    .replace(/"include": .*/, '"include": ["src-main", "src-preload"]')
  writeFileSync(join(folder, 'tsconfig.json'), config)
  return folder
}
