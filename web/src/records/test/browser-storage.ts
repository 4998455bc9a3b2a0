/** A storage whose keys are its own properties, as in a browser. */
export function newStorage(): Storage {
  const methods = {
    getItem(key: string): string | null {
      return Object.getOwnPropertyDescriptor(this, key)?.value ?? null
    },
    setItem(key: string, value: string) {
      Object.defineProperty(this, key, { value, enumerable: true, configurable: true })
    },
    removeItem(key: string) {
      Reflect.deleteProperty(this, key)
    },
  }
  return Object.create(methods)
}
