import { inlineStyles } from './inlineStyles.ts'
import { offScale, tokensOf } from './offScale.ts'
import { sourceFiles } from './sourceFiles.ts'

const TOKENS = 'src-renderer/styles/tokens.css'

/** Sizes in style sheets and inline styles that no scale has, and tokens that nothing uses. */
export const stylesKeepToScales = (): string[] => {
  const files = sourceFiles(['src-renderer'])
  const tokens = tokensOf(files.find(({ path }) => path === TOKENS)?.text ?? '')
  const raw = files
    .filter(({ path }) => path !== TOKENS && /\.(?:css|tsx)$/.test(path))
    .flatMap(({ path, text }) =>
      offScale(path.endsWith('.tsx') ? inlineStyles(text) : text, tokens).map(
        (breach) => `${path}:${breach}`,
      ),
    )
  // A name before a colon is a definition.
  const used = new Set(files.flatMap(({ text }) => text.match(/--[a-z0-9-]+\b(?!-|:)/g) ?? []))
  const unused = [...tokens].filter((token) => !used.has(token))
  return [...raw, ...unused.map((token) => `${TOKENS}: nothing uses ${token}`)]
}
