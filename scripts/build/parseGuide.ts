import { lexer, type MarkedToken, type Token, type Tokens } from 'marked'
import {
  type Block,
  type GuideSection,
  type Inline,
  type Line,
  plainLine,
} from '../../src-renderer/app/guide/guideContent.ts'

/**
 * Parses a guide in Markdown into its sections. Its title, the heading of level 1, is left out.
 *
 * @throws Error for what the window doesn't show: images, quotes, HTML, text before the first section, a second title, a
 *   heading deeper than level 3, two sections of the same name, and a link to a section that doesn't exist.
 */
export function parseGuide(markdown: string): GuideSection[] {
  const sections: GuideSection[] = []
  let hasTitle = false
  for (const token of lexer(markdown)) {
    if (token.type === 'space') continue
    if (isSupported(token) && token.type === 'heading') {
      if (token.depth === 1 && !hasTitle && sections.length === 0) {
        hasTitle = true
        continue
      }
      if (token.depth !== 2 && token.depth !== 3) throw unsupported(token)
      const title = lineOf(token)
      const id = sectionId(plainLine(title))
      if (sections.some((section) => section.id === id)) throw new Error(`The guide repeats section ${id}`)
      sections.push({ id, title, level: token.depth, blocks: [] })
      continue
    }
    const section = sections.at(-1)
    if (!section) throw new Error(`The guide has text before its first section: ${token.raw.trim()}`)
    section.blocks.push(blockOf(token))
  }
  const ids = new Set(sections.map(({ id }) => id))
  for (const target of JSON.stringify(sections).matchAll(/"kind":"link","section":"([^"]*)"/g))
    if (!ids.has(target[1] ?? '')) throw new Error(`The guide links to a missing section: #${target[1]}`)
  return sections
}

/** The id that GitHub gives a heading, so that the same links work there. */
const sectionId = (title: string): string =>
  title
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-')

function blockOf(token: Token): Block {
  if (!isSupported(token)) throw unsupported(token)
  if (token.type === 'paragraph' || token.type === 'text') return { kind: 'paragraph', line: lineOf(token) }
  if (token.type === 'code') return { kind: 'code', text: token.text }
  if (token.type === 'table')
    return { kind: 'table', head: token.header.map(lineOf), rows: token.rows.map((row) => row.map(lineOf)) }
  if (token.type !== 'list') throw unsupported(token)
  const items = token.items.map(({ tokens }) => tokens.filter(({ type }) => type !== 'space').map(blockOf))
  return { kind: 'list', isOrdered: token.ordered, items }
}

/** The line of a token; one without tokens of its own is plain text. */
const lineOf = ({ tokens, text }: { tokens?: Token[] | undefined; text: string }): Line =>
  tokens === undefined ? [{ kind: 'plain', text: joinLines(text) }] : tokens.map(inlineOf)

function inlineOf(token: Token): Inline {
  if (!isSupported(token)) throw unsupported(token)
  if (token.type === 'text' || token.type === 'escape') return { kind: 'plain', text: joinLines(token.text) }
  if (token.type === 'codespan') return { kind: 'code', text: token.text }
  if (token.type === 'strong') return { kind: 'strong', parts: lineOf(token) }
  if (token.type === 'em') return { kind: 'emphasis', parts: lineOf(token) }
  if (token.type === 'br') return { kind: 'break' }
  if (token.type === 'link') return linkOf(token)
  throw unsupported(token)
}

function linkOf(token: Tokens.Link): Inline {
  const parts = lineOf(token)
  if (token.href.startsWith('#')) return { kind: 'link', section: token.href.slice(1), parts }
  if (/^https?:/.test(token.href)) return { kind: 'url', url: token.href, parts }
  throw unsupported(token)
}

/** A line break in the source becomes a space. */
const joinLines = (text: string): string => text.replaceAll('\n', ' ')

const SUPPORTED_TYPES: ReadonlySet<string> = new Set<MarkedToken['type']>([
  'heading',
  'paragraph',
  'text',
  'escape',
  'code',
  'codespan',
  'strong',
  'em',
  'br',
  'link',
  'list',
  'table',
])

/**
 * Whether the window may show a token. Tokens of other types, which extensions of the parser could add, have unknown
 * properties.
 */
const isSupported = (token: Token): token is MarkedToken => SUPPORTED_TYPES.has(token.type)

const unsupported = ({ type, raw }: Token): Error =>
  new Error(`The window can't show this part of the guide (${type}): ${raw.trim()}`)
