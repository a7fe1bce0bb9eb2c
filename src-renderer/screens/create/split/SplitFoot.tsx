import { useEffect, useEffectEvent, useId, useState } from 'react'
import type { FieldOf, Form } from '../../../../src-preload/contract/types/form.ts'
import { useRoute } from '../../../host/useRoute.ts'
import { t } from '../../../i18n/t.ts'
import { problemMessage } from '../../../lib/problemMessage.ts'
import { ConfirmPriceless } from '../ConfirmPriceless.tsx'
import footStyles from '../CreateFoot.module.css'
import { useHealth } from '../../../widgets/health/useHealth.ts'
import { keyReason } from '../model/keyReason.ts'
import { leadToReasons } from '../model/leadToReasons.ts'
import type { PriceState } from '../model/PriceWatch.ts'
import type { Reason } from '../model/readiness.ts'
import { useRunKey } from '../model/useRunKey.ts'
import { reasonsTitle } from '../model/verbOf.ts'
import { PriceButton } from '../PriceButton.tsx'
import { Reasons } from '../Reasons.tsx'
import { RefusalNote } from '../refusal/RefusalNote.tsx'
import { refusalStore } from '../refusal/refusalStore.ts'
import { KeyHint } from '../../../ui/KeyHint.tsx'
import { Today } from '../Today.tsx'
import { type Sentence, useSplit } from './useSplit.ts'
import { useSplitRun, wholeOf } from './useSplitRun.ts'

interface Props {
  form: Form
  field: FieldOf<'text'>
  reasons: readonly Reason[]
  blocked: boolean
}

/** The button for a text that is sent sentence by sentence: how many jobs, and what they cost together. */
export function SplitFoot({ form, field, reasons: ofForm, blocked: held }: Props) {
  const { sentences, askAgain } = useSplit(form, field)
  const { run, left, sending } = useSplitRun(form, askAgain)
  const [confirming, setConfirming] = useState(false)
  const refused = refusalStore((refusal) => refusal.refused)
  const connections = useRoute('connections.list', undefined)
  const current = connections.data?.connections.find((one) => one.current)
  const back = useHealth(current?.id)?.recoveredAt
  const recovered = useEffectEvent(() => askAgain())
  useEffect(() => {
    if (back != null) recovered()
  }, [back])
  const id = useId()
  const wanted = left(sentences)
  const price = totalOf(wanted)
  const keyless = keyReason(current, price)
  const reasons = [...keyless, ...ofForm]
  const blocked = held || keyless.length > 0
  const halted = blocked || sentences.length === 0

  const generate = () => {
    if (halted) leadToReasons(form, reasons)
    else if (price.state === 'priced') void run(sentences)
    else if (price.state === 'unavailable') setConfirming(true)
  }
  useRunKey(generate)
  return (
    <div className={footStyles.foot}>
      {reasons.length > 0 && (
        <Reasons id={id} title={reasonsTitle(blocked, t('create.generate'))} reasons={reasons} />
      )}
      {refused?.key === wholeOf(sentences) && <RefusalNote key={refused.at} refused={refused} />}
      <PriceButton
        word={t('speech.split_run', { count: wanted.length })}
        price={price}
        sending={sending}
        blocked={halted}
        describedBy={reasons.length > 0 ? id : undefined}
        onPress={generate}
      />
      <Today>
        <KeyHint keys="Mod+Enter" />
      </Today>
      {confirming && !blocked && price.state === 'unavailable' && (
        <ConfirmPriceless
          why={problemMessage(price.problem)}
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

/** What these sentences cost together, as far as it is known: only a sum of known prices is a price. */
function totalOf(sentences: readonly Sentence[]): PriceState {
  let price = 0
  for (const one of sentences)
    if (one.price?.state === 'unavailable') return one.price
    else if (one.price?.state !== 'priced') return { state: 'pricing' }
    else price += one.price.price
  return sentences.length === 0 ? { state: 'none' } : { state: 'priced', key: '', price, quotedAt: 0 }
}
