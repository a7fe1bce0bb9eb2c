import { FileText } from 'lucide-react'
import { useMemo, useRef } from 'react'
import { t } from '../../../i18n/t.ts'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { Spinner } from '../../../ui/feedback/Spinner.tsx'
import { CopyButton } from '../CopyButton.tsx'
import { HighlightedText, SearchBox, useSearch } from './SearchBox.tsx'
import { useShortcuts } from '../../../ui/useShortcuts.ts'
import { LoadFailure } from '../../LoadFailure.tsx'
import type { ViewerProps } from '../ViewerProps.ts'
import { prettyJson, useFileText } from './fileText.ts'
import { classes } from '../../../ui/classes.ts'
import toolbarStyles from '../../../ui/layout/toolbar.module.css'
import panelStyles from '../../../ui/layout/panel.module.css'
import textStyles from '../../../ui/layout/text.module.css'
import sheetStyles from './sheet.module.css'

/** A text or JSON file that can be searched and copied. */
export function TextViewer({ asset, mode }: ViewerProps) {
  const viewer = useRef<HTMLDivElement>(null)
  const searchBox = useRef<HTMLInputElement>(null)
  const { data, error } = useFileText(asset.id)
  const isJson = asset.format === 'json'
  const text = useMemo(() => (isJson ? prettyJson(data?.text ?? '') : (data?.text ?? '')), [isJson, data])
  const search = useSearch(useMemo(() => [text], [text]))
  useShortcuts(mode, viewer, {
    '/': () => searchBox.current?.focus(),
    n: () => search.step(1),
    p: () => search.step(-1),
  })
  if (error) return <LoadFailure error={error} />
  if (!data) return <Spinner label={t('common.loading')} />
  return (
    <div ref={viewer} className={sheetStyles.columns}>
      <section className={classes(panelStyles.lifted, sheetStyles.sheet)} aria-label={t('media.text')}>
        <header className={classes(toolbarStyles.chips, sheetStyles.head)}>
          <SearchBox search={search} inputRef={searchBox} />
          <span className={toolbarStyles.space} />
          <CopyButton text={text} label={t('media.copy_text')} />
        </header>
        {text.trim() === '' ? (
          <EmptyState icon={<FileText aria-hidden />} title={t('media.text_empty')}>
            {t('media.text_empty_description')}
          </EmptyState>
        ) : (
          // A scrollable element must be reachable by keyboard.
          <pre className={classes(sheetStyles.text, isJson && sheetStyles.code)} tabIndex={0}>
            <HighlightedText
              text={text}
              marks={search.matches.map((match) =>
                match === search.current ? { ...match, current: true } : match,
              )}
            />
            {data.isTruncated && <span className={textStyles.note}>{`\n\n${t('media.text_cut')}`}</span>}
          </pre>
        )}
      </section>
    </div>
  )
}
