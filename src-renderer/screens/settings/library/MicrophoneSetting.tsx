import { useApiMutation } from '../../../host/useApiMutation.ts'
import { useApiQuery } from '../../../host/useApiQuery.ts'
import { problemOf } from '../../../host/problemOf.ts'
import { t } from '../../../i18n/t.ts'
import { problemMessage } from '../../../lib/problemMessage.ts'
import { Button } from '../../../ui/buttons/Button.tsx'
import textStyles from '../../../ui/layout/text.module.css'
import toolbarStyles from '../../../ui/layout/toolbar.module.css'

/** Whether this library may use the microphone, and a button to be asked again. Absent in a browser, which asks by itself. */
export function MicrophoneSetting() {
  const { data: info, refetch } = useApiQuery('studio.info', undefined, { staleTime: 0 })
  const forget = useApiMutation('studio.forget_microphone')
  if (info?.microphone === undefined) return null
  return (
    <div className={toolbarStyles.ends}>
      <div>
        <p>{t('settings.microphone')}</p>
        <p className={textStyles.note}>
          {forget.error
            ? problemMessage(problemOf(forget.error)).summary
            : t(`settings.microphone_${info.microphone}`)}
        </p>
      </div>
      {info.microphone !== 'ask' && (
        <Button size="small" onClick={() => forget.mutate(undefined, { onSuccess: () => void refetch() })}>
          {t('settings.microphone_forget')}
        </Button>
      )}
    </div>
  )
}
