import { useEffect, useEffectEvent, useId, useState } from 'react'
import type { FieldOf, Form } from '../../../../src-preload/contract/types/form.ts'
import { useApiQuery } from '../../../host/useApiQuery.ts'
import { t } from '../../../i18n/t.ts'
import { problemMessage } from '../../../lib/problemMessage.ts'
import { ConfirmUnpriced } from '../actions/ConfirmUnpriced.tsx'
import { useHealth } from '../../../widgets/useHealth.ts'
import { keyReasons, type Reason } from '../model/formMessages.ts'
import { focusReasons, Reasons } from '../actions/Reasons.tsx'
import type { PriceState } from '../actions/usePrice.ts'
import { PriceButton } from '../actions/PriceButton.tsx'
import { EnqueueErrorNote } from '../actions/EnqueueErrorNote.tsx'
import { enqueueErrorStore } from '../actions/clickOutcome.ts'
import { KeyHint } from '../../../ui/buttons/KeyHint.tsx'
import { TodaySpend } from '../actions/TodaySpend.tsx'
import { type Sentence, useSplit, useSplitRun, sentencesKey } from './useSplit.ts'
import actionStyles from '../actions/CreateActions.module.css'

interface Props {
  form: Form
  field: FieldOf<'text'>
  reasons: readonly Reason[]
  blocked: boolean
}

/** The generate button of a split text, with the number of jobs and their total price. */
export function SplitActions({ form, field, reasons: formReasons, blocked: formBlocked }: Props) {
  const { sentences, refetchPrice } = useSplit(form, field)
  const { run, unsentOf, sending } = useSplitRun(form, refetchPrice)
  const [confirming, setConfirming] = useState(false)
  const enqueueError = enqueueErrorStore((store) => store.error)
  const connections = useApiQuery('connections.list', undefined)
  const current = connections.data?.connections.find((connection) => connection.current)
  const recoveredAt = useHealth(current?.id)?.recoveredAt
  const onRecovered = useEffectEvent(() => refetchPrice())
  useEffect(() => {
    if (recoveredAt != null) onRecovered()
  }, [recoveredAt])
  const id = useId()
  const unsent = unsentOf(sentences)
  const price = totalOf(unsent)
  const connectionReasons = keyReasons(current, price)
  const reasons = [...connectionReasons, ...formReasons]
  const blocked = formBlocked || connectionReasons.length > 0
  const isBlocked = blocked || sentences.length === 0

  const generate = () => {
    if (isBlocked) focusReasons(form, reasons)
    else if (price.state === 'priced') void run(sentences)
    else if (price.state === 'unavailable') setConfirming(true)
  }
  return (
    <div className={actionStyles.actions}>
      {reasons.length > 0 && (
        <Reasons id={id} blocked={blocked} verb={t('create.generate')} reasons={reasons} />
      )}
      {enqueueError?.key === sentencesKey(sentences) && (
        <EnqueueErrorNote key={enqueueError.at} error={enqueueError} />
      )}
      <PriceButton
        label={t('speech.split_run', { count: unsent.length })}
        price={price}
        sending={sending}
        blocked={isBlocked}
        describedBy={reasons.length > 0 ? id : undefined}
        onClick={generate}
      />
      <TodaySpend>
        <KeyHint keys="Mod+Enter" />
      </TodaySpend>
      {confirming && !blocked && price.state === 'unavailable' && (
        <ConfirmUnpriced
          reason={problemMessage(price.problem)}
          onCancel={() => setConfirming(false)}
          onConfirm={() => {
            setConfirming(false)
            void run(sentences)
          }}
        />
      )}
    </div>
  )
}

/** Total price of the sentences; unknown while any of them is unknown. */
function totalOf(sentences: readonly Sentence[]): PriceState {
  let price = 0
  for (const sentence of sentences)
    if (sentence.quote?.state === 'unavailable') return sentence.quote
    else if (sentence.quote?.state !== 'priced') return { state: 'pricing' }
    else price += sentence.quote.price
  return sentences.length === 0 ? { state: 'none' } : { state: 'priced', key: '', price, quotedAt: 0 }
}
