import type { FoundParameters } from '../../../../src-preload/contract/types/foundParameters.ts'
import { t } from '../../../i18n/t.ts'
import { classes } from '../../../ui/classes.ts'
import { ConnectOffer, useHasConnection } from '../../ConnectOffer.tsx'
import { CopyButton } from '../CopyButton.tsx'
import { Info } from 'lucide-react'
import { lorasOf } from './planReuse.ts'
import type { useReuse } from './useReuse.ts'
import panelStyles from '../../../ui/layout/panel.module.css'
import textStyles from '../../../ui/layout/text.module.css'
import noteStyles from '../../../ui/layout/note.module.css'
import styles from './found.module.css'

interface Props {
  found: FoundParameters
  /** The name of the task, if the file contains it. */
  taskName?: string | undefined
}

const TEXTS = ['prompt', 'negative_prompt'] as const
const FACTS = ['seed', 'steps', 'guidance'] as const
const SHOWN: ReadonlySet<string> = new Set([...TEXTS, ...FACTS, 'width', 'height'])

/** The parameters that were found in a file. */
export function FoundFacts({ found: { values, model, others }, taskName }: Props) {
  const { width, height } = values
  const facts: (readonly [string, string])[] = [
    ...(taskName === undefined ? [] : [[t('imports.task'), taskName] as const]),
    ...(model === null ? [] : [[t('imports.model'), model.name] as const]),
    ...(typeof width === 'number' && typeof height === 'number'
      ? [[t('imports.size'), `${width} × ${height}`] as const]
      : []),
    ...FACTS.flatMap((name) => {
      const text = textOf(values[name])
      return text === '' ? [] : [[t(`imports.${name}`), text] as const]
    }),
    ...lorasOf(values['loras'] ?? null).map(
      ({ name, weight }) => [t('imports.lora'), `${name} · ${weight}`] as const,
    ),
    ...Object.entries(values).flatMap(([name, value]) =>
      SHOWN.has(name) || textOf(value) === '' ? [] : [[name.replaceAll('_', ' '), textOf(value)] as const],
    ),
  ]
  return (
    <>
      {TEXTS.map((name) => {
        const text = textOf(values[name])
        return (
          text !== '' && (
            <section key={name} aria-label={t(`imports.${name}`)} className={panelStyles.section}>
              <h3>
                {t(`imports.${name}`)}
                <CopyButton text={text} label={t('viewers.copy_line', { label: t(`imports.${name}`) })} />
              </h3>
              <p className={classes(textStyles.quote, styles.text)} tabIndex={0}>
                {text}
              </p>
            </section>
          )
        )
      })}
      {facts.length > 0 && <Facts facts={facts} />}
      {others.length > 0 && (
        <details className={styles.others}>
          <summary className={textStyles.label}>{t('imports.others')}</summary>
          <Facts facts={others.map(({ name, value }) => [name, value] as const)} />
        </details>
      )}
    </>
  )
}

function Facts({ facts }: { facts: readonly (readonly [string, string])[] }) {
  return (
    <dl>
      {facts.map(([name, text], index) => (
        <div key={`${index} ${name}`} className={styles.fact}>
          <dt className={textStyles.quiet}>{name}</dt>
          <dd dir="auto">{text}</dd>
        </div>
      ))}
    </dl>
  )
}

/** A value as text; empty for lists, such as those of files. */
const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : ''

interface ReuseNotesProps {
  reuse: ReturnType<typeof useReuse>
  /** Called before another screen opens, for example to close a dialog. */
  onLeave?: () => void
}

/** Notes about found parameters that the form can't use, and what to do without a connection. */
export function ReuseNotes({ reuse, onLeave }: ReuseNotesProps) {
  const needsConnection = useHasConnection() === false && !reuse
  const notes = reuse
    ? [
        reuse.missingModel !== null &&
          t('imports.model_missing', { model: reuse.missingModel, other: reuse.model }),
        reuse.leftOut.length > 0 &&
          t('imports.left_out', { model: reuse.model, names: reuse.leftOut.join(', ') }),
        reuse.unusable.length > 0 &&
          t('imports.unusable', {
            values: reuse.unusable.map(({ name, value }) => `${name} ${value}`).join(', '),
          }),
        reuse.missingFiles.length > 0 && t('imports.files_missing', { count: reuse.missingFiles.length }),
      ].filter((note) => note !== false)
    : [t(needsConnection ? 'imports.no_connection' : 'imports.no_task')]
  if (notes.length === 0) return null
  return (
    <div role="note" className={classes(noteStyles.note, noteStyles.small)}>
      <Info aria-hidden />
      <div>
        {notes.map((note) => (
          <p key={note}>{note}</p>
        ))}
        {needsConnection && <ConnectOffer onLeave={onLeave} />}
      </div>
    </div>
  )
}
