import { sourceFiles } from './sourceFiles.ts'

const escape =
  /(?:\/\/|\/\*)\s*(?:@ts-(?:ignore|nocheck|expect-error)|(?:eslint|oxlint)-disable|prettier-ignore)/

export const rulesStayOn = (): string[] =>
  sourceFiles(['src-main', 'src-preload', 'src-renderer', 'scripts', 'e2e']).flatMap(({ path, text }) =>
    text
      .split('\n')
      .flatMap((line, index) => (escape.test(line) ? [`${path}:${index + 1}: ${line.trim()}`] : [])),
  )
