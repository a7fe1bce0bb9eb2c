import { globSync, readFileSync } from 'node:fs'
import { join, matchesGlob } from 'node:path'
import { API, type Snapshot } from 'typescript/unstable/sync'
import { Random } from '../fuzz/Random.ts'
import { projectFolder } from '../test/projectFolder.ts'
import { callInsertions, findMutants } from './findMutants.ts'
import { type Insertion, applyMutant, type Mutant } from './messages.ts'

/** Tests and files that only tests import. */
const HELPERS = ['**/*.test.ts', '**/simulation/**', '**/testEngine.ts']

/** The production files that match a pattern. */
export const productionFiles = (pattern: string): string[] =>
  globSync(pattern, { cwd: projectFolder })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => !HELPERS.some((helper) => matchesGlob(file, helper)))
    .toSorted()

export interface Sample {
  mutants: Mutant[]
  /** By file. */
  insertions: Record<string, Insertion[]>
}

/**
 * Selects `count` mutants that compile, at random by seed. Unused declarations left by a removed statement are not treated
 * as type errors.
 */
export function sampleMutants(files: readonly string[], count: number, seed: number, folder: string): Sample {
  let overlay: { file: string; text: string } | null = null
  const readFile = (path: string): string | undefined => (path === overlay?.file ? overlay.text : undefined)
  const api = new API({ cwd: folder, fs: { readFile } })
  try {
    const snapshot = api.updateSnapshot({ openProjects: [join(folder, 'tsconfig.json')] })
    const program = programOf(snapshot)
    const insertions: Record<string, Insertion[]> = {}
    const all = files.flatMap((file) => {
      const source = program.getSourceFile(join(folder, file))
      if (!source) throw new Error(`The compiler does not know ${file}`)
      insertions[file] = callInsertions(file, source)
      return findMutants(file, source)
    })
    const random = new Random(seed)
    const chosen: Mutant[] = []
    while (chosen.length < count && all.length > 0) {
      const [mutant] = all.splice(random.below(all.length), 1)
      if (!mutant) break
      const file = join(folder, mutant.file)
      overlay = { file, text: applyMutant(readFileSync(file, 'utf8'), mutant) }
      // Each snapshot keeps a complete program in memory until it is disposed.
      using changed = api.updateSnapshot({ fileChanges: { changed: [file] } })
      const errors =
        programOf(changed).getSyntacticDiagnostics(file).length +
        programOf(changed).getSemanticDiagnostics(file).length
      overlay = null
      api.updateSnapshot({ fileChanges: { changed: [file] } }).dispose()
      if (errors === 0) chosen.push(mutant)
    }
    return { mutants: chosen, insertions }
  } finally {
    api.close()
  }
}

function programOf(snapshot: Snapshot) {
  const [project] = snapshot.getProjects()
  if (!project) throw new Error('The compiler opened no project')
  return project.program
}
