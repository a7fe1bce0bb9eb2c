import type { Asset } from '../../../../src-preload/contract/types/asset.ts'
import { useApiQuery } from '../../../host/useApiQuery.ts'
import { t } from '../../../i18n/t.ts'
import { Button } from '../../../ui/buttons/Button.tsx'
import textStyles from '../../../ui/layout/text.module.css'
import { FoundFacts } from './FoundFacts.tsx'
import { ReuseNotes } from './ReuseNotes.tsx'
import { useReuse } from './useReuse.ts'

/** The parameters that were found in an imported file. */
export function ImportedParameters({ asset }: { asset: Pick<Asset, 'id' | 'kind'> }) {
  const { data } = useApiQuery('files.parameters', { id: asset.id })
  const found = data?.found ?? null
  const reuse = useReuse(found, asset.kind)
  if (!found) return data && <p className={textStyles.quiet}>{t('viewers.no_parameters')}</p>
  return (
    <>
      <p className={textStyles.quiet}>
        {found.program === null
          ? t('viewers.imported')
          : t('viewers.imported_by', { program: found.program })}
      </p>
      <FoundFacts found={found} taskName={found.operation === null ? undefined : reuse?.task} />
      {reuse !== undefined && <ReuseNotes reuse={reuse} />}
      <Button disabled={!reuse} onClick={() => reuse?.run()}>
        {t('opened.use')}
      </Button>
    </>
  )
}
