import { type Expression, type Node, type SourceFile, SyntaxKind } from 'typescript/unstable/ast'
import {
  isArrayLiteralExpression,
  isArrowFunction,
  isBinaryExpression,
  isBlock,
  isCallExpression,
  isConditionalExpression,
  isExpressionStatement,
  isFunctionLikeDeclaration,
  isIfStatement,
  isImportDeclaration,
  isNewExpression,
  isNoSubstitutionTemplateLiteral,
  isNumericLiteral,
  isObjectLiteralExpression,
  isPrefixUnaryExpression,
  isPropertyAccessExpression,
  isReturnStatement,
  isStringLiteral,
  isTemplateExpression,
  isTypeNode,
  isWhileStatement,
} from 'typescript/unstable/ast/is'
import type { Insertion, Mutant } from './messages.ts'

const OPERATORS = new Map<SyntaxKind, readonly string[]>([
  [SyntaxKind.LessThanToken, ['<=', '>=']],
  [SyntaxKind.LessThanEqualsToken, ['<', '>']],
  [SyntaxKind.GreaterThanToken, ['>=', '<=']],
  [SyntaxKind.GreaterThanEqualsToken, ['>', '<']],
  [SyntaxKind.EqualsEqualsEqualsToken, ['!==']],
  [SyntaxKind.ExclamationEqualsEqualsToken, ['===']],
  [SyntaxKind.PlusToken, ['-']],
  [SyntaxKind.MinusToken, ['+']],
  [SyntaxKind.AsteriskToken, ['/']],
  [SyntaxKind.SlashToken, ['*']],
  [SyntaxKind.PercentToken, ['*']],
  [SyntaxKind.PlusEqualsToken, ['-=']],
  [SyntaxKind.MinusEqualsToken, ['+=']],
  [SyntaxKind.AmpersandAmpersandToken, ['||']],
  [SyntaxKind.BarBarToken, ['&&']],
  [SyntaxKind.QuestionQuestionToken, ['&&']],
])

/** All supported mutations of a file, whether or not they compile. */
export function findMutants(file: string, source: SourceFile): Mutant[] {
  const found: Mutant[] = []
  const textOf = (node: Node): string => source.text.slice(node.getStart(), node.end)
  let within = -1
  const replace = (node: Node, text: string, kind: string): void =>
    void found.push({ file, start: node.getStart(), end: node.end, text, kind, within })

  const removeOne = (items: readonly Node[]): void =>
    items.forEach((item, at) => {
      const [before, after] = [items[at - 1], items[at + 1]]
      const start = after || !before ? item.getStart() : before.end
      const end = after ? after.getStart() : item.end
      found.push({ file, start, end, text: '', kind: 'element removed', within })
    })

  const negate = (test: Expression): void => replace(test, `!(${textOf(test)})`, 'condition negated')

  const mutate = (node: Node): void => {
    if (isBinaryExpression(node))
      for (const operator of OPERATORS.get(node.operatorToken.kind) ?? [])
        replace(node.operatorToken, operator, 'operator replaced')
    if (isIfStatement(node) || isWhileStatement(node)) negate(node.expression)
    if (isConditionalExpression(node)) {
      const { condition, whenTrue, whenFalse } = node
      const swapped = `${textOf(condition)} ? ${textOf(whenFalse)} : ${textOf(whenTrue)}`
      replace(node, swapped, 'branches swapped')
    }
    if (isPrefixUnaryExpression(node) && node.operator === SyntaxKind.ExclamationToken)
      replace(node, textOf(node.operand), 'negation removed')
    if (isNumericLiteral(node)) replace(node, `(${textOf(node)} + 1)`, 'number raised by one')
    if (node.kind === SyntaxKind.TrueKeyword) replace(node, 'false', 'boolean replaced')
    if (node.kind === SyntaxKind.FalseKeyword) replace(node, 'true', 'boolean replaced')
    const isText =
      isStringLiteral(node) || isNoSubstitutionTemplateLiteral(node) || isTemplateExpression(node)
    if (isText && node.end - node.getStart() > 2) replace(node, `''`, 'text emptied')
    if (isExpressionStatement(node)) replace(node, ';', 'statement removed')
    if (isReturnStatement(node) && node.expression)
      replace(node.expression, 'undefined', 'undefined returned')
    if (isObjectLiteralExpression(node)) removeOne(node.properties)
    if (isArrayLiteralExpression(node)) removeOne(node.elements)
    if (isArrowFunction(node) && !isBlock(node.body)) replace(node.body, 'undefined', 'undefined returned')
  }

  const visit = (node: Node): void => {
    if (isTypeNode(node) || isImportDeclaration(node) || isMessage(node)) return
    const outside = within
    mutate(node)
    if (isFunctionLikeDeclaration(node)) {
      within = node.getStart()
      const { body } = node
      if (body && isBlock(body) && body.statements.length > 0) {
        const start = body.getStart() + 1
        found.push({ file, start, end: start, text: ' return;', kind: 'returned at once', within })
      }
    }
    node.forEachChild((child) => visit(child))
    within = outside
  }
  source.forEachChild((child) => visit(child))
  return found
}

/** Code that records a function call by `file:offset`. */
export function callInsertions(file: string, source: SourceFile): Insertion[] {
  const insertions: Insertion[] = []
  const visit = (node: Node): void => {
    const body = isFunctionLikeDeclaration(node) ? node.body : undefined
    if (body) {
      const call = `globalThis.recordCall?.(${JSON.stringify(`${file}:${node.getStart()}`)})`
      if (isBlock(body)) insertions.push({ at: body.getStart() + 1, text: ` ${call};` })
      else insertions.push({ at: body.getStart(), text: `(${call}, ` }, { at: body.end, text: ')' })
    }
    node.forEachChild((child) => visit(child))
  }
  source.forEachChild((child) => visit(child))
  return insertions.toSorted((a, b) => a.at - b.at)
}

/** Log calls and error messages, which tests don't check. */
function isMessage(node: Node): boolean {
  if (isNewExpression(node)) return /^\w*Error$/.test(node.expression.getText())
  return (
    isCallExpression(node) &&
    isPropertyAccessExpression(node.expression) &&
    /\blog$/.test(node.expression.expression.getText())
  )
}
