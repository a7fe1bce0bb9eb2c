import { useState } from 'react'
import { Ellipsis, Hash, X } from 'lucide-react'
import { t } from '../../i18n/t.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import { Menu } from '../../ui/Menu.tsx'
import { FindOrClose } from './FindOrClose.tsx'

/** The ways out, besides asking again, of a row whose job the service does not know. */
export function VanishedMenu({ id }: { id: string }) {
  const [asking, setAsking] = useState<'found' | 'close'>()
  return (
    <>
      <Menu
        label={t('queue.row_menu')}
        items={[
          { label: t('queue.have_id'), icon: <Hash aria-hidden />, onSelect: () => setAsking('found') },
          { label: t('queue.close'), icon: <X aria-hidden />, onSelect: () => setAsking('close') },
        ]}
        trigger={(aria) => (
          <IconButton {...aria} size="small" label={t('queue.row_menu')} icon={<Ellipsis aria-hidden />} />
        )}
      />
      {asking && <FindOrClose id={id} asking={asking} onStop={() => setAsking(undefined)} />}
    </>
  )
}
