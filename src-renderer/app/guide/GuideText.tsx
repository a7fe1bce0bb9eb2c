import { createContext, use } from 'react'
import { HighlightedText, type Mark } from '../../widgets/results/text/SearchBox.tsx'
import textStyles from '../../ui/layout/text.module.css'
import { type Block, type Inline, type Line, plainLine } from './guideContent.ts'
import styles from './Guide.module.css'

/** What the lines of the guide need: the search matches in each, and how to go to a section. */
interface LineContext {
  marksOf: (line: Line) => readonly Mark[]
  goTo: (section: string) => void
}

export const GuideLines = createContext<LineContext>({ marksOf: () => [], goTo: () => {} })

/** All lines of the blocks, in order. A block of code is one line. */
export const linesOf = (blocks: readonly Block[]): Line[] =>
  blocks.flatMap((block) => {
    switch (block.kind) {
      case 'paragraph':
        return [block.line]
      case 'code':
        return [codeLine(block)]
      case 'list':
        return block.items.flatMap(linesOf)
      case 'table':
        return [...block.head, ...block.rows.flat()]
    }
  })

const codeLines = new WeakMap<Block, Line>()

/** The line of a block of code. It is cached, because search matches are looked up by the identity of a line. */
function codeLine(block: Block & { kind: 'code' }): Line {
  const line: Line = codeLines.get(block) ?? [{ kind: 'plain', text: block.text }]
  codeLines.set(block, line)
  return line
}

export function GuideBlocks({ blocks }: { blocks: readonly Block[] }) {
  return blocks.map((block, index) => <GuideBlock key={index} block={block} />)
}

function GuideBlock({ block }: { block: Block }) {
  switch (block.kind) {
    case 'paragraph':
      return (
        <p>
          <GuideLine line={block.line} />
        </p>
      )
    case 'code':
      return (
        <pre className={textStyles.code}>
          <GuideLine line={codeLine(block)} />
        </pre>
      )
    case 'list': {
      const List = block.isOrdered ? 'ol' : 'ul'
      return (
        <List className={styles.list}>
          {block.items.map((item, index) => (
            <li key={index}>
              <GuideBlocks blocks={item} />
            </li>
          ))}
        </List>
      )
    }
    case 'table':
      return (
        <table className={styles.table}>
          <thead>
            <tr>
              {block.head.map((cell, index) => (
                <th key={index} scope="col">
                  <GuideLine line={cell} />
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {block.rows.map((row, rowIndex) => (
              <tr key={rowIndex}>
                {row.map((cell, index) => (
                  <td key={index}>
                    <GuideLine line={cell} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )
  }
}

/** A line with its search matches highlighted. */
export function GuideLine({ line }: { line: Line }) {
  return <Parts parts={line} from={0} marks={use(GuideLines).marksOf(line)} />
}

interface PartsProps {
  parts: readonly Inline[]
  /** Where the first part begins in its line, in characters. */
  from: number
  /** The matches in the line. */
  marks: readonly Mark[]
}

function Parts({ parts, from, marks }: PartsProps) {
  const starts = parts.reduce<number[]>(
    (all, part) => [...all, (all.at(-1) ?? from) + plainLine([part]).length],
    [from],
  )
  return parts.map((part, index) => {
    const start = starts[index] ?? from
    return <Part key={start} part={part} from={start} to={starts[index + 1] ?? start} marks={marks} />
  })
}

interface PartProps {
  part: Inline
  from: number
  to: number
  marks: readonly Mark[]
}

function Part({ part, from, to, marks }: PartProps) {
  const { goTo } = use(GuideLines)
  if (part.kind === 'break') return <br />
  if ('text' in part) {
    const inPart = marks
      .filter((mark) => mark.from < to && mark.to > from)
      .map((mark) => ({ ...mark, from: Math.max(mark.from - from, 0), to: Math.min(mark.to, to) - from }))
    const text = <HighlightedText text={part.text} marks={inPart} />
    return part.kind === 'code' ? <code className={styles.code}>{text}</code> : text
  }
  const inner = <Parts parts={part.parts} from={from} marks={marks} />
  switch (part.kind) {
    case 'strong':
      return <strong>{inner}</strong>
    case 'emphasis':
      return <em>{inner}</em>
    case 'link':
      return (
        <button type="button" className={styles.link} onClick={() => goTo(part.section)}>
          {inner}
        </button>
      )
    case 'url':
      return plainLine(part.parts) === part.url ? (
        inner
      ) : (
        <>
          {inner} (<span className={styles.url}>{part.url}</span>)
        </>
      )
  }
}
