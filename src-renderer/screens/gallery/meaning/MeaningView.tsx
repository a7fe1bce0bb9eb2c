import { ArrowLeft, Search } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { Meaning } from '../../../../src-preload/contract/routes/meaning.ts'
import type { LibraryFilter } from '../../../../src-preload/contract/types/filter.ts'
import { MAX_MEANING_LENGTH } from '../../../../src-preload/shared/limits.ts'
import { problemOf } from '../../../host/problemOf.ts'
import { useApiQuery } from '../../../host/useApiQuery.ts'
import '../../../i18n/lazyTexts.ts'
import { t } from '../../../i18n/t.ts'
import { problemMessage } from '../../../lib/problemMessage.ts'
import { classes } from '../../../ui/classes.ts'
import { Button } from '../../../ui/buttons/Button.tsx'
import { IconButton } from '../../../ui/buttons/IconButton.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { Spinner } from '../../../ui/feedback/Spinner.tsx'
import { Select } from '../../../ui/fields/Select.tsx'
import { TextField } from '../../../ui/fields/TextField.tsx'
import screenStyles from '../../../ui/layout/screen.module.css'
import textStyles from '../../../ui/layout/text.module.css'
import { EmbeddingOffer } from './EmbeddingOffer.tsx'
import { RankedResults, type RankedResultsProps } from './RankedResults.tsx'
import styles from './MeaningView.module.css'

const MAX_RESULTS = 200

interface Props extends Omit<RankedResultsProps, 'ranking'> {
  filter: LibraryFilter
  /** Its text is empty until the user submits one. */
  meaning: Meaning
  /** The id of the task that makes embeddings. */
  task: string
  onChange: (meaning: Meaning | null) => void
}

/** The results of a filter, sorted by how similar in meaning their texts are to a text or to another result. */
export function MeaningView({ filter, meaning, task, onChange, ...list }: Props) {
  const { data } = useApiQuery('models.list', { operation: task })
  const models = data?.models.filter(({ isDelisted }) => !isDelisted) ?? []
  const [chosen, setChosen] = useState<string>()
  const model = models.find(({ slug }) => slug === chosen) ?? models[0]
  const isEmpty = 'text' in meaning && meaning.text.trim() === ''
  const ranking = useApiQuery(
    'meaning.rank',
    { filter, meaning, model: model?.slug ?? '', limit: MAX_RESULTS, view: 'meaning' },
    { enabled: model !== undefined && !isEmpty, staleTime: 0, dropUnused: true },
  )
  return (
    <div className={styles.view}>
      <MeaningForm
        text={'text' in meaning ? meaning.text : (ranking.data?.text ?? '')}
        isNew={isEmpty}
        onText={(text) => onChange({ text })}
        onLeave={() => onChange(null)}
      >
        {models.length > 1 && (
          <Select
            label={t('meaning.model')}
            value={model?.slug}
            options={models.map(({ slug, name }) => ({ value: slug, label: name }))}
            onValueChange={setChosen}
          />
        )}
      </MeaningForm>
      {isEmpty || model === undefined ? (
        <EmptyState icon={<Search aria-hidden />} title={t('meaning.start')}>
          {t('meaning.start_text')}
        </EmptyState>
      ) : ranking.error ? (
        <Failure error={ranking.error} />
      ) : ranking.data === undefined ? (
        <div className={styles.waiting}>
          <Spinner label={t('meaning.counting')} />
        </div>
      ) : (
        <>
          <EmbeddingOffer
            request={{ filter, meaning, model: model.slug }}
            task={task}
            total={ranking.data.total}
          />
          <RankedResults ranking={ranking.data} {...list} />
        </>
      )}
    </div>
  )
}

interface FormProps {
  text: string
  isNew: boolean
  onText: (text: string) => void
  onLeave: () => void
  children: ReactNode
}

function MeaningForm({ text, isNew, onText, onLeave, children }: FormProps) {
  const [typed, setTyped] = useState(text)
  const [shownText, setShownText] = useState(text)
  if (text !== shownText) {
    setShownText(text)
    setTyped(text)
  }
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (isNew) field.current?.focus()
  }, [isNew])
  return (
    <search aria-label={t('meaning.bar')}>
      <form
        className={classes(screenStyles.bar, styles.form)}
        onSubmit={(event) => {
          event.preventDefault()
          if (typed.trim() !== '') onText(typed.trim())
        }}
      >
        <IconButton label={t('meaning.leave')} icon={<ArrowLeft aria-hidden />} onClick={onLeave} />
        <div className={styles.text}>
          <TextField
            label={t('meaning.text')}
            value={typed}
            onValueChange={setTyped}
            placeholder={t('meaning.text_example')}
            maxLength={MAX_MEANING_LENGTH}
            ref={field}
          />
        </div>
        {children}
        <Button type="submit" disabled={typed.trim() === ''}>
          {t('meaning.run')}
        </Button>
      </form>
    </search>
  )
}

function Failure({ error }: { error: unknown }) {
  const { summary, nextStep } = problemMessage(problemOf(error))
  return (
    <EmptyState title={summary}>
      <p className={textStyles.label}>{nextStep}</p>
    </EmptyState>
  )
}
