import { clipModels } from './clipModels.ts'
import { otherModels } from './otherModels.ts'
import { pictureModels } from './pictureModels.ts'
import type { SandboxModel } from './SandboxModel.ts'

/** The models on offer; some can be withdrawn while the sandbox runs, as the live service does. */
export class Catalogue {
  #all: SandboxModel[] = [...pictureModels, ...clipModels, ...otherModels]
  #hidden = new Set<string>()

  offered(): SandboxModel[] {
    return this.#all.filter((model) => !this.#hidden.has(model.slug))
  }

  find(slug: unknown): SandboxModel | null {
    return this.offered().find((model) => model.slug === slug) ?? null
  }

  /** Even when withdrawn: a job already taken is finished. */
  known(slug: string): SandboxModel | null {
    return this.#all.find((model) => model.slug === slug) ?? null
  }

  /** Lists and holds a model to other limits and features from now on; what is not named stays. */
  change(slug: string, { limits, features }: Pick<SandboxModel, 'limits' | 'features'>): void {
    this.#all = this.#all.map((model) =>
      model.slug === slug
        ? { ...model, limits: { ...model.limits, ...limits }, features: { ...model.features, ...features } }
        : model,
    )
  }

  /** Withdraws exactly these. */
  hide(slugs: string[]): void {
    this.#hidden = new Set(slugs)
  }
}
