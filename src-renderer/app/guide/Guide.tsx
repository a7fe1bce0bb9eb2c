import sections from 'virtual:guide'
import { useEffect, useMemo, useRef, useState } from 'react'
import '../../i18n/lazyTexts.ts'
import { t } from '../../i18n/t.ts'
import { classes } from '../../ui/classes.ts'
import { Select } from '../../ui/fields/Select.tsx'
import { Dialog } from '../../ui/overlays/Dialog.tsx'
import { type Mark, SearchBox, useSearch, useSearchShortcuts } from '../../widgets/results/text/SearchBox.tsx'
import { type GuideSection, type Line, plainLine } from './guideContent.ts'
import { GuideBlocks, GuideLine, GuideLines, linesOf } from './GuideText.tsx'
import styles from './Guide.module.css'

const LINES: readonly Line[] = sections.flatMap(({ title, blocks }) => [title, ...linesOf(blocks)])
const TEXTS = LINES.map(plainLine)
const LINE_INDEXES = new Map(LINES.map((line, index) => [line, index]))
const NO_MARKS: readonly Mark[] = []

const headingId = (section: string): string => `guide-${section}`

/** Easel's guide, with a table of contents and a search. */
export function Guide({ onClose }: { onClose: () => void }) {
  const content = useRef<HTMLDivElement>(null)
  const scroller = useRef<HTMLDivElement>(null)
  const searchBox = useRef<HTMLInputElement>(null)
  const search = useSearch(TEXTS)
  const [current, setCurrent] = useState(sections[0]?.id)
  useSearchShortcuts('full', content, { search, inputRef: searchBox })
  const { matches, current: currentMatch } = search
  useEffect(() => {
    if (currentMatch)
      scroller.current?.querySelector('mark[data-current]')?.scrollIntoView?.({ block: 'center' })
  }, [currentMatch])
  const lines = useMemo(() => {
    const marks = Map.groupBy(matches, ({ textIndex }) => textIndex)
    return {
      marksOf: (line: Line): readonly Mark[] =>
        marks
          .get(LINE_INDEXES.get(line) ?? -1)
          ?.map((match) => ({ ...match, isCurrent: match === currentMatch })) ?? NO_MARKS,
      goTo,
    }
  }, [matches, currentMatch])
  return (
    <Dialog title={t('guide.title')} size="full" onClose={onClose}>
      <div ref={content} className={styles.guide}>
        <nav aria-label={t('guide.contents')} className={styles.contents}>
          {sections.map(({ id, title, level }) => (
            <button
              key={id}
              type="button"
              className={classes(styles.entry, level === 3 && styles.part)}
              aria-current={id === current ? 'location' : undefined}
              onClick={() => goTo(id)}
            >
              {plainLine(title)}
            </button>
          ))}
        </nav>
        <div className={styles.tools}>
          <div className={styles.toolRow}>
            <SearchBox search={search} inputRef={searchBox} />
            <div className={styles.chooser}>
              <Select
                label={t('guide.go_to')}
                value={current}
                options={sections.map(({ id, title }) => ({ value: id, label: plainLine(title) }))}
                // The focus stays, because each arrow key chooses a section.
                onValueChange={scrollToSection}
              />
            </div>
          </div>
        </div>
        {/* Focusable, so that it can be scrolled by keyboard. */}
        <div
          ref={scroller}
          role="region"
          aria-label={t('guide.text')}
          tabIndex={0}
          className={styles.text}
          onScroll={({ currentTarget }) => setCurrent(sectionInView(currentTarget))}
        >
          <GuideLines value={lines}>
            {sections.map((section) => (
              <Section key={section.id} section={section} />
            ))}
          </GuideLines>
        </div>
      </div>
    </Dialog>
  )
}

function Section({ section: { id, title, level, blocks } }: { section: GuideSection }) {
  const Heading = level === 2 ? 'h3' : 'h4'
  return (
    <section className={styles.section} aria-labelledby={headingId(id)}>
      <Heading id={headingId(id)} tabIndex={-1} className={styles.heading}>
        <GuideLine line={title} />
      </Heading>
      <GuideBlocks blocks={blocks} />
    </section>
  )
}

/** Scrolls to the heading of a section, and returns it. */
function scrollToSection(section: string): HTMLElement | null {
  const heading = document.getElementById(headingId(section))
  heading?.scrollIntoView?.({ block: 'start' })
  return heading
}

/** Scrolls to a section and moves the focus to its heading. */
const goTo = (section: string): void => scrollToSection(section)?.focus({ preventScroll: true })

/** A section counts as in view once its heading is at most this many pixels below the top. */
const HEADING_MARGIN = 40

/** Id of the section at the top of the scrolled text; at the end of the text, of the last section. */
function sectionInView(scroller: HTMLElement): string | undefined {
  if (scroller.scrollTop + scroller.clientHeight >= scroller.scrollHeight - 1) return sections.at(-1)?.id
  const top = scroller.getBoundingClientRect().top + HEADING_MARGIN
  const above = sections.findLast(({ id }) => {
    const heading = document.getElementById(headingId(id))
    return heading !== null && heading.getBoundingClientRect().top <= top
  })
  return (above ?? sections[0])?.id
}
