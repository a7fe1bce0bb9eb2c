/** A part of a line of text. */
export type Inline =
  | { kind: 'plain' | 'code'; text: string }
  | { kind: 'strong' | 'emphasis'; parts: Inline[] }
  /** A link to the section with this id. */
  | { kind: 'link'; section: string; parts: Inline[] }
  /** A URL outside the guide. Easel opens no external pages, so the URL is shown in full. */
  | { kind: 'url'; url: string; parts: Inline[] }
  | { kind: 'break' }

/** A text with inline formatting, such as a heading, a paragraph or a table cell. */
export type Line = Inline[]

export type Block =
  | { kind: 'paragraph'; line: Line }
  | { kind: 'code'; text: string }
  | { kind: 'list'; isOrdered: boolean; items: Block[][] }
  | { kind: 'table'; head: Line[]; rows: Line[][] }

/** A heading with what is below it, up to the next heading. */
export interface GuideSection {
  /** The anchor in links to it. */
  id: string
  title: Line
  /** 2 for a chapter, 3 for a section of the chapter before it. */
  level: 2 | 3
  blocks: Block[]
}

/** The text of a line without formatting, which the search uses. */
export const plainLine = (line: Line): string =>
  line
    .map((part) => {
      if (part.kind === 'break') return '\n'
      if ('text' in part) return part.text
      return plainLine(part.parts)
    })
    .join('')
