import { FileText } from 'lucide-react'
import { useMemo, useRef } from 'react'
import { t } from '../../../i18n/t.ts'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { Spinner } from '../../../ui/feedback/Spinner.tsx'
import { CopyButton } from '../CopyButton.tsx'
import { HighlightedText, SearchBox, useScrollToMatch, useSearchShortcuts, useSearch } from './SearchBox.tsx'
import { indentJson } from './indentJson.ts'
import { LoadFailure } from '../../LoadFailure.tsx'
import type { ViewerProps } from '../ViewerProps.ts'
import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { StudioError } from '../../../../src-preload/shared/StudioError.ts'
import { classes } from '../../../ui/classes.ts'
import { fileUrl, readFile } from '../../../host/fileUrl.ts'
import toolbarStyles from '../../../ui/layout/toolbar.module.css'
import panelStyles from '../../../ui/layout/panel.module.css'
import textStyles from '../../../ui/layout/text.module.css'
import sheetStyles from './sheet.module.css'

/** A text or JSON file that can be searched and copied. */
export function TextViewer({ asset, mode }: ViewerProps) {
  const viewer = useRef<HTMLDivElement>(null)
  const searchBox = useRef<HTMLInputElement>(null)
  const { data, error, refetch } = useFileText(asset.id)
  const isJson = asset.format === 'json'
  const text = useMemo(() => (isJson ? indentJson(data?.text ?? '') : (data?.text ?? '')), [isJson, data])
  const search = useSearch(useMemo(() => [text], [text]))
  useSearchShortcuts(mode, viewer, { search, inputRef: searchBox })
  useScrollToMatch(viewer, search.current)
  if (error) return <LoadFailure error={error} onRetry={() => void refetch()} />
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
          <pre dir="auto" className={classes(sheetStyles.text, isJson && sheetStyles.code)} tabIndex={0}>
            <HighlightedText
              text={text}
              marks={search.matches.map((match) =>
                match === search.current ? { ...match, isCurrent: true } : match,
              )}
            />
            {data.isTruncated && <CutNote />}
          </pre>
        )}
      </section>
    </div>
  )
}

/** A JSON file as the service returned it, with more data than the text, for example the position of each line. */
export function JsonText({ id }: { id: string }) {
  const { data, error, refetch } = useFileText(id)
  const text = useMemo(() => indentJson(data?.text ?? ''), [data])
  if (error) return <LoadFailure error={error} onRetry={() => void refetch()} />
  if (!data) return <Spinner label={t('common.loading')} />
  return (
    // A scrollable element must be reachable by keyboard.
    <pre dir="auto" className={classes(sheetStyles.text, sheetStyles.code)} tabIndex={0}>
      {text}
      {data.isTruncated && <CutNote />}
    </pre>
  )
}

/** Says that a text is only the beginning of its file. */
const CutNote = () => <span className={textStyles.note}>{`\n\n${t('media.text_cut')}`}</span>

/** Only this much of a larger file is shown. */
const MAX_BYTES = 4_000_000

interface FileText {
  text: string
  /** Whether `text` is only the beginning of the file. */
  isTruncated: boolean
}

/** Reads an asset's file as text. Any read error is reported as `file_missing`. */
function useFileText(id: string): UseQueryResult<FileText> {
  return useQuery({
    queryKey: ['file text', fileUrl(id)],
    queryFn: async (): Promise<FileText> => {
      const file = await readFile(id).catch(() => {
        throw new StudioError({ code: 'file_missing', money: 'none' })
      })
      return { text: await file.slice(0, MAX_BYTES).text(), isTruncated: file.size > MAX_BYTES }
    },
    staleTime: Infinity,
    gcTime: 0,
  })
}
