import { type ESTree, parseSync, Visitor } from 'vite'
import { sourceFiles } from './sourceFiles.ts'
import { superLinear } from './superLinear.ts'

const isCode = (path: string): boolean => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path)

/** Builds a pattern with bounded repetitions from a secret; its own tests use hostile texts. */
const MAY_CONSTRUCT = 'src-main/studio/service/client/redactKey.ts'

/** Regular expressions that can be slow, and those created at run time, which can't be checked. */
export const expressionsStayLinear = (): string[] =>
  sourceFiles(['src-main', 'src-preload', 'src-renderer'])
    .filter(({ path }) => isCode(path))
    .flatMap(({ path, text }) =>
      breachesIn(path, text).map(
        ({ start, why }) => `${path}:${text.slice(0, start).split('\n').length}: ${why}`,
      ),
    )

function breachesIn(path: string, text: string): { start: number; why: string }[] {
  const breaches: { start: number; why: string }[] = []
  const constructed = (start: number, callee: ESTree.Expression): void => {
    if ('name' in callee && callee.name === 'RegExp' && path !== MAY_CONSTRUCT)
      breaches.push({ start, why: 'RegExp() is created at run time' })
  }
  new Visitor({
    Literal(node) {
      if (!('regex' in node)) return
      const { pattern, flags } = node.regex
      const why = superLinear(pattern, flags)
      if (why) breaches.push({ start: node.start, why: `/${pattern}/${flags}: ${why}` })
    },
    NewExpression: ({ start, callee }) => constructed(start, callee),
    CallExpression: ({ start, callee }) => constructed(start, callee),
  }).visit(parseSync(path, text).program)
  return breaches
}
