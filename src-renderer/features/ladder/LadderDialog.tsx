import { useMemo, useState } from 'react'
import '../../i18n/later.ts'
import type { Form, Values } from '../../../src-preload/contract/types/form.ts'
import { useRoute } from '../../host/useRoute.ts'
import { t } from '../../i18n/t.ts'
import { formatMoney } from '../../../src-preload/words/formatMoney.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { usePreview } from '../batch/model/usePreview.ts'
import { classes } from '../../ui/classes.ts'
import textStyles from '../../ui/text.module.css'
import fieldStyles from '../../ui/field.module.css'
import styles from './LadderDialog.module.css'
import { LadderForm } from './LadderForm.tsx'
import { LadderPlot } from './LadderPlot.tsx'
import { LadderStatus } from './LadderStatus.tsx'
import { LadderTable } from './LadderTable.tsx'
import { type LadderLine, ladderLines, type Rung } from './model/ladderLines.ts'
import { ladderCount, ladderPlan } from './model/ladderPlan.ts'
import { ladderNotes } from './model/rungWords.ts'
import { useChoose } from './model/useChoose.ts'
import { useLadder } from './model/useLadder.ts'

interface Props {
  form: Form
  /** As a press would send them. */
  values: Values
  onClose: () => void
}

/** So many can still be told apart, and are few enough to ask for. */
const MOST = 150

/** Prices over models, sizes and a number of the form, asked for on a press, to choose from. */
export function LadderDialog({ form, values, onClose }: Props) {
  const list = useRoute('models.list', { operation: form.operation })
  const models = useMemo(
    () => (list.data?.models ?? []).filter(({ slug, vanished }) => !vanished || slug === form.model.slug),
    [list.data, form.model.slug],
  )
  const { draft, setDraft, ladder, valuesBad, offered, numbers, sizes, now } = useLadder(form, values, models)
  const count = ladderCount(ladder)
  const askable = !valuesBad && count > 0 && count <= MOST && models.length > 0
  const preview = usePreview(
    askable
      ? {
          operation: form.operation,
          model: form.model.slug,
          values,
          plan: ladderPlan(ladder),
          only: 'prices',
        }
      : null,
    { unasked: 0 },
  )
  const { data } = preview
  const alongField = numbers.find(({ name }) => name === ladder.along?.field)
  const alongLabel = alongField?.label ?? ''
  const lines = useMemo((): LadderLine[] => {
    const modelName = (slug: string) => models.find((model) => model.slug === slug)?.name ?? slug
    return ladderLines(ladder, data?.rows ?? [], { modelName, alongLabel })
  }, [ladder, data, models, alongLabel])
  const [picked, setPicked] = useState<string>()
  const chosen = lines
    .flatMap(({ rungs }) => rungs)
    .find(({ name, row }) => name === picked && row?.price != null)
  const choose = useChoose(form.operation, form.model.slug)
  const { notes, more } = ladderNotes(form, lines)
  const priced = data?.rows.some(({ price }) => price !== null) ?? false
  const pick = ({ name }: Rung) => setPicked(name)
  const use = async () => {
    if (chosen && (await choose(chosen))) onClose()
  }
  return (
    <Dialog
      size="large"
      title={t('ladder.title')}
      onClose={onClose}
      actions={
        <>
          <output className={classes(textStyles.label, textStyles.cut, styles.chosen)}>
            {chosen
              ? t('ladder.chosen', { what: chosen.name, price: formatMoney(chosen.row?.price ?? 0) })
              : priced && t('ladder.choose')}
          </output>
          <Button onClick={onClose}>{t('common.close')}</Button>
          <Button look="primary" disabled={!chosen} onClick={() => void use()}>
            {t('ladder.use')}
          </Button>
        </>
      }
    >
      <div className={fieldStyles.form}>
        <p className={styles.words}>{t('ladder.words')}</p>
        <LadderForm
          models={models}
          sizes={sizes}
          now={now}
          numbers={numbers}
          draft={draft}
          valuesBad={valuesBad}
          onDraft={setDraft}
          offered={offered}
        />
        <LadderStatus preview={preview} count={count} most={MOST} few={count === 0} />
        {data && askable && (
          <>
            {priced && <LadderPlot lines={lines} chosen={chosen} onChoose={pick} />}
            <LadderTable
              form={form}
              lines={lines}
              measure={measureOf(lines, alongLabel)}
              chosen={chosen?.name}
              onChoose={pick}
            />
            {notes.length > 0 && (
              <ul className={textStyles.label}>
                {notes.map((note) => (
                  <li key={note}>{note}</li>
                ))}
                {more > 0 && <li>{t('ladder.more', { count: more })}</li>}
              </ul>
            )}
          </>
        )}
      </div>
    </Dialog>
  )
}

/** What the columns of the table are. */
function measureOf([line]: readonly LadderLine[], alongLabel: string): string {
  const [first, second] = line?.rungs ?? []
  if (first && second && first.model !== second.model) return t('ladder.models')
  if (first && second && 'width' in first.values && first.values['width'] !== second.values['width'])
    return t('ladder.size')
  return alongLabel || t('ladder.size')
}
