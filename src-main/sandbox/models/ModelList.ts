import { videoModels } from './videoModels.ts'
import { otherModels } from './otherModels.ts'
import { imageModels } from './imageModels.ts'
import type { SandboxModel } from './SandboxModel.ts'

/** The sandbox's models. Some can be withdrawn while it runs, as at the live service. */
export class ModelList {
  #all: SandboxModel[] = [...imageModels, ...videoModels, ...otherModels]
  #hidden = new Set<string>()

  available(): SandboxModel[] {
    return this.#all.filter((model) => !this.#hidden.has(model.slug))
  }

  find(slug: unknown): SandboxModel | null {
    return this.available().find((model) => model.slug === slug) ?? null
  }

  /** Changes some limits and features of a model; the others stay. */
  change(slug: string, { limits, features }: Pick<SandboxModel, 'limits' | 'features'>): void {
    this.#all = this.#all.map((model) =>
      model.slug === slug
        ? { ...model, limits: { ...model.limits, ...limits }, features: { ...model.features, ...features } }
        : model,
    )
  }

  /** Withdraws these models and restores all others. */
  setHidden(slugs: string[]): void {
    this.#hidden = new Set(slugs)
  }
}
