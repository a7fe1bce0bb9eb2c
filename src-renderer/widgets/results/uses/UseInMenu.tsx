import { ArrowRight } from 'lucide-react'
import { useRoute } from '../../../host/useRoute.ts'
import { t } from '../../../i18n/t.ts'
import { Button } from '../../../ui/Button.tsx'
import { Menu, type MenuItem } from '../../../ui/Menu.tsx'
import { byGroup } from './byGroup.ts'
import { openIn } from './openIn.ts'

interface Props {
  id: string
  wordClass?: string | undefined
  buttonClass?: string | undefined
}

/** "Use in…": every task that takes this asset. Not there where none does. */
export function UseInMenu({ id, wordClass, buttonClass }: Props) {
  const { data } = useRoute('library.uses', { id })
  if (!data || data.uses.length === 0) return null
  const twice = (operation: string) => data.uses.filter((use) => use.operation === operation).length > 1
  const items = byGroup(data.uses).flatMap(({ uses }, at): (MenuItem | 'line')[] => [
    ...(at > 0 ? (['line'] as const) : []),
    ...uses.map((use) => ({
      label: twice(use.operation)
        ? t('media.use_as', { task: use.operationName, field: use.fieldLabel })
        : use.operationName,
      hint: use.available ? undefined : t('media.no_model'),
      disabled: !use.available,
      onSelect: () => openIn(use, id),
    })),
  ])
  return (
    <Menu
      label={t('media.use_in')}
      items={items}
      trigger={(aria) => (
        <Button
          {...aria}
          look="quiet"
          className={buttonClass}
          aria-label={t('media.use_in')}
          icon={<ArrowRight aria-hidden />}
        >
          <span className={wordClass}>{t('media.use_in')}</span>
        </Button>
      )}
    />
  )
}
