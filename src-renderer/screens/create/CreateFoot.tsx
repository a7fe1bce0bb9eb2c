import { lazy, Suspense, useId, useRef } from 'react'
import type { Form } from '../../../src-preload/contract/types/form.ts'
import { link } from '../../host/link.ts'
import { useRoute } from '../../host/useRoute.ts'
import { t } from '../../i18n/t.ts'
import { formatMoney } from '../../../src-preload/shared/formatMoney.ts'
import { problemMessage } from '../../lib/problemMessage.ts'
import { Button } from '../../ui/Button.tsx'
import { KeyHint } from '../../ui/KeyHint.tsx'
import { BatchButton } from './batch/BatchButton.tsx'
import { useHealth } from '../../widgets/health/useHealth.ts'
import { PriceComparisonButton } from './comparison/PriceComparisonButton.tsx'
import { alreadyKey, alreadyStore } from './already/alreadyStore.ts'
import textStyles from '../../ui/text.module.css'
import { classes } from '../../ui/classes.ts'
import toolbarStyles from '../../ui/toolbar.module.css'
import styles from './CreateFoot.module.css'
import { keyReason } from './model/keyReason.ts'
import { leadToReasons } from './model/leadToReasons.ts'
import type { PricedDraft } from './model/usePrice.ts'
import { usePrice } from './model/usePrice.ts'
import { usePriceIssues } from './model/usePriceIssues.ts'
import { useGenerate } from './model/useGenerate.ts'
import type { Reason } from './model/readiness.ts'
import { useRunKey } from './model/useRunKey.ts'
import { reasonsTitle, verbOf } from './model/verbOf.ts'
import { PriceButton } from './PriceButton.tsx'
import { Reasons } from './Reasons.tsx'
import { refusalStore } from './refusal/refusalStore.ts'
import { Today } from './Today.tsx'

const AlreadyNote = lazy(async () => ({ default: (await import('./already/AlreadyNote.tsx')).AlreadyNote }))

const RefusalNote = lazy(async () => ({ default: (await import('./refusal/RefusalNote.tsx')).RefusalNote }))

const ConfirmPriceless = lazy(async () => ({
  default: (await import('./ConfirmPriceless.tsx')).ConfirmPriceless,
}))

const ResultsGoTo = lazy(async () => ({
  default: (await import('../../widgets/collections/ResultsGoTo.tsx')).ResultsGoTo,
}))

interface Props {
  form: Form
  draft: PricedDraft
  reasons: readonly Reason[]
  /** A refusal by the service alone does not block, because it may accept the next attempt. */
  blocked: boolean
}

/** The button at the foot, and the reasons why it can't run. */
export function CreateFoot({ form, draft, reasons: ofForm, blocked: held }: Props) {
  const connections = useRoute('connections.list', undefined)
  const state = link((now) => now.state)
  const current = connections.data?.connections.find((one) => one.current)
  const back = useHealth(current?.id)?.recoveredAt
  const { price, askAgain } = usePrice(draft, `${current?.id} ${current?.address} ${state} ${back}`)
  usePriceIssues(form, price)
  const asker = `${current?.id} ${current?.address} ${current?.key}`
  const { generate, sending, heard, confirming, confirm, cancel } = useGenerate(form, price, askAgain, asker)
  const keyless = keyReason(current, price)
  const reasons = [...keyless, ...ofForm]
  const blocked = held || keyless.length > 0
  const refused = refusalStore((refusal) => refusal.refused)
  const found = alreadyStore((already) => already.found)
  const buttons = useRef<HTMLDivElement>(null)
  const id = useId()
  const verb = verbOf(form.operation)
  const why = price.state === 'unavailable' ? problemMessage(price.problem) : null

  const run = () => (blocked ? leadToReasons(form, reasons) : generate())
  useRunKey(run)

  return (
    <div className={styles.foot}>
      {reasons.length > 0 && <Reasons id={id} title={reasonsTitle(blocked, verb)} reasons={reasons} />}
      {reasons.length === 0 && why && (
        <p id={id} className={classes(textStyles.note, styles.why)}>
          <span>
            {t('create.price_why', { why: why.what })} {why.service}
          </span>
          <Button size="small" look="quiet" onClick={askAgain}>
            {t('common.retry')}
          </Button>
        </p>
      )}
      {refused && refused.key === alreadyKey(asker, draft) && (
        <Suspense>
          <RefusalNote key={refused.at} refused={refused} />
        </Suspense>
      )}
      {found && !blocked && current && found.key === alreadyKey(current.id, draft) && (
        <Suspense>
          <AlreadyNote
            key={found.times}
            jobId={found.jobId}
            price={price}
            sending={sending}
            onAnother={() => {
              // The note disappears after its action, but the focus must stay.
              buttons.current?.querySelector('button')?.focus()
              generate(true)
            }}
          />
        </Suspense>
      )}
      <div ref={buttons} className={styles.buttons}>
        <PriceButton
          word={verb}
          price={price}
          sending={sending || (heard !== null && heard.price !== null)}
          blocked={blocked}
          describedBy={reasons.length > 0 || why ? id : undefined}
          onPress={run}
        />
        <BatchButton form={form} values={draft.values} />
      </div>
      {heard && (
        <p className={textStyles.label} role="status">
          {heard.price === null
            ? t('create.heard_early')
            : t('create.heard', { price: formatMoney(heard.price) })}
        </p>
      )}
      <div className={classes(toolbarStyles.bar, styles.goes)}>
        <Suspense>
          <ResultsGoTo />
        </Suspense>
        <PriceComparisonButton form={form} values={draft.values} />
        <KeyHint keys="Mod+Enter" />
      </div>
      <Today />
      {confirming && why && !blocked && (
        <Suspense>
          <ConfirmPriceless why={why} onCancel={cancel} onConfirm={confirm} />
        </Suspense>
      )}
    </div>
  )
}
