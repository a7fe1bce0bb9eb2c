import { type ESTree, parseSync, Visitor } from 'vite'
import { type AST, RegExpParser, visitRegExpAST } from '@eslint-community/regexpp'
import { isDisjointWith, JS, NFA } from 'refa'
import { analyse } from 'scslre'
import { sourceFiles } from './sourceFiles.ts'

const isCode = (path: string): boolean => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path)

/**
 * The only file that may create expressions at run time: it builds a pattern with bounded repetitions from a secret,
 * and its own tests use hostile texts.
 */
const MAY_CONSTRUCT = 'src-main/studio/service/http/redactKey.ts'

/** Regular expressions that can be slow, and those created at run time, which can't be checked. */
export const expressionsStayLinear = (): string[] =>
  sourceFiles(['src-main', 'src-preload', 'src-renderer'])
    .filter(({ path }) => isCode(path))
    .flatMap(({ path, text }) =>
      findViolations(path, text).map(
        ({ start, why }) => `${path}:${text.slice(0, start).split('\n').length}: ${why}`,
      ),
    )

function findViolations(path: string, text: string): { start: number; why: string }[] {
  const violations: { start: number; why: string }[] = []
  const checkConstructor = (start: number, callee: ESTree.Expression): void => {
    if ('name' in callee && callee.name === 'RegExp' && path !== MAY_CONSTRUCT)
      violations.push({ start, why: 'RegExp() is created at run time' })
  }
  new Visitor({
    Literal(node) {
      if (!('regex' in node)) return
      const { pattern, flags } = node.regex
      const why = findSuperLinearity(pattern, flags)
      if (why) violations.push({ start: node.start, why: `/${pattern}/${flags}: ${why}` })
    },
    NewExpression: ({ start, callee }) => checkConstructor(start, callee),
    CallExpression: ({ start, callee }) => checkConstructor(start, callee),
  }).visit(parseSync(path, text).program)
  return violations
}

const parser = new RegExpParser()

/**
 * Why a regular expression can take more than linear time, or null. `scslre` finds loops that can match the same
 * characters and loops at the start of a match; `findRescan` finds loops after a prefix that they can also match,
 * such as `<a[^>]*>` on `<a<a<a`.
 */
export function findSuperLinearity(source: string, flags: string): string | null {
  const [report] = analyse({ source, flags }, { reportTypes: { Move: true } }).reports
  if (report)
    return report.type === 'Move'
      ? 'a loop scans the same text from every start'
      : 'two loops can match the same text'
  return findRescan(source, flags)
}

function findRescan(source: string, flags: string): string | null {
  const literal = parser.parseLiteral(`/${source}/${flags}`)
  const found: string[] = []
  if (literal.flags.sticky) return null
  visitRegExpAST(literal.pattern, {
    onQuantifierEnter(loop) {
      if (loop.max !== Infinity || !canFailAfter(loop)) return
      const before = elementsBefore(loop)
      if (before.some((element) => isStart(element, literal.flags.multiline))) return
      const prefix = before.filter((element) => element.type !== 'Assertion')
      if (prefix.length === 0) return
      const first = before[0]
      const isWord = first?.type === 'Assertion' && first.kind === 'word' && !first.negate
      // Within the text of the loop, a word can begin only after a non-word character.
      if (overlaps(`${isWord ? '\\W' : ''}${rawOf(prefix)}`, loop, literal.flags)) found.push(loop.raw)
    },
  })
  return found[0] === undefined ? null : `${found[0]} can match again what the pattern matches before it`
}

/** The elements that a match reads before the loop, without the other alternatives of a group. */
function elementsBefore(node: AST.Element): AST.Element[] {
  const { parent } = node
  if (parent.type === 'Quantifier') return elementsBefore(parent)
  if (parent.type !== 'Alternative') return []
  const own = parent.elements.slice(0, parent.elements.indexOf(node))
  return parent.parent.type === 'Pattern' ? own : [...outerBefore(parent.parent), ...own]
}

const outerBefore = (group: AST.Alternative['parent']): AST.Element[] => {
  if (group.type === 'Pattern') return []
  // A lookaround is matched at its own position, like a group.
  return elementsBefore(group)
}

/** Whether an element after the loop can fail, so that the next start position is tried. */
function canFailAfter(node: AST.Element): boolean {
  const { parent } = node
  if (parent.type === 'Quantifier') return canFailAfter(parent)
  if (parent.type !== 'Alternative') return true
  const after = parent.elements.slice(parent.elements.indexOf(node) + 1)
  if (after.some((element) => !isOptional(element))) return true
  return parent.parent.type !== 'Pattern' && canFailAfter(parent.parent)
}

const isOptional = (element: AST.Element): boolean => element.type === 'Quantifier' && element.min === 0

const isStart = (element: AST.Element, multiline: boolean): boolean =>
  element.type === 'Assertion' && element.kind === 'start' && !multiline

const rawOf = (elements: AST.Element[]): string => elements.map(({ raw }) => raw).join('')

/** Whether the loop can also match text that the prefix matches. */
function overlaps(prefix: string, loop: AST.Quantifier, flags: AST.Flags): boolean {
  const parsed = (pattern: string) => {
    const { expression, maxCharacter } = JS.Parser.fromLiteral({ source: pattern, flags: flags.raw }).parse({
      assertions: 'ignore',
      backreferences: 'disable',
    })
    return NFA.fromRegex(expression, { maxCharacter })
  }
  const prefixAutomaton = parsed(prefix)
  const loopAutomaton = parsed(`(?:${loop.element.raw})+`)
  return !isDisjointWith(prefixAutomaton, loopAutomaton)
}
