import { sourceFiles } from './sourceFiles.ts'

const LIMIT = 400

export const filesStaySmall = (): string[] =>
  sourceFiles(['src-main', 'src-preload', 'src-renderer', 'scripts', 'e2e'])
    .map(({ path, text }) => ({ path, lines: text.trimEnd().split('\n').length }))
    .filter(({ lines }) => lines > LIMIT)
    .map(({ path, lines }) => `${path}: ${lines} lines`)
