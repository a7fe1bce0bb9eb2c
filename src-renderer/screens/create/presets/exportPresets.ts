import type { Preset, PresetFile } from '../../../../src-preload/contract/types/preset.ts'
import { saveBlob } from '../../../host/saveBlob.ts'

/** Saves presets as a file that another library can import. */
export function exportPresets(presets: readonly Preset[]): void {
  const file: PresetFile = {
    format: 'easel-presets',
    version: 1,
    presets: presets.map(({ name, operation, model, service, values, picture }) => ({
      name,
      operation,
      model,
      service,
      values,
      picture,
    })),
  }
  const json = JSON.stringify(file, null, 2)
  void saveBlob(new Blob([json], { type: 'application/json' }), 'easel-presets.json')
}
