/** Copy what stands in a field. Plain http has no clipboard: there it is copied in the old way. */
export async function copyFrom(field: HTMLInputElement | HTMLTextAreaElement): Promise<boolean> {
  field.select();
  if (!navigator.clipboard) return document.execCommand('copy');
  return navigator.clipboard.writeText(field.value).then(
    () => true,
    () => false,
  );
}
