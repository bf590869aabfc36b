/** Download a text as a file. */
export const saveText = (name: string, text: string, type = 'text/plain'): void => saveFile(name, new Blob([text], { type }));

/** Download a file. */
export function saveFile(name: string, file: Blob): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  // Delayed, because some browsers read the blob after the click.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
