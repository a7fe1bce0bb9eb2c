import { ArrowRight } from 'lucide-react'
import type { AssetUse } from '../../../src-preload/contract/types/asset.ts'
import { useApiQuery } from '../../host/useApiQuery.ts'
import { t } from '../../i18n/t.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { Menu, type MenuItem } from '../../ui/overlays/Menu.tsx'
import { openFormWithAsset } from './openForm.ts'

interface Props {
  id: string
  labelClassName?: string | undefined
  buttonClassName?: string | undefined
}

/** "Use in…" menu of the tasks that accept an asset; renders nothing if there are none. */
export function UseInMenu({ id, labelClassName, buttonClassName }: Props) {
  const { data } = useApiQuery('library.uses', { id })
  if (!data || data.uses.length === 0) return null
  const hasSeveralFields = (operation: string) =>
    data.uses.filter((use) => use.operation === operation).length > 1
  const items = groupUses(data.uses).flatMap(({ uses }, index): (MenuItem | 'separator')[] => [
    ...(index > 0 ? (['separator'] as const) : []),
    ...uses.map((use) => ({
      label: hasSeveralFields(use.operation)
        ? t('media.use_as', { task: use.operationName, field: use.fieldLabel })
        : use.operationName,
      hint: use.available ? undefined : t('media.no_model'),
      disabled: !use.available,
      onSelect: () => openFormWithAsset(use, id),
    })),
  ])
  return (
    <Menu
      label={t('media.use_in')}
      items={items}
      trigger={(aria) => (
        <Button
          {...aria}
          variant="quiet"
          className={buttonClassName}
          aria-label={t('media.use_in')}
          icon={<ArrowRight aria-hidden />}
        >
          <span className={labelClassName}>{t('media.use_in')}</span>
        </Button>
      )}
    />
  )
}

interface UseGroup {
  group: AssetUse['group']
  uses: AssetUse[]
}

/** Groups uses by output, in the order of their first use. */
export const groupUses = (uses: readonly AssetUse[]): UseGroup[] =>
  [...Map.groupBy(uses, ({ group }) => group)].map(([group, groupUses]) => ({ group, uses: groupUses }))
