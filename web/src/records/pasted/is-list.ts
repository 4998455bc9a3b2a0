/** Whether a pasted text is a list, which a field for one name can't take. */
export function isList(text: string): boolean {
  return text.split(/[\r\n]+/).filter((line) => line.trim() !== '').length > 1
}
