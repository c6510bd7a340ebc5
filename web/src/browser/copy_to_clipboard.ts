/** Copy the content of a field. Plain http has no clipboard API: there `execCommand` does it. */
export async function copyToClipboard(
  field: HTMLInputElement | HTMLTextAreaElement,
): Promise<boolean> {
  field.select();
  if (!navigator.clipboard) return document.execCommand('copy');
  return navigator.clipboard.writeText(field.value).then(
    () => true,
    () => false,
  );
}
