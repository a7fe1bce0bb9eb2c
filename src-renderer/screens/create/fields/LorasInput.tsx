import { Plus, X } from 'lucide-react'
import type { FieldOf, Values } from '../../../../src-preload/contract/types/form.ts'
import { t } from '../../../i18n/t.ts'
import { Button } from '../../../ui/buttons/Button.tsx'
import { IconButton } from '../../../ui/buttons/IconButton.tsx'
import { Menu } from '../../../ui/overlays/Menu.tsx'
import { Slider } from '../../../ui/fields/Slider.tsx'
import { useEntry } from '../model/useForm.ts'
import fieldStyles from '../../../ui/layout/field.module.css'
import textStyles from '../../../ui/layout/text.module.css'
import { NumberBox } from './NumberBox.tsx'
import styles from './fields.module.css'

type Value = Values[string]
interface Lora {
  name: string
  weight: Value
}

/** The LoRA adapters that modify the model, each with its weight. */
export function LorasInput({ field }: { field: FieldOf<'loras'> }) {
  const { id, value, set, touch, error } = useEntry(field.name)
  const chosen = lorasOf(value)
  const unused = field.options.filter((option) => !chosen.some((lora) => lora.name === option.name))
  const setLoras = (loras: Lora[]) => set(loras.map(({ name, weight }) => ({ name, weight })))
  const { weight } = field
  const isFull = unused.length === 0
  return (
    <fieldset
      // A disabled button can't take the focus, so the field takes it.
      {...(isFull && { id, tabIndex: -1 })}
      className={fieldStyles.field}
      aria-describedby={error ? `${id}-error` : undefined}
    >
      <legend>{field.label}</legend>
      <div className={styles.loras}>
        {chosen.map((lora) => {
          const label = field.options.find((option) => option.name === lora.name)?.label ?? lora.name
          const setWeight = (next: Value) =>
            setLoras(chosen.map((item) => (item === lora ? { ...item, weight: next } : item)))
          return (
            <div key={lora.name} className={styles.lora}>
              <span dir="auto" className={textStyles.truncate} title={label}>
                {label}
              </span>
              <Slider
                aria-hidden
                tabIndex={-1}
                {...weight}
                value={typeof lora.weight === 'number' ? lora.weight : weight.default}
                onValueChange={setWeight}
              />
              <span className={styles.weight}>
                <NumberBox
                  label={t('create.lora_weight', { name: label })}
                  value={lora.weight}
                  range={{ step: weight.step }}
                  isInteger={false}
                  onValueChange={setWeight}
                  onLeave={touch}
                />
              </span>
              <IconButton
                size="small"
                label={t('create.remove_lora', { name: label })}
                icon={<X />}
                onClick={() => setLoras(chosen.filter((item) => item !== lora))}
              />
            </div>
          )
        })}
        <Menu
          label={t('create.add_lora')}
          side="bottom-start"
          items={unused.map(({ name, label }) => ({
            label,
            onSelect: () => setLoras([...chosen, { name, weight: weight.default }]),
          }))}
          trigger={(aria) => (
            <Button
              {...aria}
              id={isFull ? undefined : id}
              variant="quiet"
              size="small"
              icon={<Plus />}
              className={styles.add}
              disabled={isFull}
            >
              {isFull ? t('create.all_loras_used') : t('create.add_lora')}
            </Button>
          )}
        />
      </div>
      {error && (
        <p id={`${id}-error`} className={fieldStyles.error}>
          {error}
        </p>
      )}
    </fieldset>
  )
}

const lorasOf = (value: Value | undefined): Lora[] =>
  Array.isArray(value)
    ? value.flatMap((item) =>
        typeof item === 'object' && item !== null && !Array.isArray(item) && typeof item['name'] === 'string'
          ? [{ name: item['name'], weight: item['weight'] ?? null }]
          : [],
      )
    : []
