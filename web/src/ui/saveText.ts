/** Download a text as a file. */
export function saveText(name: string, text: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  // Delayed, because some browsers read the blob after the click.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
