// Copying: browsers give the clipboard to pages at secure addresses only.

/** Put a text on the clipboard; whether that was possible. */
export async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
