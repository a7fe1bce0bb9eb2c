import { offScale, tokensOf } from './offScale.ts'
import { sourceFiles } from './sourceFiles.ts'

const TOKENS = 'src-renderer/styles/tokens.css'

export const stylesKeepToScales = (): string[] => {
  const sheets = sourceFiles(['src-renderer']).filter(({ path }) => path.endsWith('.css'))
  const tokens = tokensOf(sheets.find(({ path }) => path === TOKENS)?.text ?? '')
  return sheets
    .filter(({ path }) => path !== TOKENS)
    .flatMap(({ path, text }) => offScale(text, tokens).map((breach) => `${path}:${breach}`))
}
