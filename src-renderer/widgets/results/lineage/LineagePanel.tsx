import { Maximize2 } from 'lucide-react'
import { useState } from 'react'
import type { AssetDetail } from '../../../../src-preload/contract/types/asset.ts'
import type { Lineage } from '../../../../src-preload/contract/types/lineage.ts'
import { formatMoney } from '../../../../src-preload/shared/formatMoney.ts'
import { useApiQuery } from '../../../host/useApiQuery.ts'
import { t } from '../../../i18n/t.ts'
import { IconButton } from '../../../ui/buttons/IconButton.tsx'
import panelStyles from '../../../ui/layout/panel.module.css'
import textStyles from '../../../ui/layout/text.module.css'
import { Dialog } from '../../../ui/overlays/Dialog.tsx'
import { LineageGraph } from './LineageGraph.tsx'

/** What a result was made from, what was made from it, and the costs; nothing if it has no relations. */
export function LineagePanel({ detail: { asset, title } }: { detail: Pick<AssetDetail, 'asset' | 'title'> }) {
  const { data } = useApiQuery('library.lineage', { id: asset.id })
  const [isLarge, setLarge] = useState(false)
  if (!data || data.nodes.length < 2) return null
  return (
    <section aria-label={t('viewers.lineage')} className={panelStyles.section}>
      <h3>
        {t('viewers.lineage')}
        <IconButton
          size="small"
          label={t('viewers.lineage_open')}
          icon={<Maximize2 aria-hidden />}
          onClick={() => setLarge(true)}
        />
      </h3>
      <LineageGraph lineage={data} size="small" />
      <LineageNotes lineage={data} />
      {isLarge && (
        <Dialog
          size="full"
          title={t('viewers.lineage_title', { title: title.trim() || asset.name || t('gallery.untitled') })}
          onClose={() => setLarge(false)}
        >
          <LineageGraph lineage={data} size="large" onOpen={() => setLarge(false)} />
          <LineageNotes lineage={data} />
        </Dialog>
      )}
    </section>
  )
}

function LineageNotes({ lineage: { total, isCut } }: { lineage: Lineage }) {
  const key = total?.isAtLeast ? 'viewers.lineage_total_at_least' : 'viewers.lineage_total'
  return (
    <p className={textStyles.note}>
      {total && t(key, { price: formatMoney(total.amount) })} {isCut && t('viewers.lineage_cut')}
    </p>
  )
}
